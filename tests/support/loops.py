"""A coroutine → its result, in a thread of its own: Playwright leaves a running loop in that of the tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def finished(task: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, task).result()
