"""Short links: a question and an edition ↔ an id that everyone who serves the same database knows."""

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path

from index.errors import JudgeError
from index.rules.decode import whole_letters
from ui import strings
from ui.state.database import Database

LONGEST_LINKED = 4000
LONGEST_EDITION = 40
LETTERS = 16  # 80 bits


class LinkError(JudgeError):
    """A question that cannot be linked, or a link that nobody made."""


@dataclass(frozen=True)
class SharedLink:
    """What a link leads to."""

    question: str
    edition: str = ""

    @property
    def id(self) -> str:
        """The same id for the same question and edition, whoever makes the link."""
        digest = hashlib.sha256(f"{self.edition}\0{self.question}".encode()).digest()
        return base64.b32encode(digest).decode().lower()[:LETTERS]


@dataclass(frozen=True)
class SharedLinks:
    """The links that a database holds."""

    database: Database

    @classmethod
    def at(cls, home: Path) -> "SharedLinks":
        """The links of a home folder, or of the database that `JUDGE_DATABASE` names."""
        return cls(Database.at(home))

    def keep(self, question: str, edition: str = "") -> str:
        """Save a link; its id.

        Raises LinkError where the question is empty or too long, StateError or HomeError where it is not saved.
        """
        from ui.state.tables import LINKS, upsert

        link = SharedLink(*(whole_letters(each).replace("\0", "") for each in (question, edition[:LONGEST_EDITION])))
        if not 0 < len(link.question) <= LONGEST_LINKED:
            raise LinkError(strings.NO_LINK.format(found=len(link.question), most=LONGEST_LINKED))
        row = {"id": link.id, "question": link.question, "edition": link.edition}
        self.database.run(lambda connection: upsert(connection, LINKS, row))
        return link.id

    def find(self, id: str) -> SharedLink:
        """What a link leads to.

        Raises LinkError where nobody made it, StateError where the database cannot be read.
        """
        from sqlalchemy import select

        from ui.state.tables import LINKS

        asked = select(LINKS.c.question, LINKS.c.edition).where(LINKS.c.id == id[:LETTERS].replace("\0", ""))
        found = self.database.run(lambda each: each.execute(asked).one_or_none()) if self.database.is_there else None
        if found is None or len(id) != LETTERS:
            raise LinkError(strings.NO_SUCH_LINK)
        return SharedLink(*found)
