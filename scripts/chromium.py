"""The Chromium that is installed, or for tests its headless shell, which loads a page in half the time."""

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

CHROMIUM, HEADLESS_SHELL = "chromium", "chromium-headless-shell"
FOR_TESTS = HEADLESS_SHELL, CHROMIUM
FOR_PEOPLE = CHROMIUM, HEADLESS_SHELL


def find_browser(programs: tuple[str, ...]) -> str | None:
    """The path of the first of these programs that is installed, None where none is."""
    return next((path for path in map(shutil.which, programs) if path), None)


def launch(kind: "BrowserType", programs: tuple[str, ...], *options: str) -> "Browser":
    """The first of these programs that is installed, started; Playwright's own where none is."""
    return kind.launch(executable_path=find_browser(programs), args=["--no-sandbox", *options])
