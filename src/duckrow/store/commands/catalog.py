"""replace catalog: the catalog of a node, its resources and edges."""

from __future__ import annotations

from hashlib import sha1

from orjson import OPT_SORT_KEYS, dumps

from duckrow.store.commands.checks import (
    InvalidCommandError,
    a_flag,
    a_hash,
    a_list,
    a_string,
    a_time,
    a_whole_number,
    anything,
    check_fields,
    maybe,
    strings,
    time_in,
)
from duckrow.store.commands.command import Command
from duckrow.store.commands.nodes import (
    active_node_id,
    environment_id,
    known_node_id,
    producer_id,
)
from duckrow.store.database.session import number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session

    Reference = tuple[str, str]  # type and title
    Edge = tuple[str, str, str, str, str]
    # digest of the parameters, exported, tags, file, line
    Resource = tuple[str, bool, str, object, object]

_MAYBE = maybe(a_string)
_FIELDS = {
    "certname": a_string,
    "version": a_string,
    "environment": _MAYBE,
    "transaction_uuid": _MAYBE,
    "producer_timestamp": a_time,
    "resources": a_list,
    "edges": a_list,
}
# Keys that a version added.
_ADDED = {7: ("code_id",), 8: ("catalog_uuid",), 9: ("producer",)}
_OPTIONAL = {"job_id": _MAYBE}
_RESOURCE = {
    "type": a_string,
    "title": a_string,
    "exported": a_flag,
    "tags": strings,
    "parameters": a_hash,
}
_RESOURCE_OPTIONAL = {
    "file": _MAYBE,
    "line": maybe(a_whole_number),
    "aliases": anything,
    "kind": anything,
    "sensitive_parameters": anything,
}
_EDGE = {"source": a_hash, "target": a_hash, "relationship": a_string}
_SPEC = {"type": a_string, "title": a_string}
_RELATIONSHIPS = ("contains", "required-by", "notifies", "before", "subscription-of")
_TOGETHER = 500  # values in a list of a query


class ReplaceCatalog(Command):
    """The catalog of a node in place of an earlier one."""

    __slots__ = ("data", "edges", "hash", "parameters", "resources")

    name = "replace catalog"

    def __init__(self, payload: object, version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        fields, optional = dict(_FIELDS), dict(_OPTIONAL)
        for since, names in _ADDED.items():
            (fields if version >= since else optional).update(dict.fromkeys(names, _MAYBE))
        if isinstance(payload, dict) and isinstance(payload.get("version"), int):
            payload = {**payload, "version": str(payload["version"])}
        data = check_fields(payload, fields, optional, "the catalog")
        super().__init__(str(data["certname"]), time_in(str(data["producer_timestamp"])), received)
        if version < 8:
            data["catalog_uuid"] = data["transaction_uuid"]
        self.data = data
        self.parameters: dict[str, str] = {}  # by digest
        self.resources: dict[Reference, Resource] = {}
        self._read_resources(data["resources"])
        self.edges = self._edges(data["edges"])
        content = [self.certname, sorted(self.resources.items()), sorted(self.edges)]
        self.hash = sha1(dumps(content)).hexdigest()  # noqa: S324

    def _read_resources(self, resources: object) -> None:
        assert isinstance(resources, list)
        for each in resources:
            if not isinstance(each, dict):
                raise InvalidCommandError("'resources' of the catalog has what is not an object")
            what = f"the resource {each.get('type')}[{each.get('title')}]"
            check_fields(each, _RESOURCE, _RESOURCE_OPTIONAL, what)
            reference = each["type"], each["title"]
            if reference in self.resources:
                raise InvalidCommandError(f"{what} is twice in the catalog")
            tags = sorted(set(each["tags"]))
            for tag in tags:
                if not is_tag(tag):
                    raise InvalidCommandError(f"{what} has an invalid tag '{tag}'")
            parameters = each["parameters"]
            whole = dumps([*reference, parameters], option=OPT_SORT_KEYS)
            digest = sha1(whole).hexdigest()  # noqa: S324
            self.parameters[digest] = dumps(parameters, option=OPT_SORT_KEYS).decode()
            found = (
                digest,
                each["exported"],
                dumps(tags).decode(),
                each.get("file"),
                each.get("line"),
            )
            self.resources[reference] = found

    def _edges(self, edges: object) -> set[Edge]:
        assert isinstance(edges, list)
        found: set[Edge] = set()
        for each in edges:
            edge = check_fields(each, _EDGE, {}, "an edge")
            source = check_fields(edge["source"], _SPEC, {}, "the source of an edge")
            target = check_fields(edge["target"], _SPEC, {}, "the target of an edge")
            for end in (source, target):
                if (end["type"], end["title"]) not in self.resources:
                    raise InvalidCommandError(
                        f"an edge refers to {end['type']}[{end['title']}], which doesn't exist in"
                        " the catalog"
                    )
            relationship = str(edge["relationship"])
            if relationship not in _RELATIONSHIPS:
                raise InvalidCommandError(f"an edge has invalid relationship type '{relationship}'")
            found.add(
                (
                    str(source["type"]),
                    str(source["title"]),
                    str(target["type"]),
                    str(target["title"]),
                    relationship,
                )
            )
        return found

    def write(self, session: Session) -> None:
        """Write the resources and edges that have changed; of an equal catalog, only the times."""
        node = active_node_id(session, self.certname, self.producer_timestamp)
        dialect = session.dialect
        query = "SELECT hash, producer_timestamp FROM catalogs WHERE certname_id = ?"
        found = session.execute(query, (node,)).fetchone()
        if found is not None and dialect.microseconds(found[1]) > self.producer_timestamp:
            return
        if found is None or found[0] != self.hash:
            self._write_resources(session, node)
            self._write_edges(session, node)
        data = self.data
        session.execute(
            "INSERT INTO catalogs (certname_id, hash, version, environment_id, producer_id,"
            " producer_timestamp, timestamp, transaction_uuid, catalog_uuid, code_id, job_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (certname_id) DO UPDATE SET"
            " hash = excluded.hash, version = excluded.version,"
            " environment_id = excluded.environment_id, producer_id = excluded.producer_id,"
            " producer_timestamp = excluded.producer_timestamp, timestamp = excluded.timestamp,"
            " transaction_uuid = excluded.transaction_uuid, catalog_uuid = excluded.catalog_uuid,"
            " code_id = excluded.code_id, job_id = excluded.job_id",
            (
                node,
                self.hash,
                data["version"],
                environment_id(session, data["environment"]),
                producer_id(session, data.get("producer")),
                dialect.time(self.producer_timestamp),
                dialect.time(self.received),
                data["transaction_uuid"],
                data.get("catalog_uuid"),
                data.get("code_id"),
                data.get("job_id"),
            ),
        )

    def _write_resources(self, session: Session, node: int) -> None:
        query = (
            "SELECT r.type, r.title, p.hash, r.exported, r.tags, r.file, r.line"
            " FROM catalog_resources r JOIN resource_params p ON p.id = r.params_id"
            " WHERE r.certname_id = ?"
        )
        text_of = session.dialect.json_text
        stored: dict[Reference, Resource] = {}
        for type_, title, digest, exported, tags, file, line in session.execute(query, (node,)):
            found = text(digest), bool(exported), text_of(tags), file, line
            stored[text(type_), text(title)] = found
        gone = [(node, *each) for each in stored if each not in self.resources]
        session.execute_many(
            "DELETE FROM catalog_resources WHERE certname_id = ? AND type = ? AND title = ?", gone
        )
        changed = {
            reference: resource
            for reference, resource in self.resources.items()
            if stored.get(reference) != resource
        }
        ids = self._params_ids(session, {each[0] for each in changed.values()})
        session.execute_many(
            "INSERT INTO catalog_resources (certname_id, type, title, params_id, exported, tags,"  # noqa: S608
            " file, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            f" ON CONFLICT ({session.dialect.resource_key}) DO UPDATE SET"
            " params_id = excluded.params_id,"
            " exported = excluded.exported, tags = excluded.tags, file = excluded.file,"
            " line = excluded.line",
            [
                (node, *reference, ids[resource[0]], *resource[1:])
                for reference, resource in changed.items()
            ],
        )

    def _params_ids(self, session: Session, digests: set[str]) -> dict[str, int]:
        """Return the ids of parameters by digest; new ones are added in the order of digests."""
        wanted = sorted(digests)
        found = _known_ids(session, wanted)
        new = [(each, self.parameters[each]) for each in wanted if each not in found]
        if new:
            session.execute_many(
                "INSERT INTO resource_params (hash, parameters) VALUES (?, ?)"
                " ON CONFLICT (hash) DO NOTHING",
                new,
            )
            found.update(_known_ids(session, [each for each, _ in new]))
        return found

    def _write_edges(self, session: Session, node: int) -> None:
        query = (
            "SELECT source_type, source_title, target_type, target_title, relationship"
            " FROM edges WHERE certname_id = ?"
        )
        stored = set(session.execute(query, (node,)))
        session.execute_many(
            "DELETE FROM edges WHERE certname_id = ? AND source_type = ? AND source_title = ?"
            " AND target_type = ? AND target_title = ? AND relationship = ?",
            [(node, *each) for each in stored if each not in self.edges],
        )
        session.execute_many(
            "INSERT INTO edges (certname_id, source_type, source_title, target_type, target_title,"
            " relationship) VALUES (?, ?, ?, ?, ?, ?)",
            sorted((node, *each) for each in self.edges if each not in stored),
        )


class RepeatCatalog(ReplaceCatalog):
    """The catalog that the store has already, by its hash: only what it is called is new.

    `head` is a checked payload without resources and edges. If the store has another catalog,
    nothing is written, and `is_changed` says so.
    """

    __slots__ = ("is_changed",)

    def __init__(self, head: dict[str, object], catalog_hash: str, received: int) -> None:
        time = time_in(str(head["producer_timestamp"]))
        Command.__init__(self, str(head["certname"]), time, received)
        self.data = head
        self.hash = catalog_hash
        self.is_changed = False

    def write(self, session: Session) -> None:
        node = known_node_id(session, self.certname)
        query = "SELECT hash FROM catalogs WHERE certname_id = ?"
        found = session.execute(query, (node,)).fetchone()
        self.is_changed = found is None or found[0] != self.hash
        if not self.is_changed:
            super().write(session)


def _known_ids(session: Session, digests: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(digests), _TOGETHER):
        some = digests[start : start + _TOGETHER]
        marks = ", ".join("?" * len(some))
        query = f"SELECT hash, id FROM resource_params WHERE hash IN ({marks})"  # noqa: S608
        for digest, each in session.execute(query, some):
            found[text(digest)] = number(each)
    return found


def is_tag(tag: str) -> bool:
    """Return whether a text is a tag: letters that are not capitals, digits and some signs."""
    if not tag:
        return False
    for index, character in enumerate(tag):
        if character == "_" or character.isnumeric():
            continue
        if character.isalpha() and not character.isupper():
            continue
        if not index or character not in ":.-":
            return False
    return True
