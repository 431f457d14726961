"""A rulebook and an encoder → the three baselines that every report compares the judge with."""

from collections.abc import Callable, Iterable, Sequence

from eval.run import System
from eval.systems.fusion import reciprocal_rank
from index.encoder.encoder import Vectors
from index.records import Rule, Rulebook
from index.search.bm25 import WordIndex
from index.search.vector_index import VectorIndex
from judge.records import Ranking

FUSED_DEPTH = 100

Embed = Callable[[Sequence[str]], Vectors]


def baselines(rulebook: Rulebook, embed_question: Embed, embed_rules: Embed | None = None) -> dict[str, System]:
    """`bm25` over heading, text and examples, `dense` over heading and text, and `rrf`, the fusion of the two.

    `embed_rules` is for callers that cache the vectors of the rules.
    """
    rules = rulebook.numbered
    words = WordIndex.from_texts([lexical_text(rule) for rule in rules])
    vectors = VectorIndex.from_vectors((embed_rules or embed_question)([dense_text(rule) for rule in rules]))
    duplicates = len(rules) - len({rule.number for rule in rules})

    def lexical_rows(question: str, k: int) -> list[int]:
        return [row for row, _ in words.search(question, k)]

    def dense_rows(question: str, k: int) -> list[int]:
        return [row for row, _ in vectors.search(embed_question([question])[0], k)]

    def bm25(question: str, k: int) -> Ranking:
        return _ranking(rules, lexical_rows(question, k + duplicates), k)

    def dense(question: str, k: int) -> Ranking:
        return _ranking(rules, dense_rows(question, k + duplicates), k)

    def rrf(question: str, k: int) -> Ranking:
        depth = max(k + duplicates, FUSED_DEPTH)
        fused = reciprocal_rank([lexical_rows(question, depth), dense_rows(question, depth)])
        return _ranking(rules, (row for row, _ in fused), k)

    return {"bm25": bm25, "dense": dense, "rrf": rrf}


def dense_text(rule: Rule) -> str:
    """Heading and text; the heading alone for a rule that is only a title."""
    return f"{rule.heading}: {rule.text}" if rule.text and rule.text != rule.heading else rule.heading


def lexical_text(rule: Rule) -> str:
    """Heading, text and examples."""
    return "\n".join([dense_text(rule), *rule.examples])


def _ranking(rules: Sequence[Rule], rows: Iterable[int], k: int) -> Ranking:
    """The first k rule numbers; two rules with the same number (`702.175#2`) count as one."""
    return Ranking(tuple(dict.fromkeys(rules[row].number for row in rows))[:k])
