"""A question → an answer that cites rules of the edition in use, and nothing else."""

import difflib
from collections.abc import Mapping, Sequence
from functools import cached_property

from index.align import align
from index.errors import RuleError
from index.records import Edition, Hit, PlainEntry, PlainRulebook, Rule, Rulebook
from index.search import Found, Search
from index.undecided import shipped_undecided
from judge.confidence import confidence
from judge.dialogue import whole
from judge.prompts import NO_SUCH_RULE, NOTHING_ASKED, REFUSAL
from judge.question import clean_question, numbers_in, says_something
from judge.records import Answer, Citation, Matched, Ranked, Role
from judge.spelling import Spelling

MOST_DECIDING = 3
MOST_SUPPORTING = 5
MOST_CITED = MOST_DECIDING + MOST_SUPPORTING
CLOSE_TO_BEST = 0.93
LEAST_CONFIDENCE = 0.5
LONGEST_NUMBER = 100


class Judge:
    """Answers questions over one edition. `search` may be None where only rules are looked up."""

    def __init__(self, rulebook: Rulebook, plain: Mapping[str, PlainEntry], search: Search | None) -> None:
        self.rulebook = rulebook
        self.search = search
        self._plain = plain

    @classmethod
    def from_rulebooks(cls, rulebook: Rulebook, plain: PlainRulebook, search: Search | None = None) -> "Judge":
        """The judge of an edition, with the plain rulebook's wording where it is aligned with the edition."""
        return cls(rulebook, align(plain, rulebook), search)

    @property
    def edition(self) -> Edition:
        """The edition that every answer is read from."""
        return self.rulebook.edition

    def find(self, number: str) -> Rule:
        """The rule of a number or an id, such as `702.19b`.

        Raises RuleError, naming the nearest numbers, when the edition has none.
        """
        wanted = number[:LONGEST_NUMBER].strip().rstrip(".").lower()
        rule = self.rulebook.by_id.get(wanted)
        if rule is None:
            near = ", ".join(rule.number for rule in self._nearest(wanted)) or "613 or 702.19b"
            raise RuleError(f'found no rule "{number[:40]}" in {self.edition.name}; expected a number such as {near}.')
        return rule

    def plain(self, number: str) -> str:
        """Our wording of a rule (by number or id), "" where there is none."""
        entry = self._plain.get(number)
        return entry.plain if entry else ""

    def questions(self, number: str) -> tuple[str, ...]:
        """The typical questions of a rule (by number or id)."""
        entry = self._plain.get(number)
        return entry.questions if entry else ()

    def answer(self, number: str, question: str) -> str:
        """The answer to a typical question of a rule (by number or id), "" where there is none."""
        entry = self._plain.get(number)
        known = zip(entry.questions, entry.answers, strict=False) if entry else ()
        return next((answer for asked, answer in known if asked == question), "")

    def mended(self, question: str) -> str:
        """The question with its misspelt keywords mended, as it is searched for; "" where nothing is misspelt."""
        return self._spelling.mended(question)

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling.from_rulebook(self.rulebook, self.plain)

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """The answer to a question with at most k citations, at most 3 of them deciding.

        `earlier` are the questions of the conversation so far, for one that leans on them. Raises QuestionError when
        the question is too long.
        """
        asked = clean_question(question)
        numbers = numbers_in(asked)
        if numbers:
            return self._by_number(asked, numbers, k)
        if not says_something(asked):
            return Answer(asked, self.edition, False, 0.0, (), NOTHING_ASKED)
        return self._by_search(asked, k, earlier)

    def rank(self, question: str, k: int) -> list[str]:
        """The numbers of the best k rules, for measuring."""
        return list(self.ranked(question, k).numbers)

    def ranked(self, question: str, k: int, earlier: Sequence[str] = ()) -> Ranked:
        """The numbers of the best k rules by search, and whether `ask` would answer and how sure it is."""
        asked = clean_question(question)
        found = self._found(asked, k, earlier)
        sure, answered = _sure(found)
        if numbers_in(asked) or not says_something(asked):
            answer = self.ask(asked)
            sure, answered = answer.confidence, answer.answered
        return Ranked(tuple(self.rulebook.by_id[hit.rule].number for hit in found.hits), sure, answered)

    def _by_number(self, asked: str, numbers: Sequence[str], k: int) -> Answer:
        rules = [self.rulebook.by_id[number] for number in numbers if number in self.rulebook.by_id]
        missing = [number for number in numbers if number not in self.rulebook.by_id]
        message = NO_SUCH_RULE.format(number=missing[0], edition=self.edition.name) if missing else ""
        if not rules:
            near = [
                self._cite(rule, "supports", Matched("number", missing[0]), 0.0) for rule in self._nearest(missing[0])
            ]
            return Answer(asked, self.edition, False, 0.0, tuple(near[:k]), message)
        below = [self.rulebook.by_id[child] for rule in rules if not rule.text for child in rule.children]
        also = [*rules[MOST_DECIDING:], *(rule for rule in below if rule not in rules)]
        citations = [
            *(self._cite(rule, "decides", Matched("number", rule.number), 1.0) for rule in rules[:MOST_DECIDING]),
            *(self._cite(rule, "supports", Matched("number", rule.number), 0.5) for rule in also[:MOST_SUPPORTING]),
        ]
        return Answer(asked, self.edition, True, 1.0, tuple(citations[:k]), message)

    def _by_search(self, asked: str, k: int, earlier: Sequence[str]) -> Answer:
        found = self._found(asked, k, earlier)
        sure, answered = _sure(found)
        best = found.hits[0].score if found.hits else 0.0
        citations = [self._cite_hit(hit, place, best, answered) for place, hit in enumerate(found.hits)]
        deciding = sum(citation.role == "decides" for citation in citations)
        kept = citations[: deciding + MOST_SUPPORTING]
        return Answer(asked, self.edition, answered, sure, tuple(kept), "" if answered else _refusal(found))

    def _found(self, asked: str, k: int, earlier: Sequence[str]) -> Found:
        if self.search is None:
            raise ValueError("this judge was made without a search; make it with one to ask questions")
        text = whole(earlier, asked)
        return self.search.search(self.mended(text) or text, k)

    def _cite_hit(self, hit: Hit, place: int, best: float, answered: bool) -> Citation:
        decides = answered and place < MOST_DECIDING and hit.score >= CLOSE_TO_BEST * best
        role: Role = "decides" if decides else "supports"
        typical = self.answer(hit.rule, hit.passage.text) if hit.passage.kind == "question" else ""
        matched = Matched(hit.passage.kind, hit.passage.text, typical)
        return self._cite(self.rulebook.by_id[hit.rule], role, matched, hit.score / best if best else 0.0)

    def _cite(self, rule: Rule, role: Role, matched: Matched, score: float) -> Citation:
        return Citation(rule, role, matched, round(score, 4), self.plain(rule.id))

    def _nearest(self, number: str) -> list[Rule]:
        near = difflib.get_close_matches(number, list(self.rulebook.by_id), n=3, cutoff=0.6)
        return [self.rulebook.by_id[each] for each in near]


def _sure(found: Found) -> tuple[float, bool]:
    """The confidence, and whether it is enough to answer."""
    sure = confidence(found)
    return sure, sure >= LEAST_CONFIDENCE and bool(found.hits)


def _refusal(found: Found) -> str:
    """The refusal, with the reason where the question is like others that no rule decides."""
    if found.undecided.nearest <= found.rules.nearest:
        return REFUSAL
    why = next((kind.why for kind in shipped_undecided() if kind.title == found.kind), "")
    return f"{REFUSAL} {why}".strip()
