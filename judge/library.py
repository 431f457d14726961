"""The home folder and the shipped plain rulebook → editions to read and judges to ask."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from index.cards.store import CardStore
from index.encoder.encoder import DEFAULT_ENCODER, Encoder, SentenceEncoder
from index.errors import DocumentError, EditionError
from index.home import home_folder
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.plain.keyed_edition import shipped_fingerprints
from index.progress import Progress
from index.records import PlainRulebook, Rulebook
from index.rules.editions import PLAIN, choose, damaged, in_use, install, installed, load_edition, version_of
from index.rules.history.align import Outline, align
from index.rules.history.changes import Changes, compare
from index.rules.history.lines import RuleLife, RuleLines
from index.rules.publisher import RULES_PAGE, fetch_newest
from index.rules.read import read_bytes, read_document
from index.search.build import prepare_search
from index.search.reranker import shipped_trees
from index.search.saved import remove_old_indexes
from judge.judge import Expander, Judge
from judge.lookup.card_repair import CardRepair
from judge.lookup.cards import CardFinder
from judge.lookup.reader import RuleReader
from judge.question.cross_encoder import shipped_cross_encoder

READERS_KEPT = 2

Installed = Literal["new", "same", "replaced"]


@dataclass(frozen=True)
class Library:
    """Everything in one home folder; its judges search for what an `expander` says, too."""

    home: Path
    expander: Expander | None = None

    @classmethod
    def at_home(cls) -> "Library":
        """The library of `JUDGE_HOME` or the user's data folder."""
        return cls(home_folder())

    @cached_property
    def plain(self) -> PlainRulebook:
        """The plain rulebook of the package."""
        return read_plain()

    def editions(self) -> list[str]:
        """The ids of all editions there are, the plain rulebook first."""
        return [PLAIN, *installed(self.home)]

    def edition_in_use(self) -> str:
        """The id of the edition in use."""
        return in_use(self.home)

    def rulebook(self, edition: str | None = None) -> Rulebook:
        """An edition's rulebook; None means the one in use.

        Raises EditionError when it is not installed.
        """
        wanted = edition or in_use(self.home)
        return plain_rulebook(self.plain) if wanted == PLAIN else load_edition(self.home, wanted)

    def damaged(self) -> list[str]:
        """The ids of the installed editions that cannot be read until they are added again."""
        return damaged(self.home)

    @cached_property
    def lines(self) -> RuleLines:
        """Which rule of one installed edition is which of another."""
        return RuleLines(self.home)

    def install(self, rulebook: Rulebook) -> Installed:
        """Install an edition and say whether it is new, the same as one that is there, or replaces it.

        Raises HomeError.
        """
        edition = rulebook.edition.id
        try:
            there = load_edition(self.home, edition) if edition in installed(self.home) else None
        except EditionError:  # a damaged one is replaced
            there = None
        if there == rulebook:
            return "same"
        install(self.home, rulebook)
        return "replaced" if there else "new"

    def add(self, data: bytes, name: str) -> Rulebook:
        """Read a rules document and install it; nothing is changed when it cannot be read.

        Raises DocumentError or HomeError.
        """
        rulebook = read_bytes(data, name)
        install(self.home, rulebook)
        return rulebook

    def add_file(self, name: str) -> Rulebook:
        """Read a file, or a table at an address such as `hf://…`, and install it.

        Raises DocumentError or HomeError; nothing is changed then.
        """
        rulebook = read_document(name)
        install(self.home, rulebook)
        return rulebook

    def use(self, edition: str) -> None:
        """Use an edition from now on."""
        choose(self.home, edition)

    def fetch(self, page: str = RULES_PAGE, on_progress: Progress | None = None) -> Rulebook:
        """Take the newest official text from the publisher's page and install it; on failure, the last good one stays.

        `on_progress` gets the bytes received and the total. Raises FetchError or DocumentError.
        """
        data, name = fetch_newest(page, on_progress=on_progress)
        rulebook = read_bytes(data, name)
        if rulebook.edition.partial:
            raise DocumentError(f"{name} from {page} is only a part of the rules; expected all; nothing was changed.")
        install(self.home, rulebook)
        return rulebook

    def changes(self, old: str = "", new: str = "") -> Changes:
        """What changed from one installed edition to another; by default to the newest from the one before it.

        An edition may be given by the beginning of its id, such as `2026-06`; without `new`, `old` is compared with the
        newest. Raises EditionError, saying what to install, where there are no two official editions.
        """
        before, after = self.compared(old, new)
        source, target = self.rulebook(before), self.rulebook(after)
        if {before, after} <= set(self.lines.editions()):
            return compare(source, target, self.lines.pairs(before, after))
        return compare(source, target, align(Outline.of_rulebook(source), Outline.of_rulebook(target)))

    def life(self, edition: str, rule: str) -> RuleLife:
        """The life of a rule, by its id in an edition.

        Raises EditionError where the edition has no place among the others: a partial one, or the plain rulebook.
        """
        life = self.lines.life(edition, rule)
        if life is None:
            raise EditionError(
                f"found the edition {edition}, expected a complete official one, whose rules have a history; choose "
                "one with: judge rules use EDITION"
            )
        return life

    def compared(self, old: str = "", new: str = "") -> tuple[str, str]:
        """The ids of the two editions that `changes` compares."""
        official = installed(self.home)
        after = _named(new, official) or next(reversed(official), "")
        earlier = [each for each in official if each < after and each[:1].isdigit()]
        before = _named(old, official) or next(reversed(earlier), "")
        if not before or not after or before == after:
            found = ", ".join(official) or "none"
            raise EditionError(
                f"found {found} of the official editions, expected two to compare; install another one with: "
                "judge rules add FILE"
            )
        return before, after

    def version(self, edition: str) -> int:
        """A number that changes when an edition is installed again."""
        return version_of(self.home, edition)

    def reader(self, edition: str | None = None) -> RuleReader:
        """The rules of an edition, to be looked up: quick, without encoder or index.

        An edition is read and aligned with the plain rulebook once, and again when it is installed again.
        """
        wanted = edition or in_use(self.home)
        version = version_of(self.home, wanted)
        known, reader = self._readers.get(wanted, (None, None))
        if reader is None or known != version:
            reader = RuleReader.from_rulebooks(self.rulebook(wanted), self.plain, shipped_fingerprints().read_for)
            self._readers.pop(wanted, None)
            self._readers[wanted] = version, reader
            while len(self._readers) > READERS_KEPT:
                del self._readers[next(iter(self._readers))]
        return reader

    def judge(
        self, edition: str | None = None, encoder: Encoder | None = None, on_progress: Progress | None = None
    ) -> Judge:
        """A judge that can be asked; its index is built first where there is none."""
        reader = self.reader(edition)
        chosen = encoder or SentenceEncoder.from_name(DEFAULT_ENCODER)
        search = prepare_search(reader.rulebook, reader.entries, chosen, self.home, on_progress)
        remove_old_indexes(self.home / "indexes", in_use(self.home))
        if search.covered:
            search = replace(search, trees=shipped_trees())
        cards = CardFinder(CardStore.at(self.home), CardRepair(self.home))
        return Judge(reader, search, cards, self._reworded(reader.edition.id), self.expander, shipped_cross_encoder())

    def _reworded(self, edition: str) -> dict[str, str]:
        """What `RuleLines.reworded` gives; {} where another edition is damaged, which keeps nobody from answering."""
        try:
            return self.lines.reworded(edition)
        except EditionError:
            return {}

    @cached_property
    def _readers(self) -> dict[str, tuple[int, RuleReader]]:
        """The readers by edition, each with the version that it read."""
        return {}


def _named(name: str, editions: Sequence[str]) -> str:
    """The only edition whose id begins like this; "" for no name.

    Raises EditionError where none does, or several do.
    """
    found = [each for each in editions if each.startswith(name)] if name else [""]
    if name in found:
        return name
    if len(found) != 1:
        there = ", ".join(found or editions) or "none"
        raise EditionError(
            f'found no official edition "{name}"; expected one of: {there}; install its text with: judge rules add FILE'
        )
    return found[0]
