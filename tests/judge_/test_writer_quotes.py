"""judge/writer/quotes.py and endpoint.py: when a quote stands in a text; which addresses, models and keys will do."""

import pytest

from judge.writer.endpoint import Endpoint, WriterError
from judge.writer.quotes import quoted_words, sentences_with

TEXT = (
    "A kite’s tail isn't counted (see rule 900.2). If it would fall—or is “torn”—put a +1/+1 counter on it; "
    "otherwise, pay {2}{T} or 10 life.\nIt can't be caught.\nReach"
)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("a KITE'S tail isn’t counted", "A kite’s tail isn't counted"),
        ("A  kite's\n tail\u00a0isn't", "A kite’s tail isn't"),
        ('or is "torn"-put a +1/+1', "or is “torn”—put a +1/+1"),
        ("“If it would fall.”", "If it would fall"),
        ("pay {2}{t} or 10 life.", "pay {2}{T} or 10 life"),
        ("would\u200b fall—or is", "would fall—or is"),
        ("reach", "Reach"),
        ("It can't be caught.", "It can't be caught"),
        ("tail isn't counted (see rule 900.2)", "tail isn't counted (see rule 900.2)"),
        ("counted (see rule 900.2", "A kite’s tail isn't counted (see rule 900.2"),
        ("be caught. Reach", "It can't be caught.\nReach"),
    ],
)
def test_a_quote_is_found(quote: str, found: str) -> None:
    assert quoted_words(quote, TEXT) == found


@pytest.mark.parametrize(
    "quote",
    [
        "", "…", "“”", "kite", "A kite's", "It can", "it can be caught", "kite's tail is counted", "A kites tail isn't",
        "1/+1 counter on it", "put a +1", "or 1", "put a 1/1 counter", "pay {2} {T} or", "tail … counted",
        "see rule 900", "see rule 900.2a", "ail isn't counted", "a kite's tail isn", "pay {1}{T} or 10 life",
        "fall or is torn", "would fallor is",
    ],
)  # fmt: skip
def test_an_altered_quote_is_not(quote: str) -> None:
    assert quoted_words(quote, TEXT) == ""


def test_the_sentences_around_a_quote() -> None:
    assert sentences_with("would fall", TEXT).startswith("If it would fall—or is")
    assert sentences_with("be caught.\nReach", TEXT) == "It can't be caught.\nReach"
    assert sentences_with("nowhere", TEXT) == ""


@pytest.mark.parametrize(
    ("url", "taken", "address", "local"),
    [
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434", True),
        ("http://localhost:8080", "http://localhost:8080/v1", "http://localhost:8080", True),
        ("http://[::1]:8080/", "http://[::1]:8080/v1", "http://[::1]:8080", True),
        ("https://models.example/api/v3/", "https://models.example/api/v3", "https://models.example", False),
        ("http://10.0.0.2:1234/v1", "http://10.0.0.2:1234/v1", "http://10.0.0.2:1234", False),
    ],
)
def test_an_address_is_taken(url: str, taken: str, address: str, local: bool) -> None:
    endpoint = Endpoint.named(url, "tiny", {"JUDGE_WRITER_KEY": "sk-1"})
    assert endpoint == Endpoint(taken, "tiny", "sk-1")
    assert (endpoint.address, endpoint.is_local) == (address, local)


def test_the_environment_names_a_writer_too() -> None:
    environment = {"JUDGE_WRITER": "http://localhost:1", "JUDGE_WRITER_MODEL": "a", "JUDGE_WRITER_KEY": "k"}
    assert Endpoint.named(None, None, environment) == Endpoint("http://localhost:1/v1", "a", "k")
    assert Endpoint.named("http://localhost:2", "b", environment) == Endpoint("http://localhost:2/v1", "b", "k")
    assert Endpoint.named(None, None, {"JUDGE_WRITER_MODEL": "a"}) is None
    assert Endpoint.named(None, "b", {}) is None


@pytest.mark.parametrize(
    ("url", "model", "key", "said"),
    [
        ("ftp://here/v1", "a", "", "found no address of a writer in 'ftp://here/v1'"),
        ("127.0.0.1:11434", "a", "", "found no address"),
        ("http://", "a", "", "found no address"),
        ("http://a:99999", "a", "", "found no address"),
        ("http://a/\n", "a", "", "found no address"),
        ("http://me:sk-secret@a/v1", "a", "", "found more than an address in --writer"),
        ("http://a/v1?key=sk-secret", "a", "", "found more than an address in --writer"),
        ("http://a/v1", "", "", "found a writer without a model"),
        ("http://a/v1", "a\x1b", "", "found a writer without a model"),
        ("http://a/v1", "a", "sk-secret\r\nX: y", "found a key in JUDGE_WRITER_KEY that can't be sent"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(url: str, model: str, key: str, said: str) -> None:
    with pytest.raises(WriterError) as error:
        Endpoint.named(url, model, {"JUDGE_WRITER_KEY": key})
    assert str(error.value).startswith(said)
    assert "sk-secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_offline_only_this_computer_is_asked() -> None:
    assert Endpoint.named("http://127.0.0.1:1", "a", {}, offline=True)
    with pytest.raises(WriterError, match=r"found the writer https://a\.example and JUDGE_OFFLINE"):
        Endpoint.named("https://a.example", "a", {}, offline=True)
