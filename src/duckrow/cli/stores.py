"""The store that a command uses: that of this host, a database by its address, or a server's."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.machine.paths import absolute, exists, writing_error
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cli.console import Console
    from duckrow.machine.web.request import Answer
    from duckrow.puppet.settings.settings import Settings
    from duckrow.store.database.database import Database

_WAIT = 3.0  # seconds for a PostgreSQL that is away: somebody sits at the terminal
_LARGEST_ERROR = 1 << 20  # bytes


def open_store(
    address: str, settings: Settings, console: Console, *, may_create: bool = False
) -> Database:
    """Open a database, or the store of this host, beside a server that may use it too.

    `may_create` makes a file that is named and missing.
    """
    from duckrow.server.store.settings import StoreSettings
    from duckrow.store.database.database import is_postgresql, open_database
    from duckrow.store.query.functions import FUNCTIONS

    is_named = bool(address)
    address = address or StoreSettings(settings).address
    if not is_postgresql(address):
        address = absolute(address)
        if not exists(address) and not (is_named and may_create):
            raise InputError(
                f"there is no store in {address}",
                hint="duckrow serve makes it; --database names another one, --server a server",
            )
        error = writing_error(address)  # who only reads the store writes too, to its log
        if error is not None:
            is_refused = isinstance(error, PermissionError)
            raise InputError(
                f"cannot open {address}: {reason(error)}",
                hint="try it as root, or as the user of the server" if is_refused else "",
            )

    def warn(message: str) -> None:
        console.print_message(f"Warning: {message}", "store", "warning")

    database = open_database(address, warn, FUNCTIONS, is_guest=True, wait=_WAIT)
    if is_named and not is_postgresql(address) and exists(address):
        database.check()
    return database


def rows_of_store(
    address: str, query: object, settings: Settings, console: Console
) -> Iterator[object]:
    """Return the rows that a database, or the store of this host, answers with."""
    from duckrow.data.json_stream import elements
    from duckrow.store.database.allowance import QUERY_SECONDS, Allowance
    from duckrow.store.database.errors import TooSlowError, UnavailableError
    from duckrow.store.query.ask import JsonAnswer
    from duckrow.store.query.options import Options
    from duckrow.store.query.restrict import of_active_nodes

    database = open_store(address, settings, console)
    try:
        allowance = Allowance(QUERY_SECONDS)
        answer = JsonAnswer(database, of_active_nodes(query), Options(), allowance)
        yield from elements(answer.pieces())
    except (TooSlowError, UnavailableError) as error:
        raise InputError(str(error)) from None
    finally:
        database.close()


def rows_of_server(url: str, query: object, settings: Settings) -> Iterator[object]:
    """Return the rows that a server or a PuppetDB answers with."""
    from duckrow.data.json_stream import elements
    from duckrow.store.query.errors import QueryError
    from duckrow.store.query.rows import PREFIX

    with StoreServer(url, settings) as server:
        try:
            with server.post(PREFIX, {"query": query}) as answer:
                if answer.status == 200:
                    yield from elements(answer.pieces())
                    return
                text = server.error_of(answer)
        except OSError as error:
            raise server.failure("ask", error) from None
        except ValueError as error:
            raise InputError(f"cannot read what {server.url} answers: {error}") from None
    if answer.status == 400:
        raise QueryError(text)
    raise InputError(f"{server.url} answers {answer.status} {answer.reason}: {text}")


class StoreServer:
    """The store of a server, or a PuppetDB, which is asked with the certificate of this host."""

    __slots__ = ("_session", "_settings", "url")

    def __init__(self, url: str, settings: Settings) -> None:
        """Open nothing yet. Raises UsageError for what is no URL."""
        from duckrow.machine.web.session import Session
        from duckrow.puppet.agent.tls import node_tls

        self.url = url.rstrip("/")
        if not url.startswith(("https://", "http://")):
            raise UsageError(f"--server takes a URL, such as https://puppet:8140, not {url}")
        self._settings = settings
        self._session = Session(node_tls(settings))

    def __enter__(self) -> StoreServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def post(self, path: str, data: object) -> Answer:
        """Send data as JSON. Raises OSError if the server cannot be reached."""
        from orjson import dumps

        from duckrow.machine.web.request import Request

        headers = {"content-type": "application/json; charset=utf-8", "accept": "application/json"}
        request = Request(self.url + path, "POST", headers=headers, body=dumps(data))
        return self._session.ask(request)

    def failure(self, action: str, error: OSError) -> InputError:
        """Return the error for a server that was not reached or is not trusted, with its cause."""
        from urllib.parse import urlsplit

        from duckrow.puppet.agent.failures import connection_failure
        from duckrow.puppet.agent.servers import Address

        what = f"cannot {action} {self.url}: {reason(error)}"
        parts = urlsplit(self.url)
        if parts.scheme == "http":
            return InputError(what, hint="if this port speaks TLS, the URL begins with https")
        address = Address(parts.hostname or "", parts.port or 443)
        found = connection_failure(error, self.url, address, self._settings)
        return InputError(f"cannot {action} {self.url}: {found}", found.why, found.hint)

    @staticmethod
    def error_of(answer: Answer) -> str:
        """Return what the body of an answer says."""
        return answer.read(_LARGEST_ERROR).decode("utf-8", "replace").strip()
