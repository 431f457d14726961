"""A page in one of its states → whether everyone can use it, light and dark, and whether it is quiet."""

from pathlib import Path
from typing import Literal

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
# With no rules named it checks all.
VIOLATIONS = """async (rules) => (await axe.run(rules.length ? { runOnly: rules } : {})).violations.map(
    (each) => each.id + ": " + each.nodes.map((node) => node.html.slice(0, 160)).join(" | "))"""
# What scrolls, and so could scroll sideways.
WIDER = """() => [document.documentElement, ...document.querySelectorAll(
    "#chat .bubble-wrap, #browse-tab, #evaluate-tab, #rulepanel, #explained")].filter(
    (each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1).map((each) => each.id || "page")"""


def check(page: Page, said: list[str]) -> None:
    """No violation, nothing wider than the screen, no error and no foreign request so far.

    In the dark only colors differ, so only their contrast is checked again.
    """
    page.evaluate(AXE)
    schemes: tuple[tuple[Literal["light", "dark"], list[str]], ...] = (("light", []), ("dark", ["color-contrast"]))
    for scheme, rules in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        dark = "document.body.classList.contains('dark')"
        page.wait_for_function(dark if scheme == "dark" else f"!{dark}")
        assert page.evaluate(VIOLATIONS, rules) == [], scheme
        assert page.evaluate(WIDER) == [], scheme
    assert said == []
