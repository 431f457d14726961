"""What a request is: whether it brings new work, whether it lasts as long as a page is open, and what it is called."""

import re

from starlette.types import Scope

HEALTH, READY, METRICS = "/healthz", "/readyz", "/metrics"
PROBES = (HEALTH, READY, METRICS)
API = re.compile(r"/(?:ask(?:\.txt)?|search|editions|links|counts)|/(?:rule|s)/.+")
EVENT = re.compile(r"/gradio_api/(?:queue/join|run/\w+|call/\w+|component_server/?|upload)")
OPEN_PAGE = re.compile(r"/gradio_api/heartbeat/.*")
ANSWERS = re.compile(r"/gradio_api/queue/data|/gradio_api/call/\w+/[\w-]+")
ASSETS = re.compile(r"/(?:static|assets|svelte)/.*|/theme\.css|/gradio_api/theme\.css|/favicon\.ico|/manifest\.json")
NAMES = (
    (re.compile(r"/"), "page"),
    (re.compile("|".join(map(re.escape, PROBES))), "probe"),
    (re.compile(r"/ask(?:\.txt)?"), "ask"),
    (API, "api"),
    (EVENT, "event"),
    (ANSWERS, "answers"),
    (OPEN_PAGE, "heartbeat"),
    (ASSETS, "asset"),
)


def is_work(scope: Scope) -> bool:
    """True for a request that the judge has to work for: a question, a rule, an event of the page, an upload."""
    path, method = scope["path"], scope["method"]
    if ANSWERS.fullmatch(path) and method != "POST":
        return False
    return API.fullmatch(path) is not None or (method == "POST" and EVENT.fullmatch(path) is not None)


def is_open_page(scope: Scope) -> bool:
    """True for the request that lasts as long as somebody has the page open."""
    return OPEN_PAGE.fullmatch(scope["path"]) is not None


def name_of(scope: Scope) -> str:
    """The name of a request in logs and figures, one of few."""
    return next((name for pattern, name in NAMES if pattern.fullmatch(scope["path"])), "other")
