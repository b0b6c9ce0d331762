"""Files from a web server. Without fetching them only their response headers are known."""

from __future__ import annotations

from duckrow.machine.files.facts import FileFacts
from duckrow.machine.web.request import Request
from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.machine.machine import Machine
    from duckrow.machine.web.request import Answer

# Headers with checksums, the first that is there counts.
HEADERS = {"sha256": "x-checksum-sha256", "sha1": "x-checksum-sha1", "md5": "x-checksum-md5"}
# Answers to a question about a file that only mean: ask for the file itself.
ASK_AGAIN = (403, 405)


class WebSource:
    """A file at an address."""

    __slots__ = ("_machine", "_sums", "_url", "facts")

    def __init__(self, machine: Machine, url: str, sums: dict[str, str]) -> None:
        self._machine = machine
        self._url = url
        self._sums = sums
        self.facts = FileFacts("file", 0o644)

    def checksum(self, kind: str) -> str:
        """Return the checksum of a kind, or of another kind if the server has none of that."""
        chosen = next(each for each in (kind, *HEADERS, "mtime") if each in self._sums)
        return f"{{{chosen}}}{self._sums[chosen]}"

    def pieces(self) -> Iterator[bytes]:
        """Fetch the content."""
        try:
            with self._machine.web.ask(Request(self._url)) as answer:
                if not answer.is_success:
                    body = answer.read(4096).decode("utf-8", "replace") or answer.reason
                    raise ProviderError(f"Error {answer.status} on SERVER: {body}")
                yield from answer.pieces()
        except OSError as error:
            raise failure(self._url, error) from error


def find_on_web(machine: Machine, url: str) -> WebSource | None:
    """Ask a server about a file; None if it does not have it."""
    try:
        with machine.web.ask(Request(url, "HEAD")) as answer:
            if answer.is_success:
                return WebSource(machine, url, sums_of(machine, answer))
            status = answer.status
        if status in ASK_AGAIN:
            with machine.web.ask(Request(url, headers={"Range": "bytes=0-0"})) as answer:
                if answer.is_success:
                    return WebSource(machine, url, sums_of(machine, answer))
    except OSError as error:
        raise ProviderError(
            f"Could not retrieve file metadata for {url}: {failure(url, error)}"
        ) from error
    return None


def sums_of(machine: Machine, answer: Answer) -> dict[str, str]:
    """Return the checksums that an answer holds; there is always a time."""
    from time import gmtime, strftime

    headers = answer.headers
    found = {kind: headers[name] for kind, name in HEADERS.items() if name in headers}
    if "content-md5" in headers and "md5" not in found:
        from base64 import b64decode

        try:  # noqa: SIM105  (contextlib is slow to import)
            found["md5"] = b64decode(headers["content-md5"]).hex()
        except ValueError:
            pass  # not a digest
    seconds: float = machine.now_ns() // 1_000_000_000
    if "last-modified" in headers:
        from email.utils import parsedate_to_datetime

        try:  # noqa: SIM105
            seconds = parsedate_to_datetime(headers["last-modified"]).timestamp()
        except ValueError:
            pass
    found["mtime"] = strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(seconds))
    return found


def failure(url: str, error: OSError) -> ProviderError:
    """Return the error for a server that was not reached."""
    return ProviderError(f"Request to {url} failed: {error.strerror or error}")
