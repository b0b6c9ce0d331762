"""Which endpoint answers which request."""

from __future__ import annotations

from duckrow.server.http.exchange import Refusal
from duckrow.server.settings import LARGEST_BODY, SLOW_THREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from duckrow.server.http.exchange import Answer, Request, Upload
    from duckrow.server.site import Site

    Endpoint = Callable[[Site, Request], Answer]
    UploadEndpoint = Callable[[Site, Request], Upload]
    LaterEndpoint = Callable[[Site, Request], Awaitable[Answer]]


_RULED = ("/puppet-ca", "/puppet-admin-api", "/status")


class Route:
    """An endpoint: one that `is_quick` runs at once, others in a thread, or wait for a worker.

    One that `is_slow`, such as a policy program, has threads of its own; or give their number.
    `largest` is the limit on the body of a request; `encodings` are those that it may have.
    `upload` begins to take a body in pieces.
    """

    __slots__ = (
        "answer",
        "answer_later",
        "begin_upload",
        "encodings",
        "is_quick",
        "largest",
        "threads",
    )

    def __init__(
        self,
        answer: Endpoint | None = None,
        *,
        is_quick: bool = False,
        is_slow: bool = False,
        threads: int = 0,
        largest: int = LARGEST_BODY,
        encodings: tuple[str, ...] = (),
        later: LaterEndpoint | None = None,
        upload: UploadEndpoint | None = None,
    ) -> None:
        self.answer = answer
        self.begin_upload = upload
        self.answer_later = later
        self.is_quick = is_quick
        self.threads = SLOW_THREADS if is_slow else threads
        self.encodings = encodings
        self.largest = largest


class Routes:
    """Endpoints by method and by the whole path, or its beginning, up to its third name."""

    __slots__ = ("_routes",)

    def __init__(self) -> None:
        self._routes: dict[str, dict[str, Route]] = {}

    def add(self, methods: str, path: str, route: Route) -> None:
        """Add a route for some methods, such as "GET HEAD"."""
        of_path = self._routes.setdefault(path, {})
        for method in methods.split():
            of_path[method] = route

    def expect_known(self, path: str) -> None:
        """Raise a Refusal for a path that has no endpoint, whoever asks for it.

        Below some paths the rules decide first, as in the reference.
        """
        if path.startswith(_RULED) or self._of_path(path) is not None:
            return
        raise Refusal(404, f"Not Found: {path}", None)

    def find(self, request: Request) -> Route:
        """Return the route of a request. Raises Refusal for an unknown path or a wrong method."""
        of_path = self._of_path(request.path)
        if of_path is None:
            raise Refusal(404, f"Not Found: {request.path}", None)
        route = of_path.get(request.method)
        if route is None:
            allowed = ", ".join(of_path)
            what = f"{request.path} takes {allowed}, not {request.method}"
            raise Refusal(405, what, None)
        return route

    def _of_path(self, path: str) -> dict[str, Route] | None:
        """Return the routes of a path by method."""
        names = path.split("/", 4)
        for count in (5, 4, 3, 2):
            found = self._routes.get("/".join(names[:count]))
            if found is not None:
                return found
        return None


def name_in(request: Request, position: int = 4) -> str:
    """Return a name in the path: the fourth, such as the node of /puppet/v3/catalog/NODE."""
    return "/".join(request.path.split("/")[position:])
