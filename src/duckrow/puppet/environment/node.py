"""The node a catalog is for: its name, facts, trusted data and classification."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Node:
    """A node.

    `classes` and `parameters` come from an external classifier: classes are names, or names with
    their parameters; parameters become variables. `trusted` is the data of its certificate.
    """

    __slots__ = ("classes", "facts", "name", "parameters", "server_facts", "trusted")

    def __init__(
        self,
        name: str,
        facts: dict[str, Any] | None = None,
        *,
        trusted: dict[str, Any] | None = None,
        classes: list[str] | dict[str, Any] | None = None,
        parameters: dict[str, Any] | None = None,
        server_facts: dict[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.facts = facts or {}
        self.trusted = trusted if trusted is not None else trusted_data(name)
        self.classes = classes or {}
        self.parameters = parameters or {}
        self.server_facts = server_facts or {}


def trusted_data(name: str, extensions: Mapping[str, object] | None = None) -> dict[str, object]:
    """Return $trusted of a node that is known by its name alone."""
    hostname, _, domain = name.partition(".")
    return {
        "authenticated": "local",
        "certname": name,
        "extensions": dict(extensions or {}),
        "hostname": hostname,
        "domain": domain or None,
        "external": {},
    }
