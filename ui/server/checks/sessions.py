"""A page → the same one, for which Gradio remembers few visitors: the conversation is kept by their browsers."""

import gradio as gr
from gradio.utils import LRUCache

MOST_STATES = 64
MOST_WAITING = 256


def bound_sessions(page: gr.Blocks) -> None:
    """Limit how many sessions Gradio keeps state and unfetched answers for; the oldest are dropped.

    No step of the page needs a state on the server. A visitor's answer is kept until the browser has fetched it.
    """
    page.state_session_capacity = MOST_STATES
    queue = page._queue  # Gradio has no setting for these two
    queue.pending_messages_per_session = LRUCache(MOST_WAITING)
    queue.pending_event_ids_session = LRUCache(MOST_WAITING)
