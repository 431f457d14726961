"""ui/html/symbols.py: symbols are drawn, and read as they are written."""

import re
from html import unescape
from importlib.resources import files

import pytest

from ui.html.symbols import NAMES, symbols


@pytest.mark.parametrize("text", ["{T}: Add {G}{2}{W/U}.", "no symbol {here}", "{<b>} & {Q}"])
def test_the_text_stays_as_it_is_written(text: str) -> None:
    assert unescape(re.sub("<[^>]+>", "", symbols(text))) == text


def test_a_symbol_says_its_name() -> None:
    assert symbols("{T}") == '<span class="mana mana-t" role="img" title="tap"><i>{</i><b>T</b><i>}</i></span>'
    assert 'title="{10}"' in symbols("{10}")


def test_every_name_but_that_of_x_has_a_drawing() -> None:
    css = (files("ui") / "static" / "page.css").read_text("utf-8")
    drawn = set(re.findall(r"[.]mana-([a-z]) [{] --glyph: url", css))
    assert drawn == {sign.lower() for sign in NAMES} - {"x"}
