"""ui/html: what an answer and a rule look like, with hostile text in them."""

import re
from dataclasses import replace
from html import unescape

import pytest
from own_rules import BY_ID, MATCHED_EXAMPLE, OFFICIAL, PLAIN, WORDING, answer, cite, read

from index.records import Edition, PlainEntry, Rule, Rulebook
from judge.lookup.reader import RuleReader
from judge.records import Matched
from ui import strings
from ui.html.answer import answer_html, pending_html, problem_html, question_html
from ui.html.rule import missing_rule_html, rule_html
from ui.html.view import edition_line

HOSTILE = "</div><script>alert('x')</script> & {T}\n\n# no *heading*"


def shown(html: str) -> str:
    """What a reader sees: the text without the tags, and without what only copying gives."""
    return unescape(re.sub(r"<[^>]+>", "", re.sub(r'<div class="source.*?</div>', "", html)))


def test_the_deciding_rules_plain_wording_leads_and_is_said_once() -> None:
    html = answer_html(answer(citations=[cite("900.1a"), cite("900.2a", "supports")]))
    assert html.startswith(f'<div class="answer"><p class="label">{strings.PLAIN_LABEL}</p><p class="lead">No wind')
    assert shown(html).count(WORDING["900.1a"]) == 1
    assert shown(html).index(strings.DECIDING) < shown(html).index(strings.SUPPORTING)


def test_a_card_has_number_path_and_the_text_character_for_character() -> None:
    html = answer_html(answer(citations=[cite("900.1a"), cite("900.2", "supports")]))
    assert BY_ID["900.1a"].text in shown(html)
    assert BY_ID["900.2"].text in shown(html)
    assert "Toys › Kites" in shown(html)
    assert '<details class="rule decides" open>' in html
    assert '<details class="rule supports"><summary>' in html
    assert 'See rule <a class="ref" href="#rule-900.2">900.2</a>.' in html


@pytest.mark.parametrize(
    ("matched", "expected"),
    [
        (Matched("question", "is it <up>?"), "A similar question: “is it <up>?”"),
        (Matched("glossary", "Kite"), "Matches the glossary: “Kite”"),
        (Matched("number", "900.1a"), "You named this rule."),
        (MATCHED_EXAMPLE, strings.MATCHED_EXAMPLE + MATCHED_EXAMPLE.text),
        (Matched("example", "Our own kite."), strings.MATCHED_EXAMPLE_OURS + "Our own kite."),
    ],
    ids=lambda value: value.kind if isinstance(value, Matched) else "",
)
def test_a_card_says_why_it_was_found(matched: Matched, expected: str) -> None:
    assert expected in shown(answer_html(answer(citations=[cite("900.1a", matched=matched)])))


def test_the_plain_rulebook_is_labeled_and_shown_once() -> None:
    citation = cite("900.1b")
    html = answer_html(answer(citations=[replace(citation, plain=citation.rule.text)], edition=PLAIN))
    assert shown(html).count("A torn kite stays on the ground.") == 1
    assert strings.PLAIN_ONLY_LABEL in html
    assert strings.PLAIN_LABEL not in html


def test_a_declined_question_has_the_message_and_the_nearest_rules() -> None:
    html = answer_html(answer(citations=[cite("900.2")], answered=False, message="Not <here>."))
    assert html.startswith('<div class="answer"><p class="lead">Not &lt;here&gt;.</p>')
    assert shown(html).index(strings.NEAREST) < shown(html).index("900.2")
    assert strings.DECIDING not in html
    assert strings.DECIDED_BY not in html


@pytest.mark.parametrize(
    "edition", [OFFICIAL, PLAIN, replace(OFFICIAL, name="Toys, effective May 1, 2031", partial=True)]
)
@pytest.mark.parametrize("answered", [True, False])
def test_every_answer_names_its_edition(edition: Edition, answered: bool) -> None:
    one = answer(edition=edition, answered=answered)
    assert edition_line(edition) in shown(answer_html(one))


def test_an_edition_is_named_with_its_date_once() -> None:
    assert edition_line(OFFICIAL) == "Rules: Rules of the Toy Table, effective 2031-05-01"
    assert edition_line(PLAIN) == "Rules: Plain rulebook"
    assert edition_line(replace(OFFICIAL, name="Toys, effective May 1, 2031", partial=True)) == (
        "Rules: Toys, effective May 1, 2031 (some chapters only)"
    )


def test_hostile_text_stays_text_on_one_line() -> None:
    rule = Rule("1", "1.1", HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,))
    for matched in (Matched("example", HOSTILE), Matched("question", HOSTILE)):
        citation = replace(cite("900.1a"), rule=rule, matched=matched, plain=HOSTILE + "!")
        for answered in (True, False):
            one = answer(HOSTILE, [citation], replace(OFFICIAL, name=HOSTILE), answered, HOSTILE)
            html = answer_html(one)
            assert "<script" not in html
            assert "\n" not in html
            assert HOSTILE in shown(html)
    assert shown(question_html(HOSTILE)) == HOSTILE
    reader = RuleReader(Rulebook(OFFICIAL, (rule,)), {"1": PlainEntry("1.1", "", HOSTILE + "!")})
    for html in (rule_html(rule, reader), missing_rule_html(HOSTILE), problem_html(HOSTILE)):
        assert "<script" not in html
        assert "\n" not in html


def test_the_panel_shows_a_rule_in_its_place() -> None:
    html = rule_html(BY_ID["900.1a"], read())
    assert BY_ID["900.1a"].text in shown(html)
    assert all(example in shown(html) for example in BY_ID["900.1a"].examples)
    assert WORDING["900.1a"] in shown(html)
    assert 'aria-label="Previous: 900.1"' in html
    assert 'aria-label="Next: 900.1b"' in html
    assert "Part of 900.1 Kites" in shown(html)
    assert "Refers to (1)900.2" in shown(html)
    assert "Referred to by (1)900.1a" in shown(rule_html(BY_ID["900.2"], read()))
    assert "Its rules (2)900.1a" in shown(rule_html(BY_ID["900.1"], read()))


def test_the_second_rule_of_a_number_has_a_link_of_its_own() -> None:
    assert 'href="#rule-900.2a%232"' in rule_html(BY_ID["900.2a"], read())


def test_an_answer_says_which_number_there_is_not() -> None:
    said = "There is no rule 999.9 in Rules of the Toy Table."
    one = answer("900.1a and 999.9", [cite("900.1a")], OFFICIAL, True, said)
    assert f'<div class="answer"><p class="label">{said}</p>' in answer_html(one)


def test_a_shared_link_of_another_edition_is_noted() -> None:
    note = strings.OTHER_EDITION.format(linked="<2001>", here=OFFICIAL.id)
    assert shown(answer_html(answer(), linked_edition="<2001>")).startswith(note)
    assert note not in shown(answer_html(answer(), linked_edition=OFFICIAL.id))


def test_a_corrected_question_is_offered() -> None:
    html = answer_html(replace(answer("a kiet?"), corrected="a kite?"))
    assert '<span class="label">Did you mean</span> <button class="ask-this">a kite?</button>' in html


def test_a_link_asks_the_question_again() -> None:
    html = answer_html(answer('a "kite" & 100%?'))
    assert f'href="?q=a%20%22kite%22%20%26%20100%25%3F&amp;edition={OFFICIAL.id}"' in html


def test_a_pending_answer_says_so() -> None:
    assert pending_html() == f'<div class="answer pending"><p>{strings.SEARCHING}</p></div>'
