"""A page → the same one, for which Gradio remembers few visitors, and which streams of answers it can give.

The conversation is kept by the visitors' browsers.
"""

import re

from starlette.requests import HTTPConnection
from starlette.types import Scope

from ui.gradio_import import gr

MOST_STATES = 64
MOST_WAITING = 256
STREAM = re.compile(r"/gradio_api/(?:queue/data|call/\w+/([\w-]+))")


def bound_sessions(page: gr.Blocks) -> None:
    """Limit how many sessions Gradio keeps state and unfetched answers for; the oldest are dropped.

    No step of the page needs a state on the server. A visitor's answer is kept until the browser has fetched it.
    """
    page.state_session_capacity = MOST_STATES
    queue = page._queue  # Gradio has no setting for these two
    queue.pending_messages_per_session = gr.utils.LRUCache(MOST_WAITING)
    queue.pending_event_ids_session = gr.utils.LRUCache(MOST_WAITING)


def can_answer(page: gr.Blocks, scope: Scope) -> bool:
    """False for the stream of a session or an event that a page does not know: another process has it, or nobody.

    Gradio notices that only when its response has begun, too late for a refusal.
    """
    stream = STREAM.fullmatch(scope["path"])
    if not stream:
        return True
    session = _session_of(page, stream[1]) if stream[1] else HTTPConnection(scope).query_params.get("session_hash")
    return session is None or session in page._queue.pending_messages_per_session


def _session_of(page: gr.Blocks, event: str) -> str:
    """The session of an event; who names none has one with the event's own name."""
    queue = page._queue
    if known := queue.event_ids_to_events.get(event):
        return str(known.session_hash)
    return next((session for session, events in queue.pending_event_ids_session.items() if event in events), event)
