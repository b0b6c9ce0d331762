"""What PuppetDB says about itself: /pdb/meta/v1/version and /pdb/meta/v1/server-time."""

from __future__ import annotations

from time import time_ns

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.store.query.times import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Request

VERSION = "7.12.1"  # of PuppetDB, whose API this is


def get_meta(_site: object, request: Request) -> Answer:
    """Answer with the version or the time."""
    for name in request.query:
        raise Refusal(400, f"Unsupported query parameter '{name}'", None)
    found: dict[str, object]
    match name_in(request):
        case "version":
            found = {"version": VERSION}
        case "version/latest":
            found = {"newer": False, "version": VERSION, "link": None}
        case "server-time":
            found = {"server_time": text_of(time_ns() // 1000)}
        case other:
            raise Refusal(404, f"Not Found: /pdb/meta/v1/{other}", None)
    return Answer(dumps(found), JSON)
