"""A stream of JSON → its values one by one, each built only as deep and as large as a bound allows."""

from collections.abc import Iterator
from typing import IO, Any

from index.input.limits import LONGEST_ITEM, MOST_DEPTH, MOST_PARTS

Event = tuple[str, Any]

STARTS, ENDS = ("start_map", "start_array"), ("end_map", "end_array")


class JsonItemError(ValueError):
    """JSON that is broken, cut, too deep or too large."""


class _Metered:
    """A file that stops where a value is longer than a bound."""

    def __init__(self, content: IO[bytes]) -> None:
        self.content = content
        self.unanswered = 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes.

        Raises JsonItemError where very many gave no value.
        """
        if self.unanswered > LONGEST_ITEM:
            raise JsonItemError(f"a text of more than {LONGEST_ITEM:,} bytes")
        block = self.content.read(size)
        self.unanswered += len(block)
        return block


def array_items(content: IO[bytes]) -> Iterator[Any]:
    """The values of an array.

    Raises JsonItemError.

    >>> from io import BytesIO
    >>> list(array_items(BytesIO(b'[1, {"a": []}]')))
    [1, {'a': []}]
    """
    events = _events(content)
    _expect(next(events, None), "start_array")
    for event in events:
        if event[0] != "end_array":
            yield _value(event, events)


def member_items(content: IO[bytes], key: str) -> Iterator[tuple[str, Any]]:
    """The names and values of the object that stands under a key of the outermost object.

    Raises JsonItemError.

    >>> from io import BytesIO
    >>> list(member_items(BytesIO(b'{"meta": {}, "data": {"a": [1]}}'), "data"))
    [('a', [1])]
    """
    events = _events(content)
    _expect(next(events, None), "start_map")
    for name, value in events:
        if name == "map_key" and value == key:
            _expect(next(events), "start_map")
            for inner, called in events:
                if inner == "end_map":
                    break
                yield called, _value(next(events), events)
        elif name == "map_key":
            _value(next(events), events)


def depth_of(value: Any) -> int:
    """How many lists and objects stand inside each other.

    >>> depth_of([{"a": []}])
    3
    """
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, list | dict)]:
        depth += 1
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each)]
    return depth


def _events(content: IO[bytes]) -> Iterator[Event]:
    import ijson

    metered = _Metered(content)
    try:
        for event in ijson.basic_parse(metered, use_float=True):
            metered.unanswered = 0
            yield event
    except ijson.JSONError as error:
        raise JsonItemError("invalid or truncated JSON") from error
    except UnicodeDecodeError as error:
        raise JsonItemError("half a character or bytes that are not UTF-8") from error


def _value(event: Event, events: Iterator[Event]) -> Any:
    """The value that begins with an event."""
    from ijson.common import ObjectBuilder

    builder, depth = ObjectBuilder(), 0
    for _ in range(MOST_PARTS):
        builder.event(*event)
        depth += (event[0] in STARTS) - (event[0] in ENDS)
        if depth == 0:
            return builder.value
        if depth > MOST_DEPTH:
            raise JsonItemError(f"more than {MOST_DEPTH} brackets inside each other")
        event = next(events)
    raise JsonItemError(f"an object of more than {MOST_PARTS:,} parts")


def _expect(event: Event | None, kind: str) -> None:
    if event is None or event[0] != kind:
        raise JsonItemError("JSON of another form")
