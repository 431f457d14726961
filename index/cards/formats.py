"""One object of a file → a card or a ruling, whichever of the known formats it is in."""

from collections.abc import Iterator
from typing import Any

from index.cards.files import EXPECTED, Item
from index.cards.records import Card, Face, FoundCard, FoundRuling, Ruling
from index.errors import CardFileError

# Scryfall's layouts (and set type) that are no cards of the game's decks.
NOT_CARDS = {"token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard", "reversible_card"}
KEEPSAKES = "memorabilia"
OFFICIAL = "wotc"
STATS = (("loyalty", "Loyalty"), ("defense", "Defense"))


def read_item(item: Item, name: str) -> tuple[str, list[FoundCard | FoundRuling]]:
    """The format of an object and what it holds; nothing for tokens and the like.

    Raises CardFileError with the file and the place of an object that is none of the formats.
    """
    value = item.value
    try:
        if isinstance(value, list):
            return "MTGJSON AtomicCards", [_atomic(value)]
        if not isinstance(value, dict):
            raise ValueError("no JSON object")
        if value.get("object") == "ruling" or "comment" in value:
            return "Scryfall rulings", list(_scryfall_ruling(value))
        if "object" in value or "oracle_id" in value or "layout" in value:
            return "Scryfall cards", list(_scryfall(value))
        return "JSON Lines of cards", [_plain(value)]
    except KeyError as error:
        found = f"an object without {error.args[0]}"
    except (ValueError, TypeError, AttributeError) as error:
        found = str(error)
    raise CardFileError(f"{name}, {item.place}: found {found[:100]}, {EXPECTED}; mend it or get it again.")


def _scryfall_ruling(value: dict[str, Any]) -> Iterator[FoundRuling]:
    if value.get("source", OFFICIAL) == OFFICIAL:
        yield FoundRuling(_text(value, "oracle_id"), Ruling(_text(value, "published_at"), _text(value, "comment")))


def _scryfall(value: dict[str, Any]) -> Iterator[FoundCard]:
    name, kind = _text(value, "name"), value.get("layout", "normal")
    if kind in NOT_CARDS or value.get("set_type") == KEEPSAKES or value.get("lang", "en") != "en":
        return
    faces = value.get("card_faces") or [value]
    allowed = value.get("legalities")
    playable = not allowed or any(state != "not_legal" for state in allowed.values())
    card = Card(name, tuple(_face(face, "oracle_text", value) for face in faces))
    yield FoundCard(card, str(value.get("oracle_id", "")), None, playable)


def _plain(value: dict[str, Any]) -> FoundCard:
    if "oracle_text" not in value:
        raise KeyError("oracle_text")
    faces = tuple(_face(face, "oracle_text", value) for face in value.get("faces") or [value])
    rulings = tuple(Ruling(_text(each, "date"), _text(each, "text")) for each in value.get("rulings", ()))
    return FoundCard(Card(_text(value, "name"), faces), "", rulings)


def _atomic(values: list[Any]) -> FoundCard:
    """All faces of one card of MTGJSON; the rulings stand at each face."""
    faces = [
        Face(
            str(each.get("faceName") or _text(each, "name")),
            str(each.get("manaCost", "")),
            _text(each, "type"),
            str(each.get("text", "")),
            _stats(each),
        )
        for each in sorted(values, key=lambda each: each.get("side", ""))
    ]
    if not faces:
        raise ValueError("a card without faces")
    rulings = [Ruling(_text(each, "date"), _text(each, "text")) for face in values for each in face.get("rulings", ())]
    first = values[0]
    playable = any(
        state == "Legal" or state == "Restricted" for state in first.get("legalities", {"": "Legal"}).values()
    )
    known = str(first.get("identifiers", {}).get("scryfallOracleId", ""))
    return FoundCard(Card(_text(first, "name"), tuple(faces)), known, tuple(dict.fromkeys(rulings)), playable)


def _face(face: dict[str, Any], text: str, whole: dict[str, Any]) -> Face:
    line = face.get("type_line", whole.get("type_line"))
    if not isinstance(line, str):
        raise KeyError("type_line")
    return Face(_text(face, "name"), str(face.get("mana_cost") or ""), line, str(face.get(text) or ""), _stats(face))


def _stats(face: dict[str, Any]) -> str:
    if face.get("power") is not None:
        return f"{face['power']}/{face.get('toughness', '')}"
    return next((f"{label} {face[key]}" for key, label in STATS if face.get(key) is not None), "")


def _text(value: dict[str, Any], key: str) -> str:
    found = value[key]
    if not isinstance(found, str) or not found.strip():
        raise ValueError(f"{key} that is no text")
    return found
