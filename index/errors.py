"""The errors that a user sees: every message says what was found, what was expected and what to do.

JudgeError
 ├── DocumentError   a rules document, table or page that cannot be read
 ├── PlainError      a mistake in a chapter of the plain rulebook
 ├── EditionError    an edition that is not installed or is damaged
 ├── RuleError       a rule number that the edition does not have
 ├── SavedIndexError a saved index that cannot be used
 ├── VectorEngineError the server of the vectors cannot be used (index/search/pgvector.py)
 ├── EncoderError    an encoder that cannot be loaded
 ├── FetchError      a page or file that could not be downloaded
 ├── HomeError       a home folder that cannot be written or is in use
 ├── QuestionSetError  a question set that cannot be used
 ├── CardFileError   a file of cards or rulings that cannot be read
 ├── CardError       a card that is not known, or of which there are several
 │    └── DamagedCardsError  the cards of the home folder cannot be read any more
 ├── QuestionError   a question that cannot be taken (judge/question/text.py)
 ├── WriterError     a writer that is not named as it must be (judge/writer/endpoint.py)
 ├── NoReplyError    a writer that gave no reply that can be used (judge/writer/client.py)
 ├── ReportError     a report or a file of rankings that cannot be written (eval/report/report.py)
 ├── FeedbackError   feedback that cannot be kept or exported (ui/state/feedback.py)
 ├── StateError      the database of the shared state cannot be used (ui/state/database.py)
 ├── LinkError       a question that cannot be linked, or a link that nobody made (ui/state/links.py)
 ├── McpMissingError the package for --mcp is not installed (ui/server/mcp.py)
 ├── UploadError     an upload to the page that cannot be taken (ui/page/uploads.py)
 ├── EventError      what a browser sent to a step of the page, which does not take it (ui/server/checks/events.py)
 └── ServeError      the page cannot be served at that address (ui/server/web.py)
"""


class JudgeError(Exception):
    """A problem that the user can fix; its message is one line, whatever it quotes."""

    def __init__(self, message: str = "") -> None:
        super().__init__(" ".join(message.splitlines()))


class DocumentError(JudgeError):
    """A rules document, table or page that cannot be read."""


class PlainError(JudgeError):
    """A mistake in a chapter of the plain rulebook."""


class EditionError(JudgeError):
    """An edition that is not installed or is damaged."""


class RuleError(JudgeError):
    """A rule number that the edition does not have."""


class SavedIndexError(JudgeError):
    """A saved index that cannot be used."""


class EncoderError(JudgeError):
    """An encoder that cannot be loaded."""


class FetchError(JudgeError):
    """A page or file that could not be downloaded."""


class HomeError(JudgeError):
    """A home folder that cannot be written or is in use."""


class QuestionSetError(JudgeError):
    """A question set that cannot be used."""


class CardFileError(JudgeError):
    """A file of cards or rulings that cannot be read."""


class CardError(JudgeError):
    """A card that is unknown, or a name that several cards share."""


class DamagedCardsError(CardError):
    """The cards of the home folder cannot be read any more."""
