"""Read the reports of runs; nothing is created, moved or repaired.

    reports = StoredReports(directory)
    for entry in reports.runs(): …          the last one first
    data = reports.report(entry)

Reports are in the database, and those of the latest small runs still in the journal. A run that
began and did not end is running, or was interrupted if its process has ended.
"""

from __future__ import annotations

import zlib

from duckrow.machine.paths import read_bytes
from duckrow.source.errors import DuckrowError
from duckrow.state.database import DatabaseToRead
from duckrow.state.journal import (
    INTERRUPTED,
    RUNNING,
    Entry,
    digest,
    is_alive,
    is_cut_off,
    parse,
    unfinished,
)
from duckrow.state.schema import STORE
from duckrow.state.store import NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    Row = tuple[str, str, int, int, int, str]

SHORTEST = 4  # characters that are enough to name a run


class ReportError(DuckrowError):
    """A report that is missing or damaged."""


class StoredReports:
    """The reports in one state directory."""

    __slots__ = ("_database", "_entries", "damage")

    def __init__(self, directory: str) -> None:
        """Open the reports; the errors are those of DatabaseToRead."""
        self._database = DatabaseToRead(f"{directory}/{NAME}", STORE)
        found, self.damage = _in_journal(f"{directory}/journal")
        entries = {entry.uuid: entry for entry in found}
        query = "SELECT uuid, host, began, ended, pid, status FROM runs"

        def read(connection: Connection) -> list[Row]:
            return connection.execute(query).fetchall()

        for uuid, host, began, ended, pid, status in self._database.read(read):
            entries[uuid] = Entry(uuid, host, began, ended, pid, status, b"")
        self._entries = sorted(entries.values(), key=lambda entry: entry.began, reverse=True)

    def runs(self) -> list[Entry]:
        """List the runs, the last one first."""
        return self._entries

    def find(self, name: str) -> Entry:
        """Return the run that a prefix of its id names, or the last one for `latest`."""
        if not self._entries:
            raise ReportError("there are no reports")
        if name == "latest":
            return self._entries[0]
        found = [entry for entry in self._entries if entry.uuid.startswith(name.lower())]
        if len(name) < SHORTEST or not found:
            raise ReportError(f"there is no run {name}; duckrow report list shows all")
        if len(found) > 1:
            raise ReportError(f"several runs begin with {name}: give more characters")
        return found[0]

    def report(self, entry: Entry) -> dict[str, object] | None:
        """Return the report of a run; None if it has none, since it was interrupted."""
        text = entry.report
        if not text:
            query = "SELECT report, digest FROM runs WHERE uuid = ?"
            row = self._database.read(lambda found: found.execute(query, (entry.uuid,)).fetchone())
            if row is None or row[0] is None:
                return None
            if digest(row[0]) != row[1]:
                raise ReportError(f"the report of run {entry.uuid} is damaged")
            text = zlib.decompress(row[0])
        from json import loads

        try:
            data = loads(text.decode("utf-8", "surrogatepass"))
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise ReportError(f"the report of run {entry.uuid} is damaged")
        return data

    def close(self) -> None:
        """Close the database."""
        self._database.close()


def _in_journal(path: str) -> tuple[list[Entry], str]:
    """Return the runs of the journal, also those that did not end, and a message about damage."""
    try:
        content = read_bytes(path)
    except FileNotFoundError:
        return [], ""
    entries, good = parse(content)
    damage = ""
    # The last entry may be one that a run is about to write, or could not write to its end.
    if good < len(content) and not is_cut_off(content[good:]):
        damage = f"{path} is damaged; runs after the damage are missing"
    going_on = unfinished(entries)
    for entry in going_on:
        if not is_alive(entry):
            entry.status = INTERRUPTED
    return [each for each in entries if each.status != RUNNING] + going_on, damage
