"""ui/take_along.py: an answer as Markdown and for Discord, with hostile text in it."""

from dataclasses import replace

from own_rules import BY_ID, MATCHED_EXAMPLE, OFFICIAL, PLAIN, answer, cite

from ui import words
from ui.markup import edition_line
from ui.take_along import DISCORD_MOST, discord, markdown

BOTH = answer("Does it *stay* @everyone?", [cite("900.2", "supports"), cite("900.1a", matched=MATCHED_EXAMPLE)])


def test_markdown_has_question_rules_in_order_and_edition() -> None:
    blocks = markdown(BOTH).split("\n\n")
    assert blocks[0] == "**Does it \\*stay\\* @\u200beveryone?**"
    assert blocks[1].startswith(
        f"**900.1a** Kites ({words.DECIDING})\n> A kite goes up while {{T}} & \\<wind\\> last. See rule 900.2.\n> Ex"
    )
    assert blocks[2].startswith(f"**900.2** Wind ({words.SUPPORTING})\n> Wind blows until it doesn't. \\*It\\* is")
    assert blocks[3] == f"{edition_line(OFFICIAL)}. {words.UNOFFICIAL}"


def test_discord_has_the_deciding_rules_alone() -> None:
    assert "**900.1a**" in discord(BOTH)
    assert "**900.2**" not in discord(BOTH)


def test_discord_fits_into_one_message() -> None:
    long = replace(BY_ID["900.2a"], text="word " * 2000)
    many = [replace(cite("900.2a"), rule=long) for _ in range(8)]
    said = discord(answer("?" * 2000, many))
    assert 1000 < len(said) <= DISCORD_MOST
    assert said.endswith(words.UNOFFICIAL)


def test_the_plain_rulebook_is_labelled() -> None:
    assert words.PLAIN_ONLY_LABEL in markdown(replace(BOTH, edition=PLAIN))
    assert words.PLAIN_ONLY_LABEL in discord(replace(BOTH, edition=PLAIN))


def test_a_declined_question_says_so() -> None:
    said = discord(answer(citations=[cite("900.2", "supports")], answered=False, message="Not *here*."))
    assert "Not \\*here\\*." in said
    assert f"({words.NEAREST_ONE})" in said
