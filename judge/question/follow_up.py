"""The earlier questions of a conversation and a new one → the new one as a whole question, where it leans on them.

"can i block with a tapped creature", "and with vigilance?" → both, the new one before the other
"""

import re
from collections.abc import Sequence

MOST_WORDS = 12
OPENING = re.compile(
    r"\W*(?:ok(?:ay)?|hm+|oh|ah|nice|cool|right|alright|great|thanks|thx|like|well|yeah|so)\b", re.IGNORECASE
)
LEAD = re.compile(
    r"\W*(?:(?:yes|no)\b\W*)?(?:and|but|or|then|why|how come|though|unless|also|instead|same|even (?:if|though|when)|"
    r"what (?:if|about)|what happens (?:(?:to|with|when) )?(?:it|they|them|he|she|this|that|these|those|then|if)|"
    r"how about|on (?:my|his|her|their) turn|if (?:it|that|so)|"
    r"(?:does|do|is|are|will|would|can|could|did|has|have) (?:it|its|it's|that|this|these|those|mine|theirs|"
    r"the (?:other|first|second|third|same)))\b",
    re.IGNORECASE,
)
SHORT_LEAD = re.compile(r"\W*(?:with(?:out)?|in (?:a|an|2hg|commander|multiplayer)|for commander)\b", re.IGNORECASE)
BACKWARD = re.compile(
    r"\b(?:then|instead|too|as well|either|anyway|the same|what if (?:it|he|she|they))\b", re.IGNORECASE
)
AFRESH = re.compile(r"\W*(?:unrelated|(?:a )?(?:different|another|new) question|other topic)\b", re.IGNORECASE)


def is_follow_up(question: str) -> bool:
    """Whether a question can't be understood without the one before it.

    >>> leans("and if it has lifelink?"), leans("does lifelink stack?")
    (True, False)
    """
    if AFRESH.match(question):
        return False
    if OPENING.match(question) or LEAD.match(question):
        return True
    few = len(question.split()) <= MOST_WORDS
    return few and bool(SHORT_LEAD.match(question) or BACKWARD.search(question))


def with_context(earlier: Sequence[str], question: str) -> str:
    """The question with those that it leans on after it, in their order; alone where it leans on none.

    It stands first because an encoder reads no more than the beginning of a very long text.
    """
    before: list[str] = []
    asked = question
    for one in reversed(earlier):
        if not is_follow_up(asked):
            break
        before.insert(0, one)
        asked = one
    return " ".join([question, *before])
