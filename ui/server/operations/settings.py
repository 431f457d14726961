"""How a page is served to others: behind which proxies, within which limits, and what is written down of it."""

from dataclasses import dataclass

OWN_PROXIES = ("127.0.0.1", "::1")
STOP_SECONDS = 20


@dataclass(frozen=True)
class Operation:
    """How a page is served.

    `base_path` is the path below which a proxy serves it, such as `/judge`; `proxies` are the addresses or networks
    whose `X-Forwarded-For` and `X-Forwarded-Proto` count. A client may make `per_minute` requests that cost something,
    any number where it is 0. With `metrics` `/metrics` answers others too; `log` writes JSON lines, `log_questions`
    puts the questions into them. What is under way may take `stop_seconds` to finish when the server is told to stop.
    `workers` is how many processes answer beside the one that serves the page; where it is 0, that one answers itself.
    """

    base_path: str = ""
    proxies: tuple[str, ...] = OWN_PROXIES
    per_minute: int = 0
    metrics: bool = False
    log: bool = False
    log_questions: bool = False
    stop_seconds: float = STOP_SECONDS
    workers: int = 0
