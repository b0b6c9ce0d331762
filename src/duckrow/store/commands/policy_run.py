"""store policy run: a run of CFEngine policies, the outcomes of its promises, and its classes."""

from __future__ import annotations

from hashlib import sha1

from orjson import dumps

from duckrow.state.report import CALLS
from duckrow.store.commands.checks import (
    InvalidCommandError,
    a_flag,
    a_list,
    a_number,
    a_string,
    a_time,
    a_whole_number,
    check_fields,
    maybe,
    strings,
    time_in,
)
from duckrow.store.commands.command import Command
from duckrow.store.commands.nodes import active_node_id
from duckrow.store.database.session import insert_into, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session

    Data = dict[str, object]

STATUSES = ("failed", "changed", "unchanged")
# By outcome of a promise, as `duckrow report` has it: the column that counts it.
OUTCOMES = {
    "kept": "kept",
    "repaired": "repaired",
    "failed": "failed",
    "noop": "pending",
    "skipped": "skipped",
}
_FIELDS = {
    "certname": a_string,
    "transaction_uuid": a_string,
    "status": a_string,
    "noop": a_flag,
    "policies": strings,
    "duckrow_version": a_string,
    "start_time": a_time,
    "end_time": a_time,
    "producer_timestamp": a_time,
    "classes": strings,
    "promises": a_list,
}
_PROMISE = {
    "outcome": a_string,
    "type": a_string,
    "promiser": a_string,
    "bundle": a_string,
    "reason": maybe(a_string),
    "messages": strings,
    "seconds": a_number,
    "file": maybe(a_string),
    "line": maybe(a_whole_number),
}
_COLUMNS = (
    "hash certname_id transaction_uuid status noop policies duckrow_version start_time end_time"
    " producer_timestamp receive_time kept repaired failed pending skipped"
)
_INSERT = f"{insert_into('policy_runs', _COLUMNS)} ON CONFLICT (hash) DO NOTHING RETURNING id"
_INSERT_PROMISE = insert_into(
    "promises",
    "run_id certname_id outcome type promiser bundle reason messages seconds file line",
)
_INSERT_CLASS = insert_into("policy_classes", "certname_id class")


class StorePolicyRun(Command):
    """A run of policies."""

    __slots__ = ("counts", "data", "hash", "promises")

    name = "store policy run"

    def __init__(self, payload: object, _version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        data = check_fields(payload, _FIELDS, {}, "the run")
        if data["status"] not in STATUSES:
            raise InvalidCommandError(f"'status' of the run is not one of {', '.join(STATUSES)}")
        super().__init__(str(data["certname"]), time_in(str(data["producer_timestamp"])), received)
        self.data = data
        self.counts = dict.fromkeys(OUTCOMES.values(), 0)
        self.promises = [self._promise(each) for each in _items(data["promises"])]
        identity = f"{self.certname} {data['transaction_uuid']}"
        self.hash = sha1(identity.encode()).hexdigest()  # noqa: S324

    def _promise(self, item: object) -> tuple[object, ...]:
        """Return the row of a promise, and count it, unless it only calls a bundle."""
        promise = check_fields(item, _PROMISE, {}, "a promise of the run")
        column = OUTCOMES.get(str(promise["outcome"]))
        if column is None:
            known = ", ".join(OUTCOMES)
            raise InvalidCommandError(f"'outcome' of a promise of the run is not one of {known}")
        if promise["type"] not in CALLS:
            self.counts[column] += 1
        promise["messages"] = dumps(promise["messages"]).decode()
        promise["seconds"] = float(str(promise["seconds"]))
        return tuple(promise[name] for name in _PROMISE)

    def write(self, session: Session) -> None:
        """Write the run, unless it is stored already."""
        node = active_node_id(session, self.certname, self.producer_timestamp)
        data, time = self.data, session.dialect.time
        row = session.execute(
            _INSERT,
            (
                self.hash,
                node,
                data["transaction_uuid"],
                data["status"],
                data["noop"],
                dumps(data["policies"]).decode(),
                data["duckrow_version"],
                time(time_in(str(data["start_time"]))),
                time(time_in(str(data["end_time"]))),
                time(self.producer_timestamp),
                time(self.received),
                *self.counts.values(),
            ),
        ).fetchone()
        if row is None:
            return
        run = number(row[0])
        session.execute_many(_INSERT_PROMISE, [(run, node, *each) for each in self.promises])
        self._make_latest(session, node, run)

    def _make_latest(self, session: Session, node: int, run: int) -> None:
        """Make it the latest run of its node, with its classes, unless a newer one is."""
        query = (
            "SELECT p.producer_timestamp FROM certnames c"
            " JOIN policy_runs p ON p.id = c.latest_policy_run WHERE c.id = ?"
        )
        latest = session.execute(query, (node,)).fetchone()
        if latest is not None:
            if session.dialect.microseconds(latest[0]) >= self.producer_timestamp:
                return
            session.execute("DELETE FROM policy_classes WHERE certname_id = ?", (node,))
        session.execute("UPDATE certnames SET latest_policy_run = ? WHERE id = ?", (run, node))
        classes = sorted({str(each) for each in _items(self.data["classes"])})
        session.execute_many(_INSERT_CLASS, [(node, each) for each in classes])


def _items(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
