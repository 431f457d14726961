"""What a server counts, as Prometheus reads it at `/metrics`."""

import threading

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)
FORMAT = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    """The figures of one server: answers, seconds, states, the queue, requests, threads, and memory."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._answers = Counter("judge_answers", "Answers given", ["state"], registry=self.registry)
        self._problems = Counter("judge_problems", "Questions that ended in a problem", registry=self.registry)
        self._seconds = Histogram("judge_answer_seconds", "Time to answer", buckets=SECONDS, registry=self.registry)
        self._underway = Gauge("judge_questions_underway", "Questions being answered", registry=self.registry)
        self._queued = Gauge("judge_questions_queued", "Events of the page that wait", registry=self.registry)
        self._requests = Counter("judge_requests", "Requests", ["route", "status"], registry=self.registry)
        self._request_seconds = Histogram(
            "judge_request_seconds", "Time of a request", ["route"], buckets=SECONDS, registry=self.registry
        )
        threads = Gauge("judge_threads", "Threads of the process", registry=self.registry)
        threads.set_function(threading.active_count)
        ProcessCollector(registry=self.registry)

    def note_request(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def note_answer(self, state: str, seconds: float) -> None:
        """Count an answer; a problem has no state."""
        self._seconds.observe(seconds)
        if state:
            self._answers.labels(state).inc()
        else:
            self._problems.inc()

    def note_underway(self, change: int) -> None:
        """Count a question that begins (1) or ends (-1)."""
        self._underway.inc(change)

    def text(self, queued: int) -> bytes:
        """The figures in Prometheus's text format."""
        self._queued.set(queued)
        return generate_latest(self.registry)
