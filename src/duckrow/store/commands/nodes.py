"""Rows that many commands need: of nodes, environments and producers.

Who asks for the id of a node has the node alone until the transaction ends: commands compare what
they bring with what is stored, and two servers must not do that for one node at a time.
"""

from __future__ import annotations

from duckrow.store.database.session import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session

_NODE = "SELECT id, deactivated, expired FROM certnames WHERE certname = ?"


def node_id(session: Session, certname: str) -> int:
    """Return the id of a node, which is added if it is new."""
    return number(_node(session, certname)[0])


def known_node_id(session: Session, certname: str) -> int | None:
    """Return the id of a node, or None if it is new."""
    row = session.execute(_NODE + session.dialect.lock, (certname,)).fetchone()
    return None if row is None else number(row[0])


def active_node_id(session: Session, certname: str, when: int) -> int:
    """Return the id of a node that gave a sign of life, which ends an earlier deactivation."""
    row = _node(session, certname)
    found = number(row[0])
    ends = [session.dialect.microseconds(each) for each in row[1:] if each is not None]
    if ends and max(ends) <= when:
        session.execute(
            "UPDATE certnames SET deactivated = NULL, expired = NULL WHERE id = ?", (found,)
        )
    return found


def environment_id(session: Session, name: object) -> int | None:
    """Return the id of an environment, which is added if it is new."""
    return None if name is None else _id(session, "environments", "name", str(name))


def producer_id(session: Session, name: object) -> int | None:
    """Return the id of a producer, which is added if it is new."""
    return None if name is None else _id(session, "producers", "name", str(name))


def _node(session: Session, certname: str) -> tuple[object, ...]:
    query = _NODE + session.dialect.lock
    row = session.execute(query, (certname,)).fetchone()
    if row is None:
        _id(session, "certnames", "certname", certname)
        row = session.execute(query, (certname,)).fetchone()
    assert row is not None
    return row


def _id(session: Session, table: str, column: str, name: str) -> int:
    query = f"SELECT id FROM {table} WHERE {column} = ?"  # noqa: S608  (names of our own)
    row = session.execute(query, (name,)).fetchone()
    if row is None:
        insert = (
            f"INSERT INTO {table} ({column}) VALUES (?)"  # noqa: S608
            f" ON CONFLICT ({column}) DO NOTHING RETURNING id"
        )
        row = session.execute(insert, (name,)).fetchone()
    if row is None:  # another server was faster
        row = session.execute(query, (name,)).fetchone()
    assert row is not None
    return number(row[0])
