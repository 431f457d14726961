"""index/search/search.py: the real index over our small rules, by the fake encoder."""

import numpy as np
import pytest
from fake_encoder import BagOfWords

from index.records import Passage, Rulebook
from index.search.passages import make_passages, searched_text
from index.search.search import Search

OFFICIAL_ALONE = {
    "302.6": "too dizzy to attack, came under your command this turn",
    "613.7": "two effects in one coat, which is painted first",
    "104.2": "may I give up whenever I like",
    "404.1": "where do dead creatures lie face up",
    "702.2": "what does the keyword deathtouch do, whose every scratch kills",
}
WITH_PLAIN = {
    "702.19b": "A 7/7 beetle with trample meets a 2/2 ant",
    "702.10a": "can my new beetle attack at once",
    "702.19a": "nobody blocks, has it nothing to do then",
}


def _search(*passages: Passage) -> Search:
    encoder = BagOfWords()
    return Search.from_passages(passages, encoder.encode([searched_text(each) for each in passages]), encoder)


@pytest.mark.parametrize(("rule", "question"), OFFICIAL_ALONE.items(), ids=OFFICIAL_ALONE)
def test_the_rule_of_the_passage_comes_first(rule: str, question: str, rulebook: Rulebook) -> None:
    assert _search(*make_passages(rulebook, {})).search(question).hits[0].rule == rule


@pytest.mark.parametrize(("rule", "question"), WITH_PLAIN.items(), ids=WITH_PLAIN)
def test_the_plain_wording_leads_to_its_rule(rule: str, question: str, search: Search) -> None:
    assert search.search(question).hits[0].rule == rule


@pytest.mark.parametrize("kind", ["rule", "plain", "question", "example", "glossary"])
def test_a_passage_asked_word_for_word_is_found(kind: str, search: Search) -> None:
    for passage in search.passages:
        if passage.kind == kind and passage.text:
            found = search.search(searched_text(passage))
            assert passage.rule in [hit.rule for hit in found.hits[:3]]
            assert found.evidence.nearest == pytest.approx(1, abs=1e-5)


def test_the_passage_that_matched_is_told(search: Search) -> None:
    hit = search.search("how much tramples over a chump blocker").hits[0]
    assert (hit.passage.kind, hit.passage.text) == ("question", "how much tramples over a chump blocker")


def test_a_rule_stands_once_and_k_cuts(search: Search) -> None:
    hits = search.search("trample beetle damage", 30).hits
    assert len({hit.rule for hit in hits}) == len(hits) == 30
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert search.search("trample beetle damage", 4).hits == hits[:4]


def test_rules_are_listed_in_the_order_of_the_edition(search: Search) -> None:
    assert search.rules[:4] == ["100.1", "100.1a", "100.1b", "104.1"]


def test_ties_go_to_the_rule_that_stands_first() -> None:
    same = [Passage(rule, "rule", "A beetle sleeps.") for rule in ("702.2", "702.10", "100.1")]
    assert [hit.rule for hit in _search(*same).search("beetle").hits] == ["702.2", "702.10", "100.1"]


@pytest.mark.parametrize("question", ["zebra", "?!", ""])
def test_a_question_that_shares_no_word(question: str, search: Search) -> None:
    found = search.search(question, 3)
    assert len(found.hits) == 3
    assert found.evidence.nearest == 0


def test_searching_twice_gives_the_same(search: Search) -> None:
    assert search.search("does a blocked attacker trample") == search.search("does a blocked attacker trample")
    assert np.isfinite([hit.score for hit in search.search("beetle").hits]).all()
