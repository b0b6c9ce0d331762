"""Errors as PuppetDB answers them: an object with the key `error`."""

from __future__ import annotations

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer, Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Request


class JsonRefusal(Refusal):
    """A request that is answered with an error in JSON."""

    def answer(self) -> Answer:
        """Return the answer."""
        return Answer(dumps({"error": self.message}), JSON, self.status)


def check_content_type(request: Request) -> None:
    """Raise a Refusal for a body that is not declared as JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, f"content type {kind[:200]} not supported", None)
