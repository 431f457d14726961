"""index/cards/names/lists.py: the nicknames and the everyday phrases that are shipped."""

from index.cards.names.lists import Nickname, read_everyday, read_nicknames


def test_nicknames() -> None:
    nicknames = {each.called: each for each in read_nicknames()}
    assert len(nicknames) >= 150
    assert nicknames["goyf"] == Nickname("goyf", "goyf", "", ("Tarmogoyf",))
    assert nicknames["bob"] == Nickname("bob", "bob", "?", ("Dark Confidant",))
    assert nicknames["bolt"].reading == "!"
    assert len(nicknames["lili"].names) == 2


def test_no_nickname_hides_another() -> None:
    keys = [each.key for each in read_nicknames()]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []


def test_everyday_phrases() -> None:
    everyday = read_everyday()
    assert {"last chance", "once upon a time"} <= everyday.phrases
    assert {"alice", "bob"} <= everyday.proper
    assert "tarmogoyf" not in everyday.phrases | everyday.proper
