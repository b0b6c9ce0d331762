"""The store that a command uses: that of this host, a database by its address, or a server's."""

from __future__ import annotations

from duckrow.machine.paths import absolute, exists
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.puppet.settings.settings import Settings
    from duckrow.store.database.database import Database

_LARGEST = 1 << 30  # bytes of an answer


def open_store(address: str, settings: Settings, console: Console) -> Database:
    """Open a database, or the store of this host, beside a server that may use it too."""
    from duckrow.server.store.settings import StoreSettings
    from duckrow.store.database.database import SCHEMES, open_database
    from duckrow.store.query.functions import FUNCTIONS

    address = address or StoreSettings(settings).address
    if not address.startswith(SCHEMES):
        address = absolute(address)
        if not exists(address):
            raise InputError(
                f"there is no store in {address}",
                hint="duckrow serve makes it; --database names another one, --server a server",
            )

    def warn(message: str) -> None:
        console.print_message(f"Warning: {message}", "store", "warning")

    return open_database(address, warn, FUNCTIONS, is_guest=True)


def ask_store(address: str, query: object, settings: Settings, console: Console) -> bytes:
    """Return the answer of a database, or of the store of this host, as JSON."""
    from orjson import dumps

    from duckrow.store.database.errors import TooSlowError, UnavailableError
    from duckrow.store.query.ask import ask
    from duckrow.store.query.restrict import of_active_nodes

    database = open_store(address, settings, console)
    try:
        return dumps(ask(database, of_active_nodes(query)).rows)
    except (TooSlowError, UnavailableError) as error:
        raise InputError(str(error)) from None
    finally:
        database.close()


def ask_server(url: str, query: object, settings: Settings) -> bytes:
    """Return the answer of a server or a PuppetDB, as JSON."""
    from orjson import dumps

    from duckrow.machine.web.request import Request
    from duckrow.machine.web.session import Session
    from duckrow.puppet.agent.tls import node_tls
    from duckrow.store.query.errors import QueryError

    url = url.rstrip("/")
    if not url.startswith(("https://", "http://")):
        raise InputError(f"a server has a URL such as https://puppet:8140, not {url}")
    session = Session(node_tls(settings))
    headers = {"content-type": "application/json; charset=utf-8", "accept": "application/json"}
    body = dumps({"query": query})
    try:
        request = Request(f"{url}/pdb/query/v4", "POST", headers=headers, body=body)
        with session.ask(request) as answer:
            content = answer.read(_LARGEST)
    except OSError as error:
        raise InputError(f"cannot ask {url}: {reason(error)}") from None
    finally:
        session.close()
    if answer.status == 200:
        return content
    text = content.decode("utf-8", "replace").strip()
    if answer.status == 400:
        raise QueryError(text)
    raise InputError(f"{url} answers {answer.status} {answer.reason}: {text}")
