"""What is found for a question that asks for a sequence → its steps: a procedure, or the rules of one section."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from index.plain.procedures import Procedure
from index.records import Hit, Rulebook
from index.search.search import SearchResult
from judge.answer.case_features import read_words
from judge.question.sequence import asks_for_sequence, asks_how

LOOKED_AT = 8
MOST_STEPS = 8
LEAST_STEPS = 2
LEAST_CHANCE = 0.6
NAMED = 0.55  # added to the chance of a section when the question has all words of its heading
# The least cosine with a question of a procedure, and how far it may be below that with a typical question: where a
# question asks for a sequence, where it asks how something is done, and otherwise.
SEQUENCE_FROM = 0.6
HOW_FROM, HOW_BEHIND = 0.7, 0.05
OTHERS_FROM, OTHERS_BEHIND = 0.85, -0.05


@dataclass(frozen=True)
class Steps:
    """The ids of the rules that apply one after another, and what they are the steps of."""

    title: str = ""
    rules: tuple[str, ...] = ()


def find_steps(question: str, found: SearchResult, rulebook: Rulebook) -> Steps:
    """The steps that a question asks for: of the procedure that it resembles, or of the section that leads; or none."""
    procedure = asked_procedure(question, found)
    if procedure:
        return Steps(procedure.title, procedure.steps)
    rules = _section_steps(question, found.hits, rulebook) if asks_for_sequence(question) else ()
    return Steps(rulebook.by_id[rules[0]].heading, rules) if rules else Steps()


def asked_procedure(question: str, found: SearchResult) -> Procedure | None:
    """The procedure that a question asks for, None where it asks for none."""
    near = found.procedure
    return near.procedure if near and near.cosine >= _least_cosine(question, found) else None


def _least_cosine(question: str, found: SearchResult) -> float:
    """The cosine from which a question of a procedure asks for the same as this one."""
    if asks_for_sequence(question):
        return SEQUENCE_FROM
    least, behind = (HOW_FROM, HOW_BEHIND) if asks_how(question) else (OTHERS_FROM, OTHERS_BEHIND)
    return max(least, found.near[0].score - behind) if found.near else least


def _section_steps(question: str, hits: Sequence[Hit], rulebook: Rulebook) -> tuple[str, ...]:
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
