"""PuppetDB's archive: all commands that make a store what it is, in one tar.gz.

    export_archive(database, "pond.tgz", now)
    import_archive(store, "pond.tgz", now)

The members are those of `puppet db export`: puppetdb-bak/export-metadata.json with the versions of
the commands, then a payload in each of facts/, catalogs/, reports/, configure_expiration/ and
catalog_inputs/; of runs of policies also policy_runs/. What a store holds of a node is read in one
snapshot, and one report at a time.
"""

from __future__ import annotations

from hashlib import sha1

from orjson import OPT_INDENT_2, dumps, loads

from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar_stream import read_tar, write_tar
from duckrow.store.commands.checks import InvalidCommandError
from duckrow.store.commands.table import COMMANDS, load_payload, read_command
from duckrow.store.database.session import number, text
from duckrow.store.packed import value_of
from duckrow.store.query.times import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.store.commands.command import Command
    from duckrow.store.database.database import Database
    from duckrow.store.database.session import Session
    from duckrow.store.store import Store

    Payload = dict[str, object]

_ROOT = "puppetdb-bak"
_METADATA = f"{_ROOT}/export-metadata.json"
# By directory: the command.
_DIRECTORIES = {
    "configure_expiration": "configure expiration",
    "facts": "replace facts",
    "catalogs": "replace catalog",
    "catalog_inputs": "replace catalog inputs",
    "reports": "store report",
    "policy_runs": "store policy run",
}
_TOGETHER = 50  # commands in one transaction
_SECONDS = 600.0  # that reading about one node may take


# ---- export


def export_archive(database: Database, path: str, now: int) -> int:
    """Write an archive; return the number of payloads."""
    return write_tar(path, archive_members(database, now)) - 1


def archive_members(database: Database, now: int) -> Iterator[tuple[str, bytes]]:
    """Return the name and the content of each member of an archive."""
    versions = {name.replace(" ", "_"): COMMANDS[name][1] for name in _DIRECTORIES.values()}
    with database.reading(_SECONDS) as session:
        nodes = session.execute("SELECT id, certname FROM certnames ORDER BY certname").fetchall()
        if session.execute("SELECT 1 FROM policy_runs LIMIT 1").fetchone() is None:
            del versions["store_policy_run"]  # which PuppetDB does not know
    metadata = {"timestamp": text_of(now), "command_versions": versions}
    yield _METADATA, dumps(metadata, option=OPT_INDENT_2)
    for node, certname in nodes:
        yield from _node_members(database, number(node), text(certname))


def _node_members(database: Database, node: int, certname: str) -> Iterator[tuple[str, bytes]]:
    with database.reading(_SECONDS) as session:
        found = [(directory, read(session, node, certname)) for directory, read in _READERS.items()]
        reports = session.execute(_REPORTS, (node,)).fetchall()
        runs = session.execute(_POLICY_RUNS, (node,)).fetchall()
    for directory, payload in found:
        if payload is not None:
            yield _member(directory, certname, payload)
    for (report,) in reports:
        with database.reading(_SECONDS) as session:
            payload = _report(session, number(report), certname)
        if payload is not None:
            yield _member("reports", certname, payload)
    for (run,) in runs:
        with database.reading(_SECONDS) as session:
            payload = _policy_run(session, number(run), certname)
        if payload is not None:
            yield _member("policy_runs", certname, payload)


def _member(directory: str, certname: str, payload: Payload) -> tuple[str, bytes]:
    content = dumps(payload, option=OPT_INDENT_2)
    when = str(payload["producer_timestamp"])
    # A report has other times of its own; two of them may have been made at one moment.
    stamp = f"{when}{payload.get('transaction_uuid')}{payload.get('start_time')}"
    digest = "" if directory == "facts" else f"-{sha1(stamp.encode()).hexdigest()}"  # noqa: S324
    return f"{_ROOT}/{directory}/{certname}{digest}.json", content


def _time(session: Session, value: object) -> str:
    return text_of(session.dialect.microseconds(value))


def _json(session: Session, value: object) -> object:
    found: object = loads(session.dialect.json_text(value))
    return found


def _expiration(session: Session, node: int, certname: str) -> Payload | None:
    query = "SELECT expires_facts, expires_facts_updated FROM certnames WHERE id = ?"
    row = session.execute(query, (node,)).fetchone()
    if row is None or row[1] is None:
        return None
    return {
        "certname": certname,
        "expire": {"facts": bool(row[0])},
        "producer_timestamp": _time(session, row[1]),
    }


def _facts(session: Session, node: int, certname: str) -> Payload | None:
    query = (
        "SELECT e.name, p.name, f.producer_timestamp FROM factsets f"
        " LEFT JOIN environments e ON e.id = f.environment_id"
        " LEFT JOIN producers p ON p.id = f.producer_id WHERE f.certname_id = ?"
    )
    row = session.execute(query, (node,)).fetchone()
    if row is None:
        return None
    values = session.execute("SELECT name, value FROM facts WHERE certname_id = ?", (node,))
    payload: Payload = {
        "certname": certname,
        "environment": row[0],
        "producer": row[1],
        "producer_timestamp": _time(session, row[2]),
        "values": {text(name): _json(session, value) for name, value in values},
    }
    query = (
        "SELECT p.name, p.version, p.provider FROM certname_packages c"
        " JOIN packages p ON p.id = c.package_id WHERE c.certname_id = ? ORDER BY 1, 2, 3"
    )
    packages = [list(each) for each in session.execute(query, (node,))]
    if packages:
        payload["package_inventory"] = packages
    return payload


_CATALOG = "version transaction_uuid catalog_uuid code_id job_id".split()


def _catalog(session: Session, node: int, certname: str) -> Payload | None:
    query = (
        f"SELECT e.name, p.name, k.producer_timestamp, {', '.join(_CATALOG)} FROM catalogs k"  # noqa: S608
        " LEFT JOIN environments e ON e.id = k.environment_id"
        " LEFT JOIN producers p ON p.id = k.producer_id WHERE k.certname_id = ?"
    )
    row = session.execute(query, (node,)).fetchone()
    if row is None:
        return None
    environment, producer, when, *others = row
    return {
        "certname": certname,
        "environment": environment,
        "producer": producer,
        "producer_timestamp": _time(session, when),
        **dict(zip(_CATALOG, others, strict=True)),
        "resources": _resources(session, node),
        "edges": _edges(session, node),
    }


def _resources(session: Session, node: int) -> list[Payload]:
    query = (
        "SELECT type, title, exported, tags, file, line, parameters FROM catalog_resources r"
        " JOIN resource_params p ON p.id = r.params_id WHERE r.certname_id = ?"
        " ORDER BY type, title"
    )
    found = []
    for type_, title, exported, tags, file, line, parameters in session.execute(query, (node,)):
        resource: Payload = {
            "type": type_,
            "title": title,
            "exported": bool(exported),
            "tags": _json(session, tags),
            "parameters": _json(session, parameters),
        }
        if file is not None:
            resource["file"] = file
        if line is not None:
            resource["line"] = line
        found.append(resource)
    return found


def _edges(session: Session, node: int) -> list[Payload]:
    query = (
        "SELECT source_type, source_title, target_type, target_title, relationship FROM edges"
        " WHERE certname_id = ? ORDER BY 1, 2, 3, 4, 5"
    )
    return [
        {
            "source": {"type": source_type, "title": source_title},
            "target": {"type": target_type, "title": target_title},
            "relationship": relationship,
        }
        for source_type, source_title, target_type, target_title, relationship in session.execute(
            query, (node,)
        )
    ]


def _inputs(session: Session, node: int, certname: str) -> Payload | None:
    query = "SELECT catalog_inputs_uuid, catalog_inputs_timestamp FROM certnames WHERE id = ?"
    row = session.execute(query, (node,)).fetchone()
    if row is None or row[1] is None:
        return None
    query = "SELECT type, name FROM catalog_inputs WHERE certname_id = ? ORDER BY 1, 2"
    return {
        "certname": certname,
        "catalog_uuid": row[0],
        "producer_timestamp": _time(session, row[1]),
        "inputs": [list(each) for each in session.execute(query, (node,))],
    }


_READERS: dict[str, Callable[[Session, int, str], Payload | None]] = {
    "configure_expiration": _expiration,
    "facts": _facts,
    "catalogs": _catalog,
    "catalog_inputs": _inputs,
}
_REPORTS = "SELECT id FROM reports WHERE certname_id = ? ORDER BY producer_timestamp, id"
_TIMES = "start_time end_time producer_timestamp".split()
_FLAGS = "noop noop_pending corrective_change".split()
_TEXTS = (
    "transaction_uuid catalog_uuid code_id job_id cached_catalog_status status type puppet_version"
    " report_format configuration_version"
).split()


def _report(session: Session, report: int, certname: str) -> Payload | None:
    columns = ", ".join([*_TIMES, *_FLAGS, *(f"r.{name}" for name in _TEXTS)])
    query = (
        f"SELECT e.name, p.name, r.metrics, r.logs, {columns} FROM reports r"  # noqa: S608
        " LEFT JOIN environments e ON e.id = r.environment_id"
        " LEFT JOIN producers p ON p.id = r.producer_id WHERE r.id = ?"
    )
    row = session.execute(query, (report,)).fetchone()
    if row is None:
        return None
    environment, producer, metrics, logs, *others = row
    assert isinstance(metrics, bytes)
    assert isinstance(logs, bytes)
    times, flags, texts = others[:3], others[3:6], others[6:]
    return {
        "certname": certname,
        "environment": environment,
        "producer": producer,
        **{name: _time(session, each) for name, each in zip(_TIMES, times, strict=True)},
        **{
            name: None if each is None else bool(each)
            for name, each in zip(_FLAGS, flags, strict=True)
        },
        **dict(zip(_TEXTS, texts, strict=True)),
        "metrics": value_of(metrics),
        "logs": value_of(logs),
        "resources": _report_resources(session, report),
    }


def _report_resources(session: Session, report: int) -> list[Payload]:
    """Return the resources of a report: its events, by what they happened to."""
    query = (
        "SELECT resource_type, resource_title, file, line, containment_path, timestamp, status,"
        " property, name, old_value, new_value, message, corrective_change FROM resource_events"
        " WHERE report_id = ? ORDER BY id"
    )
    found: dict[tuple[object, ...], Payload] = {}
    for row in session.execute(query, (report,)):
        type_, title, file, line, path, when, status, *others = row
        moment = _time(session, when)
        containment = "null" if path is None else session.dialect.json_text(path)
        key = (type_, title, file, line, containment, moment, status == "skipped")
        resource = found.get(key)
        if resource is None:
            resource = found[key] = {
                "resource_type": type_,
                "resource_title": title,
                "file": file,
                "line": line,
                "containment_path": loads(containment),
                "timestamp": moment,
                "skipped": status == "skipped",
                "corrective_change": None,
                "events": [],
            }
        property_, name, old, new, message, corrective = others
        events = resource["events"]
        assert isinstance(events, list)
        events.append(
            {
                "status": status,
                "timestamp": moment,
                "property": property_,
                "name": name,
                "old_value": loads(text(old)),
                "new_value": loads(text(new)),
                "message": message,
                "corrective_change": None if corrective is None else bool(corrective),
            }
        )
    return list(found.values())


_POLICY_RUNS = "SELECT id FROM policy_runs WHERE certname_id = ? ORDER BY producer_timestamp, id"
_PROMISE = "outcome type promiser bundle reason messages seconds file line".split()


def _policy_run(session: Session, run: int, certname: str) -> Payload | None:
    """Return a run of policies; only the latest one of a node has its classes."""
    columns = "transaction_uuid, status, duckrow_version, noop, policies, certname_id"
    query = f"SELECT {columns}, {', '.join(_TIMES)} FROM policy_runs WHERE id = ?"  # noqa: S608
    row = session.execute(query, (run,)).fetchone()
    if row is None:
        return None
    uuid, status, version, noop, policies, node, *times = row
    query = (
        "SELECT c.class FROM policy_classes c JOIN certnames n ON n.id = c.certname_id"
        " WHERE n.id = ? AND n.latest_policy_run = ? ORDER BY 1"
    )
    classes = [text(each) for (each,) in session.execute(query, (node, run))]
    query = f"SELECT {', '.join(_PROMISE)} FROM promises WHERE run_id = ? ORDER BY id"  # noqa: S608
    promises = [
        dict(zip(_PROMISE, promise, strict=True)) for promise in session.execute(query, (run,))
    ]
    for promise in promises:
        promise["messages"] = _json(session, promise["messages"])
    return {
        "certname": certname,
        "transaction_uuid": uuid,
        "status": status,
        "duckrow_version": version,
        "noop": bool(noop),
        "policies": _json(session, policies),
        **{name: _time(session, each) for name, each in zip(_TIMES, times, strict=True)},
        "classes": classes,
        "promises": promises,
    }


# ---- import


def import_archive(store: Store, path: str, now: int, skipped: Callable[[str], None]) -> int:
    """Store the payloads of an archive; return their number.

    `skipped` gets the reason for each that cannot be stored. Raises ArchiveError, OSError or the
    database's error.
    """
    versions = _versions_in(path)
    count = 0
    waiting: list[Command] = []
    for name, content in _members(path):
        kind = _DIRECTORIES.get(name.removeprefix(f"{_ROOT}/").partition("/")[0])
        if kind is None:
            continue
        try:
            waiting.append(_command(kind, versions.get(kind.replace(" ", "_")), content, now))
        except InvalidCommandError as error:
            skipped(f"{name}: {error}")
            continue
        count += 1
        if len(waiting) == _TOGETHER:
            store.submit_all(waiting)
            waiting = []
    store.submit_all(waiting)
    return count


def _members(path: str) -> Iterator[tuple[str, bytes]]:
    """Return the members of an archive; one that tar packed again may have ./ before names."""
    return ((name.removeprefix("./"), content) for name, content in read_tar(path))


def _versions_in(path: str) -> dict[str, object]:
    """Return the versions of the commands; their member is first unless tar packed it again."""
    for name, content in _members(path):
        if name == _METADATA:
            return _versions(path, content)
    raise ArchiveError(path, None, f"has no {_METADATA}")


def _command(kind: str, version: object, content: bytes, now: int) -> Command:
    """Return a command with a payload. Raises InvalidCommandError."""
    if type(version) is not int or version < COMMANDS[kind][0]:
        raise InvalidCommandError(f"version {version} of '{kind}' is not known")
    payload = load_payload(content)
    certname = str(payload.get("certname")) if isinstance(payload, dict) else ""
    return read_command(kind, version, certname, payload, now)


def _versions(path: str, content: bytes) -> dict[str, object]:
    try:
        data = load_payload(content)
    except InvalidCommandError as error:
        raise ArchiveError(path, _METADATA, str(error)) from None
    versions = data.get("command_versions") if isinstance(data, dict) else None
    if not isinstance(versions, dict):
        raise ArchiveError(path, _METADATA, "has no command_versions")
    return versions
