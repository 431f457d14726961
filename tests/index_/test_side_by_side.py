"""scripts/side_by_side.py: an entry beside the official rule and the cards that its questions name."""

from dataclasses import replace

from side_by_side import side_by_side

from index.cards.store import CardStore
from index.records import PlainRulebook, Rulebook
from judge.lookup.cards import CardReader


def test_an_entry_has_the_official_text_and_its_cards_once(
    plain: PlainRulebook, rulebook: Rulebook, card_store: CardStore
) -> None:
    asked = ("does [[Spoon]] trample", "and [[Spoon]] again")
    entry = replace(plain.by_number["702.19b"], questions=asked, answers=("No.", "No."))
    lines = list(side_by_side(entry, rulebook, CardReader.from_store(card_store, rulebook)))
    assert lines[0] == "=== 702.19b"
    assert lines[1] == f"OFFICIAL: {rulebook.by_id['702.19b'].text}"
    assert f"OURS: {entry.plain}" in lines
    at = lines.index(f"Q: {asked[0]}")
    assert lines[at + 1] == "A: No."
    assert lines[at + 2].startswith("    Spoon, ")
    assert lines[at + 2].endswith(card_store.card("Spoon").text.replace("\n", " / "))
    assert lines[at + 3 :] == [f"Q: {asked[1]}", "A: No."]


def test_without_cards_the_questions_stand_alone(plain: PlainRulebook, rulebook: Rulebook) -> None:
    entry = plain.by_number["702.19b"]
    lines = list(side_by_side(replace(entry, answers=("Yes.",) * len(entry.questions)), rulebook, None))
    assert [line for line in lines if line.startswith("    ")] == []
    assert sum(line.startswith("Q: ") for line in lines) == len(entry.questions)
