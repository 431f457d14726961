"""index/rules/web_page.py: a rules page copied from the web."""

from paths import SharedFile
from small_page import PAGE

from index.rules.web_page import is_page, read_page


def test_a_page() -> None:
    entries = {entry.number: entry for entry in read_page(PAGE).entries}
    assert list(entries) == ["701", "701.1", "701.2", "701.2a", "701.2b", "701.2c", "701.3"]
    assert (entries["701"].title, entries["701.2"].title, entries["701.3"].title) == ("Beetle Actions", "Crawl", "Fly!")
    assert entries["701.2a"].text == "To crawl is to move on six legs."
    assert entries["701.2a"].examples == ("A beetle crawls over a leaf.", "“Crawl.”", "It crawls back.")
    assert entries["701.2b"].text == "A beetle without legs can’t crawl."
    assert entries["701.2c"].text == "Nor can an ant – see rule 701.2a."


def test_is_page() -> None:
    assert is_page(PAGE)
    assert not is_page("701.2. Crawl\n\n701.2a To crawl is to move.\n")
    assert not is_page("- a list\n- of beetles\n")


def test_the_page_of_the_test_data(shared: SharedFile) -> None:
    text = shared("seeds/chapter-page-701.txt").read_text("utf-8")
    entries = {entry.number: entry for entry in read_page(text).entries}
    assert len(entries) == 201
    assert [entries[number].title for number in ("701", "701.2", "701.49")] == [
        "Keyword Actions",
        "Activate",
        "Roll to Visit Your Attractions",
    ]
    assert sum(len(entry.examples) for entry in entries.values()) == text.count("Example: ") == 9
    assert len(entries["701.20c"].examples) == 2
    assert all(entry.text in text for entry in entries.values())
    assert sum(number.startswith("701.10") for number in entries) == 9
