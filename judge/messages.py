"""Every sentence that the judge itself says."""

REFUSAL = (
    "The rules I have don't decide this. I can settle questions about how the game is played; ask, for example, "
    "“Does deathtouch work with trample?”, “Who gets priority after a spell resolves?” or “702.19b”."
)
NOT_SURE = "These are the closest rules I know; they may not settle this."
OTHER_LANGUAGE = "I only know the rules in English, and went by the words of the game in your question."
UNKNOWN_WORD = "No rule or card I know has the word {words}."
UNKNOWN_WORDS = "No rule or card I know has the words {words}."
CARDS_DAMAGED = "Found damaged cards ({problem}); questions are answered without cards until they are repaired."
CARDS_REPAIRED = "The cards were repaired from the files that were added."
NOTHING_ASKED = (
    "There is no question in that yet. Ask about the game in English, for example “Does deathtouch work with "
    "trample?”, or type a rule's number such as 702.19b."
)
NO_SUCH_RULE = "There is no rule {number} in {edition}."


def too_long(found: int, most: int) -> str:
    """The message for a question that is longer than a question can be."""
    return f"the question has {found:,} characters, expected {most:,} at most; leave out what doesn't matter."


WRITER_UNREACHABLE = "No written answer: the writer can't be reached."
WRITER_SLOW = "No written answer: the writer took longer than {seconds} seconds."
WRITER_BUSY = "No written answer: the writer is busy."
WRITER_REFUSED = "No written answer: the writer refused the question."
WRITER_UNREADABLE = "No written answer: the writer said nothing that can be checked."
WRITER_LIMIT = "No written answer: the writer was asked too often in the last minute."
WRITER_NO_RULES = "No written answer: there is no rule to quote from."

PLAIN_LABEL = "In plain words (ours, not official)"
PLAIN_ONLY_LABEL = "Plain wording (ours), not the official text"
UNOFFICIAL = "Unofficial fan content. Not approved or endorsed by Wizards of the Coast."

PREPARING = "The rules of {edition} are being prepared for their first answer{so_far}; ask again in a moment."
PREPARED_SO_FAR = " ({done:,} of {total:,} texts)"
