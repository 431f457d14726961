"""One object of a file → a card or a ruling, whichever of the known formats it is in."""

from collections.abc import Iterator
from dataclasses import astuple, replace
from typing import Any

from index.cards.files import EXPECTED, CardItem
from index.cards.records import Card, Face, FoundCard, FoundRuling, Ruling
from index.errors import CardFileError
from index.input.limits import LONGEST_NAME, LONGEST_TEXT, MOST_FACES, MOST_RULINGS
from index.rules.decode import whole_letters

# Scryfall's layouts (and set type) of objects that are not cards for a deck.
NOT_CARDS = {"token", "double_faced_token", "emblem", "art_series", "planar", "scheme", "vanguard", "reversible_card"}
KEEPSAKES = "memorabilia"
OFFICIAL = "wotc"
STATS = (("loyalty", "Loyalty"), ("defense", "Defense"))


def read_item(item: CardItem, name: str) -> tuple[str, list[FoundCard | FoundRuling]]:
    """The format of an object and the cards or rulings in it; none for tokens and the like.

    Raises CardFileError with the file and the place of an object in none of the formats.
    """
    try:
        format, found = _read(item.value)
        return format, [_kept(each) for each in found]
    except KeyError as error:
        reason = f"an object without {error.args[0]}"
    except (ValueError, TypeError, AttributeError) as error:
        reason = str(error)
    raise CardFileError(f"{name}, {item.place}: found {reason[:100]}, {EXPECTED}; correct it or download it again.")


def _read(value: Any) -> tuple[str, list[FoundCard | FoundRuling]]:
    if isinstance(value, list):
        return "MTGJSON AtomicCards", [_atomic(value)]
    if not isinstance(value, dict):
        raise ValueError("something other than a JSON object")
    if value.get("object") == "ruling" or "comment" in value:
        return "Scryfall rulings", list(_scryfall_ruling(value))
    if "object" in value or "oracle_id" in value or "layout" in value:
        return "Scryfall cards", list(_scryfall(value))
    return "JSON Lines of cards", [_plain(value)]


def _kept(found: FoundCard | FoundRuling) -> FoundCard | FoundRuling:
    """The same object with texts that can be stored: no lone surrogates, none longer than a card's text can be.

    Raises ValueError where there is more text than a card has.
    """
    if isinstance(found, FoundRuling):
        return FoundRuling(_short(found.id), _ruling(found.ruling))
    card, rulings = found.card, found.rulings or ()
    if len(card.faces) > MOST_FACES or len(rulings) > MOST_RULINGS:
        raise ValueError(f"a card with {len(card.faces):,} faces and {len(rulings):,} rulings")
    faces = tuple(Face(*(_short(each, LONGEST_TEXT) for each in astuple(face))) for face in card.faces)
    kept = None if found.rulings is None else tuple(map(_ruling, rulings))
    return replace(found, card=Card(_short(card.name), faces), id=_short(found.id), rulings=kept)


def _ruling(ruling: Ruling) -> Ruling:
    return Ruling(_short(ruling.date), _short(ruling.text, LONGEST_TEXT))


def _short(text: str, most: int = LONGEST_NAME) -> str:
    if len(text) > most:
        raise ValueError(f"a text of {len(text):,} characters, more than {most:,}")
    return whole_letters(text)


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
    yield FoundCard(card, _said(value, "oracle_id"), None, playable)


def _plain(value: dict[str, Any]) -> FoundCard:
    if "oracle_text" not in value:
        raise KeyError("oracle_text")
    faces = tuple(_face(face, "oracle_text", value) for face in value.get("faces") or [value])
    rulings = tuple(Ruling(_text(each, "date"), _text(each, "text")) for each in value.get("rulings", ()))
    return FoundCard(Card(_text(value, "name"), faces), "", rulings)


def _atomic(values: list[Any]) -> FoundCard:
    """All faces of one card of MTGJSON, which repeats the rulings at each face."""
    faces = [
        Face(
            _said(each, "faceName") or _text(each, "name"),
            _said(each, "manaCost"),
            _text(each, "type"),
            _said(each, "text"),
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
    known = _said(first.get("identifiers", {}), "scryfallOracleId")
    return FoundCard(Card(_text(first, "name"), tuple(faces)), known, tuple(dict.fromkeys(rulings)), playable)


def _face(face: dict[str, Any], text: str, whole: dict[str, Any]) -> Face:
    line = face.get("type_line", whole.get("type_line"))
    if not isinstance(line, str):
        raise KeyError("type_line")
    return Face(_text(face, "name"), _said(face, "mana_cost"), line, _said(face, text), _stats(face))


def _stats(face: dict[str, Any]) -> str:
    if face.get("power") is not None:
        return f"{_said(face, 'power')}/{_said(face, 'toughness')}"
    return next((f"{label} {_said(face, key)}" for key, label in STATS if face.get(key) is not None), "")


def _said(value: dict[str, Any], key: str) -> str:
    """The text under a key, "" where there is none.

    Raises ValueError where it is neither text nor a number.
    """
    found = value.get(key)
    if not isinstance(found, str | int | float | None):
        raise ValueError(f"{key} that is no text")
    return "" if found is None else str(found)


def _text(value: dict[str, Any], key: str) -> str:
    found = value[key]
    if not isinstance(found, str) or not found.strip():
        raise ValueError(f"{key} that is not text")
    return found
