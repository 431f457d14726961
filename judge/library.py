"""The home folder and the shipped plain rulebook → editions to read and judges to ask."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from index.build import prepare_search
from index.document import ADDRESS, read_bytes, read_document
from index.errors import DocumentError
from index.fetch import RULES_PAGE, fetch_newest
from index.home import PLAIN, choose, home_folder, home_path, in_use, install, installed, load_edition
from index.plain import read_plain
from index.plain_edition import plain_rulebook
from index.records import PlainRulebook, Rulebook
from index.vectors import DEFAULT_ENCODER, Encoder, Progress, SentenceEncoder
from judge.judge import Judge


@dataclass(frozen=True)
class Library:
    """All that one home folder holds."""

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
        install(self.home, rulebook, data)
        return rulebook

    def add_file(self, name: str) -> Rulebook:
        """Read a file, or a table at an address such as `hf://…`, and install it.

        Raises DocumentError or HomeError; nothing is changed then.
        """
        rulebook = read_document(name)
        original = name.encode() if ADDRESS.match(name) else home_path(name).read_bytes()
        install(self.home, rulebook, original)
        return rulebook

    def use(self, edition: str) -> None:
        """Use an edition from now on."""
        choose(self.home, edition)

    def fetch(self, page: str = RULES_PAGE, on_progress: Progress | None = None) -> Rulebook:
        """Take the newest official text from the publisher's page and install it; the last good one stays on failure.

        `on_progress` gets the bytes taken and all of them. Raises FetchError or DocumentError.
        """
        data, name = fetch_newest(page, on_progress=on_progress)
        rulebook = read_bytes(data, name)
        if rulebook.edition.partial:
            raise DocumentError(f"{name} from {page} is only a part of the rules; expected all; nothing was changed.")
        install(self.home, rulebook, data)
        return rulebook

    def reader(self, edition: str | None = None) -> Judge:
        """A judge that looks rules up but cannot be asked: quick, without encoder or index."""
        return Judge.from_rulebooks(self.rulebook(edition), self.plain)

    def judge(
        self, edition: str | None = None, encoder: Encoder | None = None, on_progress: Progress | None = None
    ) -> Judge:
        """A judge that can be asked; its index is built first where there is none."""
        rulebook = self.rulebook(edition)
        chosen = encoder or SentenceEncoder.from_name(DEFAULT_ENCODER)
        search = prepare_search(rulebook, self.plain, chosen, self.home, on_progress)
        return Judge.from_rulebooks(rulebook, self.plain, search)
