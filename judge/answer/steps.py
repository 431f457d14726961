"""The ranked rules for a question that asks for a sequence → the rules of one section, in order, as steps."""

from collections import defaultdict
from collections.abc import Sequence

from index.records import Hit, Rulebook
from judge.answer.case_features import read_words

LOOKED_AT = 8
MOST_STEPS = 8
LEAST_STEPS = 2
LEAST_CHANCE = 0.6
NAMED = 0.55  # added to the chance of a section when the question has all words of its heading


def find_steps(question: str, hits: Sequence[Hit], rulebook: Rulebook) -> tuple[str, ...]:
    """The ids of a section's rules in order, the best of them where there are many; none where no section leads.

    The chance of a section is that of its rules among the first hits, its own included.
    """
    chances: dict[str, float] = defaultdict(float)
    for hit in hits[:LOOKED_AT]:
        for section in (hit.rule, rulebook.by_id[hit.rule].parent or ""):
            if len(_with_text(section, rulebook)) >= LEAST_STEPS:
                chances[section] += hit.score
    for section in chances:
        chances[section] += NAMED * _names(question, rulebook.by_id[section].heading)
    best = max(chances, key=lambda section: chances[section], default="")
    return _best_steps(best, hits, rulebook) if best and chances[best] >= LEAST_CHANCE else ()


def steps_first(hits: Sequence[Hit], steps: Sequence[str]) -> list[str]:
    """The ids of ranked rules with the steps before the others, best first; then the steps that are not ranked."""
    ranked = [hit.rule for hit in hits]
    ahead = [*(rule for rule in ranked if rule in steps), *(step for step in steps if step not in ranked)]
    return [*ahead, *(rule for rule in ranked if rule not in steps)]


def _best_steps(section: str, hits: Sequence[Hit], rulebook: Rulebook) -> tuple[str, ...]:
    rules = _with_text(section, rulebook)
    ranked = [hit.rule for hit in hits if hit.rule in rules]
    kept = [*ranked, *(rule for rule in rules if rule not in ranked)][:MOST_STEPS]
    return tuple(rule for rule in rules if rule in kept)


def _with_text(section: str, rulebook: Rulebook) -> list[str]:
    rule = rulebook.by_id.get(section)
    return [child for child in rule.children if rulebook.by_id[child].text] if rule else []


def _names(question: str, heading: str) -> bool:
    """Whether a question has all words of a heading of at least two words."""
    words = read_words(heading).stems
    return len(words) > 1 and words <= read_words(question).stems
