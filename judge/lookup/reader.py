"""One edition with its plain wording: rules looked up by number, without a search."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from index.errors import RuleError
from index.plain.align import align_plain
from index.records import Edition, PlainEntry, PlainRulebook, Rule, Rulebook
from index.rules.history.fingerprints import words_hash
from index.words import near_spellings

MOST_NEAR = 3
LEAST_ALIKE = 60.0
LONGEST_QUOTE = 40
LONGEST_NUMBER = 100


@dataclass(frozen=True)
class RuleReader:
    """The rules of an edition; `entries` are the plain entries by the ids of the rules that they belong to.

    `read_for` has the hash of the official words that each entry was last confirmed for, by its number.
    """

    rulebook: Rulebook
    entries: Mapping[str, PlainEntry]
    read_for: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_rulebooks(
        cls, rulebook: Rulebook, plain: PlainRulebook, read_for: Mapping[str, int] | None = None
    ) -> "RuleReader":
        """An edition with the plain rulebook's entries aligned to it."""
        return cls(rulebook, align_plain(plain, rulebook), read_for or {})

    @property
    def edition(self) -> Edition:
        """The edition that is read."""
        return self.rulebook.edition

    def find(self, number: str) -> Rule:
        """The rule of a number or an id, such as `702.19b`.

        Raises RuleError, naming the nearest numbers, when the edition has none.
        """
        wanted = number[:LONGEST_NUMBER].strip().rstrip(".").lower()
        rule = self.rulebook.by_id.get(wanted)
        if rule is None:
            near = ", ".join(rule.number for rule in self.nearest(wanted)) or "613 or 702.19b"
            raise RuleError(
                f'found no rule "{number[:LONGEST_QUOTE]}" in {self.edition.name}; expected a number such as {near}.'
            )
        return rule

    def nearest(self, number: str) -> list[Rule]:
        """The rules whose numbers are spelled most like one that the edition does not have, at most three."""
        # Of equals the later one: past the last subrule, that is the nearest.
        near = near_spellings(number, reversed(self.rulebook.by_id), LEAST_ALIKE, MOST_NEAR)
        return [self.rulebook.by_id[each] for each in near]

    def plain(self, rule: str) -> str:
        """Our wording of a rule (by its id), "" where there is none."""
        entry = self.entries.get(rule)
        return entry.plain if entry else ""

    def is_outdated(self, rule: str) -> bool:
        """Whether the official text of a rule (by its id) is another one than our wording was confirmed for."""
        if rule not in self._outdated:
            self._outdated[rule] = self._differs(rule)
        return self._outdated[rule]

    @cached_property
    def _outdated(self) -> dict[str, bool]:
        """What is known of `is_outdated` so far, by the ids of the rules."""
        return {}

    def _differs(self, rule: str) -> bool:
        entry, text = self.entries.get(rule), self.rulebook.by_id[rule].text
        if entry is None or not self.edition.official or not text:
            return False
        words = words_hash(text)
        return self.read_for.get(entry.number, words) != words

    def answer(self, rule: str, question: str) -> str:
        """The answer to a typical question of a rule (by its id), "" where there is none."""
        entry = self.entries.get(rule)
        pairs = zip(entry.questions, entry.answers, strict=False) if entry else ()
        return next((answer for asked, answer in pairs if asked == question), "")

    def questions(self, rule: str) -> tuple[str, ...]:
        """The typical questions of a rule (by its id)."""
        entry = self.entries.get(rule)
        return entry.typical if entry else ()
