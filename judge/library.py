"""The home folder and the shipped plain rulebook → editions to read and judges to ask."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from index.cards.store import CardStore
from index.encoder.encoder import DEFAULT_ENCODER, Encoder, SentenceEncoder
from index.errors import DocumentError
from index.home import home_folder
from index.plain.chapters import read_plain
from index.plain.edition import plain_rulebook
from index.progress import Progress
from index.records import PlainRulebook, Rulebook
from index.rules.editions import PLAIN, choose, in_use, install, installed, load_edition, version_of
from index.rules.publisher import RULES_PAGE, fetch_newest
from index.rules.read import read_bytes, read_document
from index.search.build import prepare_search
from index.search.reranker import shipped_trees
from judge.judge import Judge
from judge.lookup.card_repair import CardRepair
from judge.lookup.cards import CardFinder
from judge.lookup.reader import RuleReader


@dataclass(frozen=True)
class Library:
    """Everything in one home folder."""

    home: Path

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

    def reader(self, edition: str | None = None) -> RuleReader:
        """The rules of an edition, to be looked up: quick, without encoder or index.

        An edition is read and aligned with the plain rulebook once, and again when it is installed again.
        """
        wanted = edition or in_use(self.home)
        version = version_of(self.home, wanted)
        known, reader = self._readers.get(wanted, (None, None))
        if reader is None or known != version:
            reader = RuleReader.from_rulebooks(self.rulebook(wanted), self.plain)
            self._readers[wanted] = version, reader
        return reader

    def judge(
        self, edition: str | None = None, encoder: Encoder | None = None, on_progress: Progress | None = None
    ) -> Judge:
        """A judge that can be asked; its index is built first where there is none."""
        reader = self.reader(edition)
        chosen = encoder or SentenceEncoder.from_name(DEFAULT_ENCODER)
        search = prepare_search(reader.rulebook, reader.entries, chosen, self.home, on_progress)
        if search.covered:
            search = replace(search, trees=shipped_trees())
        return Judge(reader, search, CardFinder(CardStore.at(self.home), CardRepair(self.home)))

    @cached_property
    def _readers(self) -> dict[str, tuple[int, RuleReader]]:
        """The readers by edition, each with the version that it read."""
        return {}
