"""A search that settles nothing → the sentence that says why, and where to look instead."""

from collections.abc import Sequence

from index.plain.unanswerable import shipped_unanswerable
from index.search.search import SearchResult
from judge.messages import NOT_SURE, OTHER_LANGUAGE, REFUSAL, UNKNOWN_WORD, UNKNOWN_WORDS
from judge.records import State


def not_answered(state: State, found: SearchResult, unknown: Sequence[str], foreign: bool = False) -> str:
    """What is said instead of an answer; `foreign` says that the question is in another language."""
    reason = OTHER_LANGUAGE if foreign else _reason(found)
    if unknown and not foreign:
        reason = (UNKNOWN_WORD if len(unknown) == 1 else UNKNOWN_WORDS).format(
            words=", ".join(f"“{w}”" for w in unknown)
        )
    return f"{reason} {NOT_SURE}".strip() if state == "unsure" else f"{REFUSAL} {reason}".strip()


def _reason(found: SearchResult) -> str:
    """Why questions like this one have no answer in the rules, "" where it is not like any of those."""
    if found.evidence.unanswerable_nearest <= found.evidence.nearest:
        return ""
    return next((kind.why for kind in shipped_unanswerable() if kind.title == found.kind), "")
