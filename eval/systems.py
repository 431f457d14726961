"""A rulebook and an encoder → the three baselines that every report holds beside the judge."""

from collections.abc import Iterable, Sequence

from eval.run import System
from index.fuse import reciprocal_rank
from index.lexical import WordIndex
from index.records import Rule, Rulebook
from index.vectors import Encoder, VectorIndex

FUSED_DEPTH = 100
FUSION_CONSTANT = 60


def baselines(rulebook: Rulebook, encoder: Encoder) -> dict[str, System]:
    """`bm25` over heading, text and examples, `dense` over heading and text, and `rrf`, the two fused."""
    rules = rulebook.numbered
    words = WordIndex.from_texts([word_text(rule) for rule in rules])
    vectors = VectorIndex.from_vectors(encoder.encode([dense_text(rule) for rule in rules]))
    repeated = len(rules) - len({rule.number for rule in rules})

    def by_words(question: str, k: int) -> list[int]:
        return [row for row, _ in words.search(question, k)]

    def by_vectors(question: str, k: int) -> list[int]:
        return [row for row, _ in vectors.search(encoder.encode([question])[0], k)]

    def bm25(question: str, k: int) -> list[str]:
        return _numbers(rules, by_words(question, k + repeated), k)

    def dense(question: str, k: int) -> list[str]:
        return _numbers(rules, by_vectors(question, k + repeated), k)

    def rrf(question: str, k: int) -> list[str]:
        depth = max(k + repeated, FUSED_DEPTH)
        rankings = [by_words(question, depth), by_vectors(question, depth)]
        return _numbers(rules, (row for row, _ in reciprocal_rank(rankings, FUSION_CONSTANT)), k)

    return {"bm25": bm25, "dense": dense, "rrf": rrf}


def dense_text(rule: Rule) -> str:
    """Heading and text; a bare title stands for itself."""
    return f"{rule.heading}: {rule.text}" if rule.text and rule.text != rule.heading else rule.heading


def word_text(rule: Rule) -> str:
    """Heading, text and examples."""
    return "\n".join([dense_text(rule), *rule.examples])


def _numbers(rules: Sequence[Rule], rows: Iterable[int], k: int) -> list[str]:
    """The first k rule numbers; two rules of one number (`702.175#2`) are one."""
    return list(dict.fromkeys(rules[row].number for row in rows))[:k]
