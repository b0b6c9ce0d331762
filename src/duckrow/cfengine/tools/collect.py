"""A hub collects the runs of policies from its clients.

    collector = Collector(call)
    for run, is_new in collector.runs_of("10.0.0.7"):
        …                                   each run, the oldest first
    collector.close()

A host reports under one name, the first that its key reported, and nobody else may report under
that name: a client cannot speak for another one. What was collected is not asked for again, except
for the last hour: a clock may have been set back, and a store ignores a run that it has. A run of
a host whose clock is ahead counts as one of now, so later ones are not missed once it is right.
"""

from __future__ import annotations

from threading import Timer
from time import time, time_ns

from duckrow.cfengine.evaluation.messages.log import LEVELS
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.connection import Broken, Refused
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.net.stored_runs import StreamError, read_runs
from duckrow.cfengine.tools.connect import make_connector
from duckrow.cfengine.values.server_address import split_server
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.net.connection import Connection
    from duckrow.cfengine.net.stored_runs import Run
    from duckrow.cfengine.tools.start import Call

_OVERLAP = 3_600_000_000_000  # nanoseconds
# How long one host may take, so that it does not keep the others from being asked.
_LONGEST = 300.0  # seconds
_RECENT = 7 * 86_400  # seconds in which a client was met


class Collector:
    """Asks clients for their runs."""

    __slots__ = ("_connector", "_lastseen", "_log", "_state")

    def __init__(self, call: Call) -> None:
        """Read the key of this host. Raises InputError."""
        connector = make_connector(call)
        if connector is None:
            raise InputError(
                f"{call.work_directory} has no key of this host", hint="cf-key makes one"
            )
        self._connector = connector
        self._log = call.log
        self._state = State(call.work_directory, call.log)
        self._lastseen = LastSeen(self._state)

    def clients(self) -> list[str]:
        """Return the addresses of the hosts that connected to this one within a week."""
        since = time() - _RECENT
        found = self._lastseen.meetings()
        recent = [each.address for each in found if each.is_incoming and each.time >= since]
        return list(dict.fromkeys(recent))  # a host with a new key has two meetings

    def runs_of(self, host: str) -> Iterator[tuple[Run, bool]]:
        """Return the runs of a host, the oldest first, and which are new. Raises InputError."""
        # What the log says about a failed connection is the reason for the user.
        log, said = self._log, list[str]()
        log.note, log.noted_level = (lambda _, text: said.append(text)), LEVELS["info"]
        try:
            connection = self._connector.connect(
                host, trusts_new_key=False, is_recorded=True, is_extended=True
            )
        finally:
            log.note, log.noted_level = None, LEVELS["nothing"]
        if connection is None:
            hint = "cf-serverd has to run there, and to allow connections of this host"
            if any("TRUST FAILED" in each for each in said):
                hint = f"cf-key -t {split_server(host)[0]}:FILE trusts its public key"
            raise InputError(f"{host} cannot be asked", said[0] if said else "", hint)
        limit = Timer(_LONGEST, connection.interrupt)
        limit.daemon = True
        limit.start()
        try:
            yield from self._runs(connection, host)
        except Refused:
            raise InputError(
                f"{host} refuses its runs",
                "its policy does not admit this host",
                f'access: "duckrow_runs" resource_type => "query", '
                f'admit_keys => {{ "{self._connector.digest}" }}',
            ) from None
        except (Broken, StreamError) as error:
            raise InputError(f"{host}: {error}") from None
        finally:
            limit.cancel()
            connection.close()

    def _runs(self, connection: Connection, host: str) -> Iterator[tuple[Run, bool]]:
        if not connection.is_extended:
            raise InputError(f"{host} has no runs to give", "its cf-serverd is not that of duckrow")
        key = connection.key
        until = self._lastseen.collected_until(key)
        for ended, run in read_runs(connection.runs(max(0, until - _OVERLAP))):
            name = str(run.get("certname"))
            if not self._lastseen.claim_name(key, name):
                raise InputError(
                    f"{host} reports runs of {name}",
                    "its key had another name before, or the name belongs to another key",
                    f"cf-key -r {key} forgets the name of this key, cf-key -r of the other key "
                    "gives the name free",
                )
            yield run, ended > until
            # A clock that is ahead must not hide the runs after it was set right.
            ended = min(ended, time_ns())
            if ended > until:
                until = ended
                self._lastseen.note_collected(key, until)

    def close(self) -> None:
        """Close the state."""
        self._state.close()
