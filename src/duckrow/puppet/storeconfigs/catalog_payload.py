"""The payloads of `replace catalog`, version 9, and `replace catalog inputs`, version 1.

A stored catalog differs from that of the agent:

 1. Exported resources that nobody has collected are in it. They have no relationships.
 2. Sensitive parameters are not in it, neither values nor names.
 3. Values that JSON lacks are strings.
 4. A name that differs from the title is an alias; lists without an order are sorted.
 5. Relationships are edges too.
"""

from __future__ import annotations

from duckrow.puppet.catalog.to_data import edges_data, resource_data
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.storeconfigs.catalog_edges import relationship_edges, split_edge
from duckrow.puppet.storeconfigs.store import (
    REPLACE_CATALOG,
    REPLACE_CATALOG_INPUTS,
    Command,
    wire_time,
)
from duckrow.puppet.storeconfigs.stringified import stringified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource

    Data = dict[str, Any]

# Parameters whose lists have no order.
_UNORDERED = ("alias", "audit", "before", "check", "notify", "require", "subscribe", "tag")


class CatalogIdentity:
    """What tells one stored catalog of a node from another."""

    __slots__ = ("catalog_uuid", "code_id", "job_id", "time_ns", "transaction_uuid", "version")

    def __init__(
        self,
        version: object,
        catalog_uuid: str,
        time_ns: int,
        *,
        transaction_uuid: str | None = None,
        code_id: str | None = None,
        job_id: str | None = None,
    ) -> None:
        self.version = version
        self.catalog_uuid = catalog_uuid
        self.time_ns = time_ns
        self.transaction_uuid = transaction_uuid
        self.code_id = code_id
        self.job_id = job_id


def catalog_content(build: Build, *, has_edges: bool = True) -> Data:
    """Return what is stored of a finished catalog, but for its identity. Raises EvaluationError."""
    catalog = build.catalog
    stored = [each for each in catalog.resources if each.is_exported or not each.is_virtual]
    resources = [_stored_data(resource, build) for resource in stored]
    edges: list[Data] = []
    if has_edges:
        edges = [split_edge(edge) for edge in edges_data(stored, has_exported=True)]
        edges += relationship_edges(stored, resources)
    for data, resource in zip(resources, stored, strict=True):
        for name in resource.sensitive or ():
            data["parameters"].pop(name, None)
    return {
        "certname": catalog.name,
        "environment": catalog.environment,
        "resources": resources,
        "edges": edges,
    }


class RepeatableCatalog(Command):
    """A command whose content is read on demand: a store may know its digest already.

    `head` is the payload without resources and edges.
    """

    __slots__ = ("digest", "head", "read")

    def __init__(
        self, head: Data, read: Callable[[], Data], digest: bytes, identity: CatalogIdentity
    ) -> None:
        super().__init__(REPLACE_CATALOG, head["certname"], head, identity.time_ns)
        self.head = head
        self.read = read
        self.digest = digest

    @property
    def payload(self) -> Data:
        return {**self.read(), **self.head}


def catalog_command(content: Data, identity: CatalogIdentity, producer: str) -> Command:
    """Return the command that stores a catalog."""
    certname, environment = content["certname"], content["environment"]
    payload = {**content, **catalog_head(certname, environment, identity, producer)}
    return Command(REPLACE_CATALOG, certname, payload, identity.time_ns)


def catalog_head(certname: str, environment: str, identity: CatalogIdentity, producer: str) -> Data:
    """Return the payload of a catalog without its resources and edges."""
    return {
        "certname": certname,
        "environment": environment,
        "version": str(identity.version),
        "transaction_uuid": identity.transaction_uuid,
        "catalog_uuid": identity.catalog_uuid,
        "code_id": identity.code_id,
        "job_id": identity.job_id,
        "producer_timestamp": wire_time(identity.time_ns),
        "producer": producer,
    }


def inputs_command(certname: str, identity: CatalogIdentity, keys: Iterable[str]) -> Command:
    """Return the command that stores which keys of Hiera a compile looked up."""
    payload = {
        "certname": certname,
        "catalog_uuid": identity.catalog_uuid,
        "producer_timestamp": wire_time(identity.time_ns),
        "inputs": [["hiera", key] for key in keys],
    }
    return Command(REPLACE_CATALOG_INPUTS, certname, payload, identity.time_ns)


def stored_resource(resource: Resource, build: Build) -> Data:
    """Return one resource as the store has it. Raises EvaluationError."""
    data = _stored_data(resource, build)
    for name in resource.sensitive or ():
        data["parameters"].pop(name, None)
    return data


def _stored_data(resource: Resource, build: Build) -> Data:
    """Return a resource as the store has it, still with Sensitive parameters."""
    data: Data = resource_data(resource, build, stringified)
    data.pop("sensitive_parameters", None)
    parameters: Data = data.setdefault("parameters", {})
    names = _aliases(resource)
    if names:
        parameters["alias"] = names
    for name in _UNORDERED:
        values = parameters.get(name)
        if type(values) is list and values:
            parameters[name] = sorted(values, key=str)
    return data


def _aliases(resource: Resource) -> list[object]:
    """Return the aliases of a resource, and its name if that is not the title."""
    description = resource.description
    if description is not None and len(description.namevars) > 1:
        return []  # the title alone names such a resource
    given = resource.parameters.get("alias")
    names = [] if given is None else [name for name in flattened(given) if name is not None]
    if description is not None and not description.is_isomorphic:
        return names  # several resources may have one name
    name = _name_of(resource)
    # The titles of Class[main] and Stage[main] are no text in the reference.
    is_text = resource.title != "main" or resource.file is not None
    if name is not None and (name != resource.title or not is_text) and name not in names:
        names.append(name)
    return names


def _name_of(resource: Resource) -> object:
    """Return the name of a resource: that of its parameters, else that in its title."""
    description = resource.description
    namevar = "name" if description is None else description.namevar
    for key in (namevar, "name"):
        if resource.parameters.get(key) is not None:
            return resource.parameters[key]
    if description is None:
        return resource.title
    return description.parts_of(resource.title).get(namevar)
