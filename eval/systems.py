"""A rulebook and an encoder → the three baselines that every report holds beside the judge."""

from collections.abc import Callable, Iterable, Sequence

from eval.run import System
from index.fuse import reciprocal_rank
from index.lexical import WordIndex
from index.records import Rule, Rulebook
from index.vectors import VectorIndex, Vectors
from judge.records import Ranked

FUSED_DEPTH = 100
FUSION_CONSTANT = 60

Embed = Callable[[Sequence[str]], Vectors]


def baselines(rulebook: Rulebook, embed_question: Embed, embed_rules: Embed | None = None) -> dict[str, System]:
    """`bm25` over heading, text and examples, `dense` over heading and text, and `rrf`, the two fused.

    `embed_rules` may take the vectors of the rules from where they are kept.
    """
    rules = rulebook.numbered
    words = WordIndex.from_texts([word_text(rule) for rule in rules])
    vectors = VectorIndex.from_vectors((embed_rules or embed_question)([dense_text(rule) for rule in rules]))
    repeated = len(rules) - len({rule.number for rule in rules})

    def by_words(question: str, k: int) -> list[int]:
        return [row for row, _ in words.search(question, k)]

    def by_vectors(question: str, k: int) -> list[int]:
        return [row for row, _ in vectors.search(embed_question([question])[0], k)]

    def bm25(question: str, k: int) -> Ranked:
        return _ranked(rules, by_words(question, k + repeated), k)

    def dense(question: str, k: int) -> Ranked:
        return _ranked(rules, by_vectors(question, k + repeated), k)

    def rrf(question: str, k: int) -> Ranked:
        depth = max(k + repeated, FUSED_DEPTH)
        rankings = [by_words(question, depth), by_vectors(question, depth)]
        return _ranked(rules, (row for row, _ in reciprocal_rank(rankings, FUSION_CONSTANT)), k)

    return {"bm25": bm25, "dense": dense, "rrf": rrf}


def dense_text(rule: Rule) -> str:
    """Heading and text; a bare title stands for itself."""
    return f"{rule.heading}: {rule.text}" if rule.text and rule.text != rule.heading else rule.heading


def word_text(rule: Rule) -> str:
    """Heading, text and examples."""
    return "\n".join([dense_text(rule), *rule.examples])


def _ranked(rules: Sequence[Rule], rows: Iterable[int], k: int) -> Ranked:
    """The first k rule numbers; two rules of one number (`702.175#2`) are one."""
    return Ranked(tuple(dict.fromkeys(rules[row].number for row in rows))[:k])
