"""A running page → how long it takes to answer 200 different questions, one after the other.

usage: .venv/bin/python scripts/time_answers.py http://127.0.0.1:7860
Each time is from the request to the whole answer, over HTTP, in milliseconds.
"""

import json
import random
import sys
import urllib.request
from statistics import quantiles
from time import perf_counter

from index.plain import read_plain

COUNT = 200
SEED = 7


def main(address: str) -> None:
    """Ask the typical questions of the plain rulebook and print p50 and p95."""
    asked = [f"{question} please" for entry in read_plain().entries for question in entry.questions]
    times = [ask(address, question) for question in random.Random(SEED).sample(asked, COUNT)]
    cuts = quantiles(times, n=100)
    print(f"{COUNT} questions: p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, slowest {max(times):.0f} ms")


def ask(address: str, question: str) -> float:
    """Milliseconds until one question is answered."""
    body = json.dumps({"data": [question, 8]}).encode()
    request = urllib.request.Request(
        f"{address}/gradio_api/call/ask", body, {"Content-Type": "application/json"}, method="POST"
    )
    start = perf_counter()
    with urllib.request.urlopen(request, timeout=30) as response:
        event = json.load(response)["event_id"]
    with urllib.request.urlopen(f"{address}/gradio_api/call/ask/{event}", timeout=30) as stream:
        answer = stream.read().decode()
    taken = (perf_counter() - start) * 1000
    if '"citations": [{' not in answer:
        raise SystemExit(f"no cited answer to: {question}\n{answer[:300]}")
    return taken


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
