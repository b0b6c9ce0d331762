"""The resources of a catalog, cleaned for a comparison as octocatalog-diff does.

The order of tags and of notify, subscribe and tag does not count. before and require are left out:
they change the order only, which is compared on its own. A file has the name of its path.

Exported resources of a file are left out, since other nodes use them: a catalog of PuppetDB has all
of them. A compile has only those that its own node collects too, and applies.
"""

from __future__ import annotations

from duckrow.diff.changes import Hidden
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.diff.changes import Location

    Data = dict[str, Any]
    Key = tuple[str, str]

ORDER_ONLY = ("before", "require")
_UNORDERED = ("notify", "subscribe", "tag")


class CatalogResources:
    """The resources of a catalog by type and title, and where each is declared."""

    __slots__ = ("by_key", "places", "raw", "secrets")

    def __init__(
        self, data: object, shown: str = "the catalog", *, has_exported: bool = False
    ) -> None:
        self.raw = resources_in(data, shown)
        self.by_key: dict[Key, Data] = {}
        self.places: dict[Key, Location] = {}
        self.secrets: set[str] = set()  # the strings in Sensitive values
        for raw in self.raw:
            if raw.get("exported") is True and not has_exported:
                continue
            clean, place = _cleaned(raw, self.secrets)
            key = str(clean["type"]), str(clean["title"])
            self.by_key[key] = clean
            self.places[key] = place


def resources_in(data: object, shown: str) -> list[Data]:
    """Return the resources of a catalog: of Puppet, of PuppetDB, or in an older envelope."""
    found: Any = data
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    for envelope in ("data", "catalog"):
        if isinstance(found, dict) and "resources" not in found and envelope in found:
            found = found[envelope]
    found = found.get("resources") if isinstance(found, dict) else None
    if isinstance(found, dict) and isinstance(found.get("data"), list):
        found = found["data"]  # as PuppetDB writes it
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError(f"{shown} is no catalog", why="it has no list of resources")
    if not all(isinstance(each.get(name), str) for each in found for name in ("type", "title")):
        raise InputError(f"{shown} is no catalog", why="a resource has no type or no title")
    return found


def _cleaned(raw: Data, secrets: set[str]) -> tuple[Data, Location]:
    """Return a resource that can be compared, and where it is declared."""
    clean: Data = {"type": raw["type"], "title": raw["title"]}
    for name, value in raw.items():
        if name == "parameters":
            if isinstance(value, dict):
                left = _cleaned_parameters(value, raw.get("sensitive_parameters"), secrets)
                if clean["type"] == "File" and "path" in left:
                    clean["title"] = left.pop("path")
                if left:
                    clean[name] = left
        elif name == "tags":
            if isinstance(value, list) and value:
                clean[name] = sorted(value, key=str)
        elif name not in ("type", "title", "file", "line"):
            clean[name] = value
    return clean, (raw.get("file"), raw.get("line"))


def _cleaned_parameters(values: Data, sensitive: Any, secrets: set[str]) -> Data:
    names = sensitive if isinstance(sensitive, list) else ()
    found: Data = {}
    for name, value in values.items():
        if name in ORDER_ONLY:
            continue
        if name in names:
            found[name] = _hidden(value, secrets)
        else:
            found[name] = _with_hidden(value, secrets)
            if name in _UNORDERED and isinstance(value, list):
                found[name] = sorted(found[name], key=str)
    return found


def _with_hidden(value: Any, secrets: set[str]) -> Any:
    """Return a value in which Sensitive values are hidden."""
    if isinstance(value, dict):
        if value.get("__ptype") == "Sensitive":
            return _hidden(value.get("__pvalue"), secrets)
        return {name: _with_hidden(each, secrets) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_hidden(each, secrets) for each in value]
    return value


def _hidden(value: Any, secrets: set[str]) -> Hidden:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str) or type(part) is int:
            secrets.add(str(part))
    return Hidden(value)


def hides_content(resources: CatalogResources, key: Key) -> bool:
    """Return whether a resource does not want differences of its content to be shown."""
    parameters = resources.by_key.get(key, {}).get("parameters") or {}
    return parameters.get("show_diff") in (False, "false", "no", "md5")
