"""The request for a catalog, its answer, and the catalog of the last run for bad times."""

from __future__ import annotations

from time import time_ns
from urllib.parse import quote, urlencode

from duckrow.machine.files.private import make_private_directory, replace_file
from duckrow.machine.paths import absolute, read_bytes
from duckrow.puppet.agent.client import FORM, JSON, parsed, quoted
from duckrow.puppet.agent.errors import AgentError
from duckrow.state.report import time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.settings.settings import Settings

RICH = "application/vnd.puppet.rich+json"
_LARGEST = 1 << 29


class CatalogRequest:
    """What a request for a catalog says besides the facts."""

    __slots__ = ("configured_environment", "environment", "job_id", "name", "uuid")

    def __init__(
        self,
        name: str,
        environment: str,
        uuid: str,
        configured_environment: str,
        job_id: str = "",
    ) -> None:
        self.name = name
        self.environment = environment
        self.uuid = uuid
        self.configured_environment = configured_environment
        self.job_id = job_id


class Downloaded:
    """A catalog as it came: the bytes, for the next run, and the data in them."""

    __slots__ = ("content", "data")

    def __init__(self, content: bytes, data: dict[str, object]) -> None:
        self.content = content
        self.data = data

    @property
    def environment(self) -> str:
        """The environment that the server chose; empty if it says none."""
        return str(self.data.get("environment") or "")


def ask_for_catalog(
    client: Client, request: CatalogRequest, facts: Mapping[str, object]
) -> Downloaded:
    """Send the facts and return the catalog."""
    settings = client.settings
    text = _json(facts)
    fields = {
        "facts_format": JSON,
        "facts": quote(text, safe=""),  # the form encodes it a second time
        "environment": request.environment,
        "configured_environment": request.configured_environment,
        "check_environment": "true",
        "transaction_uuid": request.uuid,
        "job_uuid": request.job_id,
        "static_catalog": "true" if settings["static_catalogs"] else "false",
        "checksum_type": ".".join(map(str, settings["supported_checksum_types"])),
    }
    reply = client.ask(
        "POST",
        f"/puppet/v3/catalog/{quoted(request.name)}",
        [("environment", request.environment)],
        accept=f"{RICH}, {JSON}",
        body=urlencode(fields, quote_via=quote).encode(),
        content_type=FORM,
    )
    return _downloaded(reply.body, "the answer of the server")


def facts_data(settings: Settings, name: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return facts as servers expect them, with the time from which they no longer count."""
    now = time_ns()
    interval = min(float(settings["runinterval"]), 3e9)
    return {
        "name": name,
        "values": values,
        "timestamp": time_text(now),
        "expiration": time_text(now + int(interval * 1e9)),
    }


def upload_facts(client: Client, name: str, environment: str, values: Mapping[str, object]) -> None:
    """Send the facts of a node to the server, apart from a run."""
    client.ask(
        "PUT",
        f"/puppet/v3/facts/{quoted(name)}",
        [("environment", environment)],
        body=_json(facts_data(client.settings, name, values)),
        content_type=JSON,
    )


def _json(facts: Mapping[str, object]) -> bytes:
    from orjson import dumps

    try:
        return dumps(facts)
    except TypeError:  # numbers of more than 64 bits, or texts that are not UTF-8
        from duckrow.state.small_json import dump

        return dump(facts).encode()


def _downloaded(content: bytes, source: str) -> Downloaded:
    data = parsed(content, f"{source} as a catalog")
    if isinstance(data, dict) and data.get("document_type") == "Catalog":
        data = data.get("data")
    if not isinstance(data, dict):
        raise AgentError(f"Could not parse {source} as a catalog: it is not an object")
    return Downloaded(content, data)


def node_environment(client: Client, request: CatalogRequest) -> str | None:
    """Ask the server for the environment of this node."""
    fields = [
        ("environment", request.environment),
        ("configured_environment", request.configured_environment),
        ("transaction_uuid", request.uuid),
    ]
    reply = client.ask("GET", f"/puppet/v3/node/{quoted(request.name)}", fields)
    data = parsed(reply.body, "the node definition")
    found = data.get("environment") if isinstance(data, dict) else None
    return str(found) if found else None


def cache_path(settings: Settings, name: str) -> str:
    """Return the file of the last catalog, which is Puppet's own."""
    return f"{absolute(settings['client_datadir'])}/catalog/{name}.json"


def write_cache(settings: Settings, name: str, content: bytes) -> None:
    """Store a catalog that could be applied, as the server sent it."""
    path = cache_path(settings, name)
    make_private_directory(path.rpartition("/")[0])
    replace_file(path, content, 0o640)


def read_cache(settings: Settings, name: str) -> Downloaded | None:
    """Return the catalog of an earlier run, or None; AgentError if it cannot be read."""
    path = cache_path(settings, name)
    try:
        content = read_bytes(path, _LARGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AgentError(f"cannot read {path}: {error.strerror}") from None
    return _downloaded(content, path)
