"""replace facts: the facts of a node, and its packages."""

from __future__ import annotations

from hashlib import sha1

from orjson import OPT_SORT_KEYS, dumps, loads

from duckrow.store.commands.checks import (
    InvalidCommandError,
    a_hash,
    a_list,
    a_string,
    a_time,
    check_fields,
    maybe,
    time_in,
)
from duckrow.store.commands.command import Command
from duckrow.store.commands.nodes import active_node_id, environment_id, producer_id
from duckrow.store.database.session import number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.store.database.session import Session

    Package = tuple[str, str, str]

_FIELDS = {"certname": a_string, "values": a_hash, "environment": maybe(a_string)}
_LATER = {"producer_timestamp": a_time, "producer": maybe(a_string)}
_OPTIONAL = {"package_inventory": maybe(a_list), "producer": maybe(a_string)}


class ReplaceFacts(Command):
    """The facts of a node in place of earlier ones."""

    __slots__ = ("environment", "hash", "packages", "producer", "values")

    name = "replace facts"

    def __init__(self, payload: object, version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        later = _LATER if version >= 5 else {"producer_timestamp": a_time}
        data = check_fields(payload, {**_FIELDS, **later}, _OPTIONAL, "the factset")
        super().__init__(str(data["certname"]), time_in(str(data["producer_timestamp"])), received)
        self.environment = data["environment"]
        self.producer = data.get("producer")
        values = data["values"]
        assert isinstance(values, dict)
        self.values: dict[str, str] = {
            name: dumps(value, option=OPT_SORT_KEYS).decode() for name, value in values.items()
        }
        self.packages = _packages(data.get("package_inventory"))
        everything = [self.environment, sorted(values.items()), self.packages]
        self.hash = sha1(dumps(everything, option=OPT_SORT_KEYS)).hexdigest()  # noqa: S324

    def write(self, session: Session) -> None:
        """Write the facts that have changed."""
        node = active_node_id(session, self.certname, self.producer_timestamp)
        time = session.dialect.time
        query = "SELECT hash, producer_timestamp FROM factsets WHERE certname_id = ?"
        found = session.execute(query, (node,)).fetchone()
        if found is not None:
            stored = session.dialect.microseconds(found[1])
            if stored > self.producer_timestamp:
                return
        if found is None or found[0] != self.hash:
            self._write_values(session, node)
            _write_packages(session, node, self.packages)
        session.execute(
            "INSERT INTO factsets (certname_id, hash, environment_id, producer_id,"
            " producer_timestamp, timestamp) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (certname_id) DO UPDATE SET hash = excluded.hash,"
            " environment_id = excluded.environment_id, producer_id = excluded.producer_id,"
            " producer_timestamp = excluded.producer_timestamp, timestamp = excluded.timestamp",
            (
                node,
                self.hash,
                environment_id(session, self.environment),
                producer_id(session, self.producer),
                time(self.producer_timestamp),
                time(self.received),
            ),
        )

    def _write_values(self, session: Session, node: int) -> None:
        text_of = session.dialect.json_text
        query = "SELECT name, value FROM facts WHERE certname_id = ?"
        stored = {text(name): text_of(value) for name, value in session.execute(query, (node,))}
        gone = [(node, name) for name in stored if name not in self.values]
        changed = [(node, *each) for each in self.values.items() if stored.get(each[0]) != each[1]]
        session.execute_many("DELETE FROM facts WHERE certname_id = ? AND name = ?", gone)
        session.execute_many(
            "INSERT INTO facts (certname_id, name, value) VALUES (?, ?, ?)"
            " ON CONFLICT (certname_id, name) DO UPDATE SET value = excluded.value",
            changed,
        )
        session.execute_many(
            "INSERT INTO fact_paths (path, name, type) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            _new_paths(changed, stored),
        )


def _new_paths(
    changed: list[tuple[int, str, str]], stored: dict[str, str]
) -> list[tuple[str, str, str]]:
    """Return the paths of changed facts that the stored ones lack, in a steady order."""
    found: set[tuple[str, str, str]] = set()
    for _, name, value in changed:
        paths = set(leaf_paths(name, loads(value)))
        if name in stored:
            paths.difference_update(leaf_paths(name, loads(stored[name])))
        found |= paths
    return sorted(found)


def leaf_paths(name: str, value: object) -> Iterator[tuple[str, str, str]]:
    """Return the path as JSON, the name of the fact and the type of each leaf of a fact."""
    for path, kind in _leaves([name], value):
        yield dumps(path).decode(), name, kind


def _leaves(path: list[str | int], value: object) -> Iterator[tuple[list[str | int], str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves([*path, key], each)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _leaves([*path, index], each)
    else:
        yield path, _TYPES[type(value)]


_TYPES = {str: "string", int: "integer", float: "float", bool: "boolean", type(None): "null"}


def _packages(inventory: object) -> list[Package]:
    """Return the packages of an inventory, in order. Raises InvalidCommandError."""
    if not isinstance(inventory, list):
        return []
    found: set[Package] = set()
    for each in inventory:
        match each:
            case [str(name), str(version), str(provider)]:
                found.add((name, version, provider))
            case _:
                raise InvalidCommandError(
                    "'package_inventory' of the factset is not a list of name, version and provider"
                )
    return sorted(found)


def _write_packages(session: Session, node: int, packages: list[Package]) -> None:
    query = (
        "SELECT p.name, p.version, p.provider, p.id FROM certname_packages c"
        " JOIN packages p ON p.id = c.package_id WHERE c.certname_id = ?"
    )
    stored = {row[:3]: number(row[3]) for row in session.execute(query, (node,))}
    wanted = set(packages)
    gone = [(node, each) for key, each in stored.items() if key not in wanted]
    session.execute_many(
        "DELETE FROM certname_packages WHERE certname_id = ? AND package_id = ?", gone
    )
    new = [each for each in packages if each not in stored]
    session.execute_many(
        "INSERT INTO packages (name, version, provider) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        new,
    )
    session.execute_many(
        "INSERT INTO certname_packages (certname_id, package_id)"
        " SELECT ?, id FROM packages WHERE name = ? AND version = ? AND provider = ?"
        " ON CONFLICT DO NOTHING",
        [(node, *each) for each in new],
    )
