"""Cards that we made up, in our own words, as every format of a file has them."""

import gzip
import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

# name, mana cost, type line, text, power, toughness; two-part cards have a list of such faces.
FACES: tuple[tuple[tuple[str, str, str, str, str, str], ...], ...] = (
    (("Brimble's Kettle", "{2}", "Artifact", "{T}: Add {C}.\nSpoons cost {1} less to polish.", "", ""),),
    (("Snorple, the Twice-Baked", "{1}{G}", "Creature — Crumb", "Trample\nWhen Snorple dies, scry 2.", "3", "2"),),
    (("Snorple, Lord of Ovens", "{3}{R}", "Legendary Creature — Crumb", "Haste (It may run at once.)", "4", "4"),),
    (("Quilljaw Thresher", "{G}", "Creature — Beetle", "Reach", "1", "3"),),
    (("Spoon", "{U}", "Instant", "Counter target spell.", "", ""),),
    (("Trample", "{R}", "Sorcery", "Destroy target wall.", "", ""),),
    (("Moss over Marble", "{1}{W}", "Enchantment", "If a wall would enter, it enters tapped instead.", "", ""),),
    (
        ("Grumbit", "{B}", "Creature — Imp", "Flying", "1", "1"),
        ("Grumbit Unbound", "", "Creature — Imp", "Menace", "5", "5"),
    ),
    (("Zweep of the Fens", "{2}{B}", "Creature — Frog", "{1}{B}: Zweep gets +1/+1 until end of turn.", "2", "2"),),
)  # fmt: skip
RULINGS = {
    "Spoon": (("2029-01-05", "Spoon answers soup too."), ("2031-02-03", "A polished kettle is no spell.")),
    "Brimble's Kettle": (("2028-01-01", "A kettle may be tapped twice in one round of tea."),),
}


def name_of(faces: tuple[tuple[str, ...], ...]) -> str:
    """The full name of a card."""
    return " // ".join(face[0] for face in faces)


def plain_lines() -> list[Json]:
    """The objects of a file of JSON Lines with rulings in each card."""
    objects = []
    for faces in FACES:
        parts = [_part(face) for face in faces]
        whole = {**parts[0], "name": name_of(faces), "oracle_text": "\n//\n".join(face[3] for face in faces)}
        rulings = [{"date": date, "text": text} for date, text in RULINGS.get(name_of(faces), ())]
        objects.append({**whole, **({"faces": parts} if len(parts) > 1 else {}), "rulings": rulings, "source": "ours"})
    return objects


def scryfall_cards() -> list[Json]:
    """The objects of Scryfall's oracle-cards, with a token and a card in another language among them."""
    objects: list[Json] = []
    for faces in FACES:
        parts, name = [_part(face) for face in faces], name_of(faces)
        shared = {"object": "card", "oracle_id": f"id-{name}", "name": name, "lang": "en", "layout": "normal"}
        own = {"card_faces": parts, "type_line": "x // y"} if len(parts) > 1 else parts[0]
        objects.append({**own, **shared, "legalities": {"vintage": "legal"}})
    token = {**objects[0], "name": "Crumb", "layout": "token"}
    return [*objects, token, {**objects[0], "name": "Brimbles Kessel", "lang": "de"}]


def scryfall_rulings() -> list[Json]:
    """The objects of Scryfall's rulings, one of them not official."""
    official = [
        {"object": "ruling", "oracle_id": f"id-{name}", "source": "wotc", "published_at": date, "comment": text}
        for name, rulings in RULINGS.items()
        for date, text in rulings
    ]
    return [*official, {**official[0], "source": "scryfall", "comment": "A note of somebody else."}]


def atomic_cards() -> Json:
    """MTGJSON's AtomicCards as one object."""
    data = {}
    for faces in FACES:
        name = name_of(faces)
        rulings = [{"date": date, "text": text} for date, text in RULINGS.get(name, ())]
        data[name] = [
            {
                "name": name,
                **({"faceName": face[0], "side": "ab"[place]} if len(faces) > 1 else {}),
                "manaCost": face[1],
                "type": face[2],
                "text": face[3],
                **({"power": face[4], "toughness": face[5]} if face[4] else {}),
                "identifiers": {"scryfallOracleId": f"id-{name}"},
                "legalities": {"vintage": "Legal"},
                "rulings": rulings,
            }
            for place, face in enumerate(faces)
        ]
    return {"meta": {"date": "2031-01-01"}, "data": data}


def _part(face: tuple[str, ...]) -> Json:
    name, cost, line, text, power, toughness = face
    stats = {"power": power, "toughness": toughness} if power else {}
    return {"name": name, "mana_cost": cost, "type_line": line, "oracle_text": text, **stats}


def as_lines(objects: list[Json]) -> bytes:
    """JSON Lines."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in objects).encode()


def as_array(objects: list[Json]) -> bytes:
    """A JSON array with one object a line, as Scryfall writes it."""
    return ("[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in objects) + "\n]\n").encode()


def written(folder: Path, name: str, data: bytes) -> Path:
    """A file with these bytes, packed where its name says so."""
    path = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path
