"""Nodes: what is known about each, and the endpoints that ask for it.

An external classifier may add classes, parameters and an environment.
"""

from __future__ import annotations

from orjson import JSONDecodeError, loads

from duckrow.ca.names import is_valid_name
from duckrow.puppet.environment.enc import Classification, ClassifierError, classify, has_classifier
from duckrow.puppet.environment.node import trusted_data
from duckrow.puppet.storeconfigs.wire import to_json
from duckrow.server.environments.environments import DEFAULT
from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.server.http.v3 import MOST_DEPTH, environment_name, environment_of, is_deep
from duckrow.server.store.storing import keep_facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Client, Request
    from duckrow.server.site import Site
    from duckrow.server.store.storing import Storing

_NOBODY = Classification()
MOST_VALUES = 200_000  # of the facts of a node


def node_name(request: Request) -> str:
    """Return the name of the node in a path. Raises Refusal for one that no node can have."""
    name = name_in(request)
    if not is_valid_name(name):
        raise Refusal(400, f"Bad Request: '{name}' is not the name of a node")
    return name


def classification_of(site: Site, name: str) -> Classification:
    """Return what the external classifier says about a node. Raises Refusal."""
    if not has_classifier(site.settings):
        return _NOBODY
    try:
        return classify(site.settings, name, site.settings.world)
    except ClassifierError as error:
        raise Refusal(
            500, f"Server Error: Failed when searching for node {name}: {error}"
        ) from None


def environment_name_of(site: Site, asked: str, classification: Classification) -> str:
    """Return the name of a node's environment: the classifier's, or the one it asks for.

    A node that asks for an environment which does not exist gets the default one.
    """
    chosen = classification.environment or asked or DEFAULT
    if site.environments.exists(chosen):
        return chosen
    return chosen if classification.environment else DEFAULT


def trusted_for(name: str, client: Client | None) -> dict[str, object]:
    """Return $trusted of a node: of its certificate if it asks itself."""
    if client is None or client.name != name:
        return trusted_data(name)
    found = trusted_data(name, client.extensions)
    found["authenticated"] = "remote"
    return found


def node(site: Site, request: Request) -> Answer:
    """Answer with the environment of a node."""
    name = node_name(request)
    asked = environment_of(site, request).name
    classification = classification_of(site, name)
    environment = environment_name_of(site, asked, classification)
    data: dict[str, object] = {"name": name, "environment": environment}
    if classification.parameters:
        data["parameters"] = classification.parameters
    if classification.classes:
        data["classes"] = classification.classes
    return Answer(to_json(data), JSON)


def values_in(facts: bytes, name: str) -> dict[str, object]:
    """Return the values of facts in JSON. Raises Refusal.

    Everybody waits while they are read, so that their number is limited: each follows a comma.
    """
    if facts.count(b",") > MOST_VALUES:
        raise Refusal(413, f"the facts of {name} have more than {MOST_VALUES} values")
    try:
        data = loads(facts)
    except JSONDecodeError as error:
        raise Refusal(400, f"Bad Request: the facts of {name} are not JSON: {error}") from None
    values = data.get("values") if isinstance(data, dict) else None
    if not isinstance(values, dict):
        raise Refusal(400, f"Bad Request: the facts of {name} have no values")
    if is_deep(values):
        what = f"the facts of {name} are nested more than {MOST_DEPTH} levels deep"
        raise Refusal(400, f"Bad Request: {what}")
    if data.get("name", name) != name:
        raise Refusal(400, f"Bad Request: the facts are of {data['name']}, not of {name}")
    return values


class FactUploads:
    """Takes facts that nodes send without a request for a catalog; `storing` is for the store."""

    __slots__ = ("_storing",)

    def __init__(self, storing: Storing | None) -> None:
        self._storing = storing

    async def put(self, site: Site, request: Request) -> Answer:
        """Take the facts of a node; they are in the store, if there is one."""
        name = node_name(request)
        environment = environment_name(request)
        kind = request.headers.get("content-type", "")
        if not kind.startswith(("application/json", "text/pson")):
            raise Refusal(415, "Unsupported Media Type: facts are JSON", "UNSUPPORTED_MEDIA_TYPE")
        values = values_in(request.body, name)
        await keep_facts(site.facts, name, request.body)
        if self._storing is not None:
            trusted = trusted_for(name, request.client)
            job = {"node": name, "environment": environment, "trusted": trusted}
            await self._storing.store_facts(job, values)
        return Answer(b"", JSON)
