"""ui/html/markdown.py: an answer as Markdown and for Discord, with hostile text in it."""

from dataclasses import replace

from own_rules import BY_ID, MATCHED_EXAMPLE, OFFICIAL, PLAIN, answer, cite

from judge.records import Matched
from ui import strings
from ui.html.markdown import DISCORD_MOST, discord, markdown
from ui.html.view import AnswerView, edition_line

ANSWER = answer("Does it *stay* @everyone?", [cite("900.1a", matched=MATCHED_EXAMPLE), cite("900.2", "supports")])
BOTH = AnswerView.of(ANSWER)


def test_markdown_has_question_rules_in_order_and_edition() -> None:
    blocks = markdown(BOTH).split("\n\n")
    assert blocks[0] == "**Does it \\*stay\\* @\u200beveryone?**"
    assert blocks[1].startswith(
        f"**900.1a** Kites ({strings.DECIDING})\n> A kite goes up while {{T}} & \\<wind\\> last. See rule 900.2."
    )
    assert blocks[2].startswith(f"**900.2** Wind ({strings.SUPPORTING})\n> Wind blows until it doesn't. \\*It\\* is")
    assert blocks[3] == f"{edition_line(OFFICIAL)}. {strings.UNOFFICIAL}"


def test_discord_has_the_deciding_rules_alone() -> None:
    assert "**900.1a**" in discord(BOTH)
    assert "**900.2**" not in discord(BOTH)


def test_discord_fits_into_one_message() -> None:
    long = replace(BY_ID["900.2a"], text="word " * 2000)
    many = [replace(cite("900.2a"), rule=long) for _ in range(8)]
    text = discord(AnswerView.of(answer("?" * 2000, many)))
    assert 1000 < len(text) <= DISCORD_MOST
    assert text.endswith(strings.UNOFFICIAL)


def test_the_plain_rulebook_is_labeled() -> None:
    assert strings.PLAIN_ONLY_LABEL in markdown(AnswerView.of(replace(ANSWER, edition=PLAIN)))
    assert strings.PLAIN_ONLY_LABEL in discord(AnswerView.of(replace(ANSWER, edition=PLAIN)))


def test_a_declined_question_says_so() -> None:
    declined = answer(citations=[cite("900.2", "supports")], answered=False, message="Not *here*.")
    text = discord(AnswerView.of(declined))
    assert "Not \\*here\\*." in text
    assert f"({strings.NEAREST_ONE})" in text


def test_the_matching_example_says_whose_it_is() -> None:
    assert f"> {strings.MATCHED_EXAMPLE}: Ann flies a kite." in markdown(BOTH)
    ours = answer(citations=[cite("900.1a", matched=Matched("example", "Our own kite."))])
    assert f"> {strings.MATCHED_EXAMPLE_OURS}: Our own kite." in markdown(AnswerView.of(ours))
