"""Errors as PuppetDB answers them: an object with the key `error`."""

from __future__ import annotations

from orjson import dumps

from duckrow.server.exchange import JSON, Answer, Refusal


class JsonRefusal(Refusal):
    """A request that is answered with an error in JSON."""

    def answer(self) -> Answer:
        """Return the answer."""
        return Answer(dumps({"error": self.message}), JSON, self.status)
