"""Downloads over HTTP: whole or refused, of a limited size, with progress and one clear error.

FetchError names the address, what happened, and what to do without the network.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import FetchError
from index.progress import Progress

if TYPE_CHECKING:
    import httpx

AGENT = "rules-judge/0.1"
LONGEST_REASON = 120


@dataclass(frozen=True)
class Download:
    """What came from an address: the address after redirects, the content type in lowercase, the body."""

    address: str
    content_type: str
    body: bytes


@dataclass(frozen=True)
class Downloader:
    """Downloads from one publisher.

    `instead` tells the user what to do without a network. `timeout` is in seconds and limits every wait, not the whole
    download: a large file over a slow line is fine, a silent server is not.
    """

    instead: str
    timeout: float
    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, address: str, largest: int, on_progress: Progress | None = None) -> Download:
        """The content at an address.

        `on_progress` gets the bytes that have arrived and all of them, 0 where the server does not say. Raises
        FetchError when there is no answer, an error, less than was announced or more than `largest` bytes.
        """
        with self._response(address) as response:
            body = b"".join(self._blocks(response, largest, on_progress))
            return Download(str(response.url), response.headers.get("Content-Type", "").lower(), body)

    def save(self, address: str, path: Path, largest: int, on_progress: Progress | None = None) -> None:
        """Write the content at an address to a file, without holding all of it.

        Raises FetchError like `get`, and when the file cannot be written.
        """
        with self._response(address) as response:
            try:
                with path.open("wb") as file:
                    file.writelines(self._blocks(response, largest, on_progress))
            except OSError as error:
                raise FetchError(f"cannot write {path} ({error.strerror}); {self.instead}") from error

    @contextmanager
    def _response(self, address: str) -> "Iterator[httpx.Response]":
        """The open response, whatever the redirects."""
        import httpx

        headers = {"User-Agent": AGENT, **self.headers}
        try:
            with httpx.stream("GET", address, headers=headers, timeout=self.timeout, follow_redirects=True) as response:
                if response.is_error:
                    raise self._failure(address, f"{response.status_code} {response.reason_phrase}")
                yield response
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._failure(address, " ".join(str(error).split()) or type(error).__name__) from error

    def _blocks(self, response: "httpx.Response", largest: int, on_progress: Progress | None) -> Iterator[bytes]:
        import httpx

        length = response.headers.get("Content-Length", "")
        announced, size = int(length) if length.isdigit() else 0, 0
        try:
            for block in response.iter_bytes():
                size += len(block)
                if size > largest:
                    raise FetchError(f"{response.url} holds more than {largest} bytes; {self.instead}")
                if on_progress:
                    on_progress(response.num_bytes_downloaded, announced)
                yield block
        except httpx.HTTPError as error:
            of_all = f"of {announced} bytes" if announced else "bytes"
            raise FetchError(
                f"{response.url} broke off after {response.num_bytes_downloaded} {of_all}; try again, or {self.instead}"
            ) from error

    def _failure(self, address: str, reason: str) -> FetchError:
        return FetchError(f"could not download {address} ({reason[:LONGEST_REASON]}); {self.instead}")
