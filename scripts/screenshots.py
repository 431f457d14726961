"""The plain rulebook's page → the two pictures of the README: an answer on a desktop, light, and on a phone, dark.

    .venv/bin/python scripts/screenshots.py

They are written to docs/. The home folder is a fresh one without cards or editions: no official text and no card's text
may be seen in them.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

from chromium import FOR_PEOPLE, launch
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
SHARP = 1.5
QUALITY = 80
LARGEST = 200_000
PATIENCE = 120_000
QUESTION = "Does deathtouch work with trample?"


@contextmanager
def serving() -> Iterator[str]:
    """The page of a fresh home folder; its address."""
    command = [sys.executable, "-m", "ui.cli", "serve", "--port", "0", "--offline"]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "JUDGE_HOME": home}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield next(line.split("ready: ")[1].strip() for line in process.stdout or () if "ready: " in line)
            finally:
                process.terminate()


def desktop(page: Page) -> None:
    """The answer with its deciding rule opened beside it."""
    page.locator("#chat .chips a").first.click()
    page.locator("#rulepanel h2").wait_for()


def phone(page: Page) -> None:
    """The answer alone."""
    page.locator("#chat details.decides").first.wait_for()


def picture(browser: Browser, url: str, size: tuple[int, int], dark: bool) -> bytes:
    """A picture of the page after the question, without anything that moves or blinks."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=SHARP,
        is_mobile=dark,
        has_touch=dark,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        locale="en-US",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{url}/?q={quote(QUESTION)}")
    page.locator("#chat p.edition").wait_for()
    (phone if dark else desktop)(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur()")
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    taken = page.screenshot(caret="hide", animations="disabled")
    context.close()
    return taken


def main() -> None:
    """Write both pictures and say how large they are."""
    with serving() as url, sync_playwright() as playwright:
        browser = launch(playwright.chromium, FOR_PEOPLE)
        for name, size, dark in (("desktop", (1280, 800), False), ("phone", (390, 844), True)):
            file = ROOT / "docs" / f"page-{name}.webp"
            Image.open(BytesIO(picture(browser, url, size, dark))).save(file, quality=QUALITY, method=6)
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")
            if file.stat().st_size > LARGEST:
                raise SystemExit(f"larger than {LARGEST:,} bytes; expected a smaller picture")
        browser.close()


if __name__ == "__main__":
    main()
