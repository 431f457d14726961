"""ui/state: feedback, links and counts in SQLite and in a real PostgreSQL, which is killed while it is written to."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from own_rules import OFFICIAL, ToyJudge
from postgres import PROGRAMS, Postgres, free_port, postgres
from sqlalchemy import text
from starlette.testclient import TestClient

from index.errors import JudgeError
from ui import strings
from ui.cli import main
from ui.page.features import PageFeatures
from ui.server.operations.metrics import Metrics
from ui.server.operations.watched import WatchedJudge
from ui.server.web import build_app
from ui.state.counts import Counts
from ui.state.database import MIGRATIONS, NEWEST_MIGRATION, VARIABLE, Database, StateError
from ui.state.feedback import Feedback, FeedbackEntry
from ui.state.links import LONGEST_LINKED, LinkError, SharedLink, SharedLinks
from ui.state.tables import METADATA

pytestmark = pytest.mark.patient

EARLIER = """CREATE TABLE feedback (
    question TEXT NOT NULL, edition TEXT NOT NULL, verdict TEXT NOT NULL, cited TEXT NOT NULL, deciding TEXT NOT NULL,
    PRIMARY KEY (question, edition))"""
WRITERS = 4


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server for this module."""
    if not PROGRAMS:
        pytest.skip("PostgreSQL is missing; scripts/install-system installs it")
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, home: Path) -> Iterator[Database]:
    """A database of each kind, with no rows."""
    if request.param == "sqlite":
        found = Database.at(home)
    else:
        found = Database(request.getfixturevalue("server").url)
        empty(found)
    yield found
    found.close()


def empty(database: Database) -> None:
    """Remove every row."""
    database.run(lambda connection: [connection.execute(table.delete()) for table in METADATA.sorted_tables])


def entry(number: int, verdict: str = "right") -> FeedbackEntry:
    """One of many."""
    return FeedbackEntry(f"kite {number}? ünï 🪁", "2031-05-01", verdict, ("900.1a",), ("900.1a",))


def test_what_is_kept_is_found_by_another_copy(database: Database) -> None:
    feedback = Feedback(database)
    assert feedback.all() == []
    feedback.keep(entry(1, "wrong"))
    feedback.keep(entry(2))
    feedback.keep(entry(1))
    feedback.keep(FeedbackEntry("x" * 2000, "2031-05-01", "right"))
    feedback.keep(FeedbackEntry("a\0b'); DROP TABLE feedback_entries; --", "2031-05-01", "wrong"))
    other = Feedback(Database(database._text))
    assert [(each.question[:6], each.verdict) for each in other.all()] == [
        ("ab'); ", "wrong"),
        ("kite 1", "right"),
        ("kite 2", "right"),
        ("xxxxxx", "right"),
    ]
    other.database.close()


def test_a_link_leads_to_its_question(database: Database) -> None:
    links = SharedLinks(database)
    id = links.keep("Does my kite\0 stay up? \ud800", "2031-05-01")
    assert links.keep("Does my kite stay up? ?", "2031-05-01") == id
    assert links.keep("Does my kite stay up? ?", "2031-05-02") != id
    assert links.find(id) == SharedLink("Does my kite stay up? ?", "2031-05-01")
    for wrong in ("", "a" * 16, "'; --", id[:-1], id + "a", "\0" * 16):
        with pytest.raises(LinkError, match="nobody made this link"):
            links.find(wrong)
    for wrong in ("", "x" * (LONGEST_LINKED + 1)):
        with pytest.raises(LinkError, match="expected a question of 1 to"):
            links.keep(wrong)


def test_copies_count_together(database: Database) -> None:
    day = "2031-05-01"
    first, second = Counts(database, lambda: day), Counts(database, lambda: day)
    for state in ("answered", "answered", "declined"):
        first.note(state)
        second.note(state)
    assert first.save() and second.save() and first.save()
    day = "2031-05-02"
    with first:
        first.note("unsure")
    assert first.all() == {"2031-05-01": {"answered": 4, "declined": 2}, "2031-05-02": {"unsure": 1}}


def test_two_copies_may_make_the_tables_at_once(server: Postgres, home: Path) -> None:
    home.mkdir()
    first = Database(server.url)
    first.run(lambda connection: METADATA.drop_all(connection))
    first.run(lambda connection: connection.execute(text("DROP TABLE alembic_version")))
    first.close()
    for name in (server.url, f"sqlite:///{home / 'state.sqlite'}"):
        copies = [Feedback(Database(name)) for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda copy: copy.keep(entry(1)), copies))
        assert [copy.all() for copy in copies] == [[entry(1)]] * 4
        for copy in copies:
            copy.database.close()


def test_alembic_is_imported_only_where_a_migration_is_missing(home: Path) -> None:
    newest = ScriptDirectory(MIGRATIONS).get_current_head()
    assert newest == NEWEST_MIGRATION
    Feedback.at(home).keep(entry(1))
    script = (
        "import sys; from pathlib import Path; from ui.state.feedback import Feedback;"
        "print(len(Feedback.at(Path(sys.argv[1])).all()), 'alembic' in sys.modules)"
    )
    for folder, printed in ((home, "1 False"), (home / "new", "0 True")):
        folder.mkdir(exist_ok=True)
        (folder / "state.sqlite").touch()
        done = subprocess.run([sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == printed


def test_feedback_of_an_earlier_version_is_taken_over(home: Path) -> None:
    home.mkdir()
    with sqlite3.connect(home / "feedback.sqlite") as store:
        store.execute(EARLIER)
        store.execute("INSERT INTO feedback VALUES ('a kite?', '2031-05-01', 'right', '[\"900.1\"]', '[\"900.1\"]')")
    store.close()
    feedback = Feedback.at(home)
    assert feedback.all() == [FeedbackEntry("a kite?", "2031-05-01", "right", ("900.1",), ("900.1",))]
    assert not (home / "feedback.sqlite").exists()
    feedback.keep(entry(1))
    assert len(Feedback.at(home).all()) == 2


def test_no_acknowledged_feedback_is_lost_when_the_server_is_killed(server: Postgres, tried: Counter[str]) -> None:
    database, acknowledged, refused = Database(server.url), list[str](), list[str]()
    empty(database)
    feedback, ended = Feedback(database), threading.Event()

    def write(writer: int) -> None:
        number = 0
        while not ended.is_set():
            said = entry(writer * 1_000_000 + number)
            number += 1
            try:
                feedback.keep(said)
                acknowledged.append(said.question)
            except StateError as error:
                refused.append(str(error))
                time.sleep(0.05)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        wait_for_more(acknowledged)
        server.kill()
        tried["database kills"] += 1
        assert database.check() == "unreachable"
        time.sleep(0.3)
        server.start()
    wait_for_more(acknowledged)
    ended.set()
    for thread in threads:
        thread.join()
    kept = {each.question for each in feedback.all()}
    assert set(acknowledged) <= kept
    assert len(acknowledged) >= 60 and refused
    assert len(kept) - len(acknowledged) <= 2 * WRITERS  # written, but the server died before it said so
    for line in set(refused):
        assert line.startswith(f"the database postgresql+psycopg://postgres@127.0.0.1:{server.port}/postgres does not")
        assert "\n" not in line and "kite" not in line
    assert database.check() == "postgresql"
    database.close()


def wait_for_more(acknowledged: list[str]) -> None:
    """Wait until twenty more were acknowledged."""
    count, deadline = len(acknowledged), time.monotonic() + 30
    while len(acknowledged) < count + 20:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://judge@host/judge", "found mysql in JUDGE_DATABASE; expected postgresql://"),
        ("nothing at all", "found no address in JUDGE_DATABASE; expected postgresql://"),
    ],
)
def test_a_wrong_address_is_said(url: str, said: str) -> None:
    with pytest.raises(StateError, match=said):
        Feedback(Database(url)).keep(entry(1))


def test_a_password_is_never_shown(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv(VARIABLE, f"postgresql://judge:very-secret@127.0.0.1:{free_port()}/judge")
    database = Database.at(home)
    with pytest.raises(StateError) as caught:
        Feedback(database).keep(entry(1))
    assert "very-secret" not in str(caught.value) and "judge:***@127.0.0.1" in str(caught.value)
    assert Counts(database).save()
    counts = Counts(database)
    counts.note("answered")
    assert not counts.save()


def test_the_command_prints_counts_and_exports_from_postgresql(
    server: Postgres, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, server.url)
    database = Database(server.url)
    empty(database)
    Feedback(database).keep(entry(1))
    counts = Counts(database, lambda: "2031-05-01")
    for state in ("answered", "answered", "problem"):
        counts.note(state)
    counts.save()
    assert main(["feedback", "export", str(tmp_path / "set.jsonl")]) == 0
    assert main(["feedback", "counts"]) == 0
    database.close()
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "day         answered  unsure  declined  problem",
        "2031-05-01         2       0         0        1",
    ]


def test_a_short_link_is_made_and_opened_over_http(database: Database) -> None:
    app = build_app(ToyJudge(OFFICIAL), PageFeatures(links=SharedLinks(database)))
    with TestClient(app, "http://127.0.0.1:7860", client=("127.0.0.1", 1), follow_redirects=False) as client:
        made = client.post("/links", json={"question": "Does my kite stay up?", "edition": "2031-05-01"})
        assert made.status_code == 201
        opened = client.get(f"/{made.json()['path']}")
        assert opened.status_code == 303
        assert opened.headers["location"] == "../?q=Does+my+kite+stay+up%3F&edition=2031-05-01"
        unknown = client.get("/s/aaaaaaaaaaaaaaaa")
        assert (unknown.status_code, unknown.json()) == (404, {"error": strings.NO_SUCH_LINK})
        wrongs: list[Any] = [{}, {"question": ""}, {"question": "x" * 4001}, {"question": 7}, []]
        for wrong in wrongs:
            assert client.post("/links", json=wrong).status_code == 422
        foreign = {"origin": "https://evil.example"}
        assert client.post("/links", json={"question": "kite"}, headers=foreign).status_code == 403


def test_an_answer_is_counted(database: Database) -> None:
    counts = Counts(database, lambda: "2031-05-01")
    watched = WatchedJudge(ToyJudge(OFFICIAL), Metrics(), counts)
    watched.ask("kite")
    with pytest.raises(JudgeError):
        watched.ask("broken")
    counts.save()
    assert counts.all() == {"2031-05-01": {"answered": 1, "problem": 1}}
