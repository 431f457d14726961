"""judge/judge.py: what is cited, in which role, and when the judge declines."""

from dataclasses import replace

import pytest
from fake_encoder import BagOfWords
from small_plain import UNANSWERABLE

from index.cards.records import Mention
from index.cards.store import CardStore
from index.errors import RuleError
from index.plain.align import align_plain
from index.plain.edition import plain_rulebook
from index.records import PlainRulebook, Rulebook
from index.search.passages import make_passages, searched_text
from index.search.search import Search
from judge.judge import MOST_CITED, MOST_DECIDING, Judge
from judge.lookup.cards import CardFinder
from judge.messages import NO_SUCH_RULE, NOTHING_ASKED, REFUSAL, UNKNOWN_WORDS
from judge.question.text import QuestionError
from judge.records import Matched, NamedCards, SameCase

QUESTIONS = [
    "how much tramples over a chump blocker?",
    "Can my new beetle attack at once?",
    "Any scratch from a creature with deathtouch is enough to kill",
    "what does the game tidy up by itself",
    "rule 613",
    "702.19b and 104.2",
    "702.99z",
    "who bakes the best bread in town",
]


@pytest.fixture(scope="module")
def judge(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> Judge:
    """A judge over our small rules as an official edition."""
    return Judge.from_rulebooks(rulebook, plain, search)


@pytest.fixture(scope="module")
def plain_judge(plain: PlainRulebook) -> Judge:
    """A judge that has the plain rulebook alone."""
    book, encoder = plain_rulebook(plain), BagOfWords()
    passages = make_passages(book, align_plain(plain, book))
    vectors = encoder.encode([searched_text(passage) for passage in passages])
    return Judge.from_rulebooks(book, plain, Search.from_passages(passages, vectors, encoder))


def test_a_number(judge: Judge) -> None:
    answer = judge.ask("What does 702.19B say?")
    [citation] = answer.citations
    assert (answer.answered, answer.confidence, answer.message) == (True, 1.0, "")
    assert (citation.rule.id, citation.role, citation.score) == ("702.19b", "decides", 1.0)
    assert citation.matched == Matched("number", "702.19b")
    assert citation.plain == "Kill the blockers first; what is left hits the player."


def test_a_title_comes_with_its_rules(judge: Judge) -> None:
    cited = [(each.rule.id, each.role) for each in judge.ask("702.19").citations]
    assert cited == [
        ("702.19", "decides"),
        ("702.19a", "supports"),
        ("702.19b", "supports"),
        ("702.19c", "supports"),
    ]


def test_a_title_and_one_of_its_rules(judge: Judge) -> None:
    cited = [(each.rule.id, each.role) for each in judge.ask("702.2a, part of 702.2").citations]
    assert cited == [("702.2a", "decides"), ("702.2", "decides"), ("702.2b", "supports")]


def test_a_chapter_alone(judge: Judge) -> None:
    assert [each.rule.id for each in judge.ask("613").citations] == ["613", "613.1", "613.4", "613.7"]


def test_a_missing_number(judge: Judge) -> None:
    answer = judge.ask("702.19d")
    assert (answer.answered, answer.confidence) == (False, 0.0)
    assert answer.message == NO_SUCH_RULE.format(number="702.19d", edition=judge.reader.edition.name)
    assert {each.rule.id for each in answer.citations} == {"702.19", "702.19b", "702.19c"}
    assert {each.role for each in answer.citations} == {"supports"}


def test_a_missing_number_beside_one_that_exists(judge: Judge) -> None:
    answer = judge.ask("702.19d or 702.19b?")
    assert [each.rule.id for each in answer.citations] == ["702.19b"]
    assert answer.answered
    assert "702.19d" in answer.message


def test_a_typical_question(judge: Judge) -> None:
    answer = judge.ask("how much tramples over a chump blocker?")
    first = answer.citations[0]
    assert answer.answered
    assert (first.rule.id, first.role, first.score) == ("702.19b", "decides", 1.0)
    assert first.matched == Matched("question", "how much tramples over a chump blocker")


@pytest.mark.parametrize("asked", QUESTIONS)
def test_citations_are_rules_of_the_edition(judge: Judge, rulebook: Rulebook, asked: str) -> None:
    citations = judge.ask(asked).citations
    assert citations
    assert all(rulebook.by_id[each.rule.id] is each.rule for each in citations)
    assert len({each.rule.id for each in citations}) == len(citations)
    for each in citations:
        if each.matched.kind in ("rule", "example"):
            assert each.matched.text in (each.rule.text, *each.rule.examples, each.rule.heading)


@pytest.mark.parametrize("asked", QUESTIONS)
def test_how_many_are_cited(judge: Judge, asked: str) -> None:
    answer = judge.ask(asked)
    roles = [each.role for each in answer.citations]
    assert roles == sorted(roles)
    assert roles.count("decides") <= MOST_DECIDING == 3
    assert len(roles) <= MOST_CITED == 8
    assert ("decides" in roles) is answer.answered
    assert judge.ask(asked, k=1).citations == answer.citations[:1]


def test_many_numbers_at_once(judge: Judge) -> None:
    roles = [each.role for each in judge.ask("613.1a 613.1b 613.4 613.7 702.2a").citations]
    assert roles.count("decides") <= MOST_DECIDING


@pytest.mark.parametrize("asked", ["", " \n\t", "🪲🪲🪲", "?!", "\x00\x1b", "7"], ids=repr)
def test_nothing_asked(judge: Judge, asked: str) -> None:
    answer = judge.ask(asked)
    assert (answer.answered, answer.confidence, answer.citations) == (False, 0.0, ())
    assert answer.message == NOTHING_ASKED


@pytest.mark.parametrize(
    "asked",
    [
        "who bakes the best bread in town",
        "Wie funktioniert Trampelschaden?",
        "踏みにじるはどう働きますか",
        "qqqq zzzz",
    ],
    ids=["off the subject", "German", "Japanese", "no words"],
)
def test_declined(judge: Judge, asked: str) -> None:
    answer = judge.ask(asked)
    assert not answer.answered
    assert answer.confidence < 0.5
    assert answer.message.startswith(REFUSAL)
    assert {each.role for each in answer.citations} <= {"supports"}


def test_the_reason_is_said_where_the_question_is_like_others_that_no_rule_decides(judge: Judge) -> None:
    assert judge.ask("who bakes the best bread in town").message == f"{REFUSAL} {UNANSWERABLE[0].why}"
    assert judge.ask("qqqq zzzz").message == f"{REFUSAL} {UNKNOWN_WORDS.format(words='“qqqq”, “zzzz”')}"


class Guesses(CardFinder):
    """Cards whose names are spelled like one word."""

    def __init__(self, store: CardStore, names: tuple[str, ...]) -> None:
        super().__init__(store)
        self.names = names

    def named_in(self, question: str, rulebook: Rulebook) -> tuple[NamedCards, ...]:
        """All of them, for the word "stormkiss"."""
        mention = Mention(3, 12, self.names, "misspelt", len(self.names) == 1, "creature")
        return (NamedCards("stormkiss", mention, ()),)


@pytest.mark.parametrize(
    ("names", "known"),
    [
        (("Stormkin",), True),
        (("Storm King, the First", "Storm King, the Last"), True),
        (("Stormfist Beetle", "Quick Stormkin"), False),
    ],
)
def test_an_invented_word_like_the_names_of_different_cards_is_unknown(
    judge: Judge, card_store: CardStore, names: tuple[str, ...], known: bool
) -> None:
    cards = Guesses(card_store, names)
    answer = replace(judge, cards=cards).ask("is stormkiss stopped by a creature with deathtouch and trample")
    assert ("stormkiss" not in answer.message) is known


def test_too_long(judge: Judge) -> None:
    with pytest.raises(QuestionError, match="has 100,000 characters"):
        judge.ask("x" * 100_000)


def test_the_same_question_twice(judge: Judge) -> None:
    assert judge.ask(QUESTIONS[1]) == judge.ask(QUESTIONS[1])


@pytest.mark.parametrize("number", ["702.19b", " 702.19B. ", "702.19b."])
def test_find(judge: Judge, number: str) -> None:
    assert judge.reader.find(number).id == "702.19b"


@pytest.mark.parametrize(
    ("number", "near"),
    [("702.19d", "702.19c"), ("702.3", "702.2"), ("", "613 or 702.19b"), ("9" * 100_000, "613 or 702.19b")],
    ids=["letter", "title", "empty", "huge"],
)
def test_find_says_what_is_near(judge: Judge, number: str, near: str) -> None:
    with pytest.raises(RuleError, match=r"^found no rule") as caught:
        judge.reader.find(number)
    assert near in str(caught.value)
    assert len(str(caught.value)) < 200


def test_plain_wording(judge: Judge) -> None:
    assert judge.reader.plain("702.19a") == "It has nothing to do when nobody blocks."
    assert (judge.reader.plain("702.2a"), judge.reader.plain("999")) == ("", "")


def test_rank(judge: Judge) -> None:
    numbers = judge.rank("how much tramples over a chump blocker", 10).numbers
    assert numbers[0] == "702.19b"
    assert len(numbers) == len(set(numbers)) == 10


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_ranking_is_as_sure_as_the_answer(judge: Judge, question: str) -> None:
    ranking, answer = judge.rank(question, 10), judge.ask(question)
    assert (ranking.confidence, ranking.state) == (answer.confidence, answer.state)


def test_the_plain_rulebook_alone(plain_judge: Judge, plain: PlainRulebook) -> None:
    answer = plain_judge.ask("deathtouch with trample, one point each?")
    first = answer.citations[0]
    assert (answer.edition.id, answer.edition.official, answer.answered) == ("plain", False, True)
    assert first.rule.number == "702.19b"
    assert first.rule.text == first.plain == plain.by_number["702.19b"].plain
    assert {each.rule.number for each in answer.citations} <= set(plain.by_number)


def test_only_deciding_rules_are_opened(judge: Judge) -> None:
    answer = judge.ask("how much tramples over a chump blocker?")
    assert [each.opened for each in answer.citations] == [each.role == "decides" for each in answer.citations]


def test_an_answer_has_its_next_questions(judge: Judge) -> None:
    answer = judge.ask("702.19b")
    assert answer.next_questions == judge.reader.questions("702.19b")[:3] != ()


def test_an_answer_has_the_cards_that_the_question_names(judge: Judge, card_store: CardStore) -> None:
    assert judge.ask("702.19b for [[Spoon]]").cards == ()
    [spoon] = replace(judge, cards=CardFinder(card_store)).ask("702.19b for [[Spoon]]").cards
    assert (spoon.called, [each.card.name for each in spoon.cards]) == ("Spoon", ["Spoon"])


def test_a_ranking_says_how_many_rules_are_opened(judge: Judge) -> None:
    for question in QUESTIONS[:4]:
        opened = [citation.opened for citation in judge.ask(question).citations]
        assert opened == [place < judge.rank(question, MOST_CITED).opened for place in range(len(opened))]


def test_an_unsure_answer_opens_the_five_closest_rules(judge: Judge) -> None:
    answer = judge.ask("how much zorplequand tramples over a chump blocker?")
    assert (answer.state, [each.opened for each in answer.citations]) == ("unsure", [True] * 5 + [False] * 3)


def test_words_of_a_named_card_are_known(judge: Judge, card_store: CardStore) -> None:
    question = "does Grumbit Unbound use zorplequand with deathtouch?"
    without, with_cards = (each.ask(question) for each in (judge, replace(judge, cards=CardFinder(card_store))))
    assert "the words “grumbit”, “zorplequand”" in without.message
    assert "the word “zorplequand”" in with_cards.message


def test_an_answer_names_the_questions_that_it_leans_on(judge: Judge) -> None:
    first = "how much tramples over a chump blocker"
    assert judge.ask("and if it has deathtouch too?", earlier=[first]).context == (first,)
    assert judge.ask(first).context == ()


def test_an_answer_has_the_answered_typical_questions_of_its_rules(
    rulebook: Rulebook, plain: PlainRulebook, search: Search
) -> None:
    asked = "how much tramples over a chump blocker"
    entry = replace(plain.by_number["702.19b"], answers=("All that is left.", ""))
    entries = tuple(entry if each.number == entry.number else each for each in plain.entries)
    answered = Judge.from_rulebooks(rulebook, replace(plain, entries=entries), search)
    assert answered.ask(asked).typical == (SameCase(asked, "All that is left.", "702.19b"),)
