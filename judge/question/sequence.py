"""A question → whether it asks for a sequence: "what happens in the cleanup step", "walk me through casting"."""

import re

PARTS = "steps|phases|stages|layers|parts"
PATTERNS = (
    r"step[ -]?(?:by[ -]?step|wise)",
    rf"(?:all|what are|list|write out) (?:of )?the (?:{PARTS})",
    r"steps? (?:of|for|in|to|when|through) (?!damage)",
    r"the (?:\w+ )?(?:steps|parts)$",
    r"in steps",
    rf"(?:\d|two|three|four|five|six|seven) (?:{PARTS})",
    r"in (?:the |what )?(?:right |correct |exact )?(?:order|sequence)",
    r"(?:right|correct|exact) (?:order|sequence)",
    r"(?:order|sequence) (?:of|for) (?:a |the |my |your )?(?!blockers|attackers|cards)",
    r"which order$",
    r"layers? order",
    r"(?:walk|run|talk|lead|guide|take) (?:me|us|him|her) through",
    r"walk (?:it|through)",
    r"run me through",
    r"step through",
    r"go through (?:what|the|how|all|every|each|it)",
    r"from (?:a to z|start to finish|beginning to end)",
    r"start to finish",
    r"one (?:thing|step|after) after (?:the other|another)",
    r"checklist|procedure|routine|timeline|life ?cycle|sequence",
    r"happens first,? (?:and )?(?:what|then)",
    r"then what",
    r"what next$",
    r"what (?:all )?(?:happens|goes on|do (?:i|we) do) (?:in|during|at) (?:\w+ ){0,4}(?:step|phase|setup)",
    r"everything that happens",
    r"list (?:every|all)",
    r"explain from",
    r"from (?:hand|draw|cast|attackers|flipping|forming) (?:to|till|until)",
    r"write it out",
    r"how (?:do|does) (?:the |a )?(?:layers|mulligans?|london mulligan|combat|turns?) (?:go|work|play out|run)",
    r"how (?:do|does) .{3,60} (?:play out|get done|go down|get carried out)",
    r"(?:setup|setting up)\b.{0,40}(?:start|begin|game|first)",
)
ASKS = re.compile(rf"\b(?:{'|'.join(PATTERNS)})", re.IGNORECASE)
ASKS_HOW = re.compile(
    r"\bhow (?:do|does|to|is|are|it|would|one)\b"
    r"|\bwhat (?:goes on|happens|to do|do (?:i|we|you|both|they))\b(?! if\b)"
    r"|\b(?:explain|process|teach (?:me|us))\b|, how$",
    re.IGNORECASE,
)


def asks_for_sequence(question: str) -> bool:
    """Whether a question asks for things that happen one after another."""
    return bool(ASKS.search(question.rstrip("?!. ")))


def asks_how(question: str) -> bool:
    """Whether a question asks how something is done or goes on, and not whether it is so."""
    return bool(ASKS_HOW.search(question.rstrip("?!. ")))
