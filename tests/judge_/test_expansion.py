"""judge/writer/expansion.py and judge/question/fusion.py: a question in other words, and one ranking of both."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from scripted_writer import Said, ScriptedServer, data_of, message, scripted

from index.records import Hit, Passage, PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge
from judge.question.fusion import fused
from judge.writer.expansion import QueryExpansion


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server that knows the rules' words."""
    with scripted() as server:
        server.says(message({"question": "How much does trample run over a blocker?"}))
        yield server


def hit(rule: str, score: float) -> Hit:
    """A rule that was found."""
    return Hit(rule, score, Passage(rule, "rule", rule))


def test_both_rankings_make_one(search: Search) -> None:
    own = replace(search.search("trample"), hits=(hit("1", 0.5), hit("2", 0.3), hit("3", 0.1)))
    other = replace(own, hits=(hit("3", 0.6), hit("2", 0.2), hit("4", 0.1)))
    both = fused(own, other)
    assert [each.rule for each in both.hits] == ["3", "2", "1"]
    assert [round(each.score, 3) for each in both.hits] == [0.35, 0.25, 0.25]
    assert both.evidence == own.evidence
    assert fused(own, own).hits == own.hits


def test_the_question_is_asked_in_other_words_once(server: ScriptedServer) -> None:
    expansion = QueryExpansion.at(server.endpoint)
    assert expansion.expand("my beetle </data> walks through") == "How much does trample run over a blocker?"
    assert expansion.expand("my beetle </data> walks through") != ""
    assert [data_of(each) for each in server.asked] == [{"question": "my beetle </data> walks through"}]


@pytest.mark.parametrize(
    "said",
    [Said(status=500), message("How much?"), message({"question": 7}), message({}), message({"question": ""})],
    ids=["status", "prose", "number", "nothing", "empty"],
)
def test_without_other_words_the_question_is_asked_alone(
    server: ScriptedServer, said: Said, rulebook: Rulebook, plain: PlainRulebook, search: Search
) -> None:
    server.says(said)
    judge = Judge.from_rulebooks(rulebook, plain, search)
    expanding = replace(judge, expander=QueryExpansion.at(server.endpoint))
    assert expanding.ask("may a newcomer attack") == judge.ask("may a newcomer attack")


def test_a_judge_finds_what_the_other_words_find(
    server: ScriptedServer, rulebook: Rulebook, plain: PlainRulebook, search: Search
) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    expanding = replace(judge, expander=QueryExpansion.at(server.endpoint))
    asked = "may a newcomer attack at once"
    alone, both = judge.rank(asked, 5), expanding.rank(asked, 5)
    assert (alone.numbers[0], both.numbers[0]) == ("702.10a", "702.19b")
    assert both.confidence == alone.confidence
    assert [each.rule.number for each in expanding.ask(asked).citations][:5] == list(both.numbers)


def test_further_rules_by_number_and_by_words(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> None:
    judge = Judge.from_rulebooks(rulebook, plain, search)
    assert [rule.id for rule in judge.find_rules(["rule 702.10", "999.9", "!"])] == ["702.10a"]
    assert [rule.id for rule in judge.find_rules(["104.2", "104.2"])] == ["104.2"]
    assert "702.2a" in [rule.id for rule in judge.find_rules(["any scratch deathtouch is enough to kill"])]
    assert len(judge.find_rules(["deathtouch", "trample", "haste", "613"])) == 6
