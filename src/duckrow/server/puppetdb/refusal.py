"""Errors as PuppetDB answers them: an object with the key `error`, or text."""

from __future__ import annotations

from contextlib import contextmanager

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.state.writer import StoppingError
from duckrow.store.database.errors import TooSlowError, UnavailableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.server.http.exchange import Request


class JsonRefusal(Refusal):
    """A request that is answered with an error in JSON."""

    def answer(self) -> Answer:
        """Return the answer."""
        return Answer(dumps({"error": self.message}), JSON, self.status)


@contextmanager
def unavailable_as_503() -> Iterator[None]:
    """Turn an error of the database into a refusal: its cause may pass."""
    try:
        yield
    except (TooSlowError, UnavailableError, StoppingError) as error:
        raise Refusal(503, f"the store cannot answer: {error}", None) from error


def check_content_type(request: Request) -> None:
    """Raise a Refusal for a body that is not declared as JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, f"content type {kind[:200]} not supported", None)
