"""What a server counts, as Prometheus reads it at `/metrics`."""

import threading
from collections.abc import Iterable
from functools import partial
from multiprocessing import active_children
from operator import attrgetter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)
FORMAT = CONTENT_TYPE_PLAIN_0_0_4


class WorkerCollector(Collector):
    """Memory, processor time and open files of the processes that answer, which are children of the one that serves."""

    def collect(self) -> Iterable[Metric]:
        """The figures, each with the number of its process."""
        found: dict[str, Metric] = {}
        workers = [each for each in active_children() if not each.daemon]  # a daemon prepares rulings
        for number, process in enumerate(sorted(workers, key=attrgetter("pid")), 1):
            for each in ProcessCollector("judge_worker", partial(int, process.pid or 0), registry=None).collect():
                family = found.setdefault(each.name, Metric(each.name, each.documentation, each.type))
                for sample in each.samples:
                    family.add_sample(sample.name, {"worker": str(number)}, sample.value)
        return found.values()


class Metrics:
    """The figures of one server and its processes: answers, seconds, states, the queue, requests, threads, memory."""

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
        self.registry.register(WorkerCollector())

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
