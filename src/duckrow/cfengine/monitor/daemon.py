"""The life of cf-monitord: it measures, writes env_data, and sleeps for two and a half minutes."""

from __future__ import annotations

import marshal
from time import monotonic, time

from duckrow.cfengine.agent.daemon_policy import in_child, log_unread, validation_stamp
from duckrow.cfengine.agent.system_log import log_to_system
from duckrow.cfengine.evaluation.messages.log import flush
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.monitor.averages import FORGET_RATE, Averages
from duckrow.cfengine.monitor.entropy import entropy_classes
from duckrow.cfengine.monitor.env_data import (
    Line,
    lines_of_ports,
    lines_of_values,
    without_unused,
)
from duckrow.cfengine.monitor.leaps import Leaps
from duckrow.cfengine.monitor.observables import Slots
from duckrow.cfengine.monitor.ports import Ports
from duckrow.cfengine.monitor.probes import Probes
from duckrow.machine.door import RELOAD, STOP, Door
from duckrow.machine.files.private import replace_file
from duckrow.machine.host import Host
from duckrow.machine.processes.answers import INTERRUPTED, SLOW
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options

PROGRAM = "cf-monitord"
INTERVAL = 150.0
# How long the class of an anomaly lasts, in minutes.
_LASTS = 10
# How long all measurements promises together may take, in seconds.
_MEASURING = 140.0


class Monitor:
    """The daemon of one work directory."""

    __slots__ = (
        "_averages",
        "_door",
        "_given",
        "_has_promises",
        "_host",
        "_is_first",
        "_is_in_background",
        "_leaps",
        "_log",
        "_options",
        "_probes",
        "_promised",
        "_slots",
        "_stamp",
        "_work",
    )

    def __init__(
        self, options: Options, log: Log, given: Mapping[str, list[str]], host: Host | None = None
    ) -> None:
        self._options = options
        self._work = options.work_directory
        self._log = log
        self._given = given
        self._host = host or Host()
        self._is_in_background = False
        self._door: Door | None = None
        self._stamp = validation_stamp(options, given)
        self._probes = Probes(self._host)
        self._averages = Averages()
        self._slots = Slots()
        self._leaps: dict[str, Leaps] = {}
        # The last weekly value of each promise.
        self._promised: dict[str, float] = {}
        self._has_promises = False
        self._is_first = True

    def read_policy(self) -> str:
        """Read the policy; return "", or why it cannot be read, and then nothing changes."""

        def read() -> bytes:
            from duckrow.cfengine.monitor.reading import read_settings

            return read_settings(self._options, self._log, self._given)

        answer = in_child(self._options, self._log, read, self._door)
        if isinstance(answer, str):
            return answer
        rate, facility, self._has_promises = marshal.loads(answer)  # noqa: S302  (from our child)
        try:
            self._averages.set_forget_rate(FORGET_RATE if rate is None else float(rate))
        except ValueError:
            self._log.error(f"forgetrate in body monitor control is not a number: {rate}")
        if self._is_in_background:
            log_to_system(self._log, PROGRAM, facility or "LOG_USER")
        return ""

    def run(self, *, is_in_background: bool) -> None:
        """Measure until a signal says stop."""
        self._is_in_background = is_in_background
        if is_in_background:
            log_to_system(self._log, PROGRAM, "LOG_USER")
        door = self._door = Door(None)
        due = monotonic()
        while True:
            if monotonic() >= due:
                self._do(self._look_at_policy)
                self._do(self.measure)
                due = max(due + INTERVAL, monotonic())
            flush()
            # After a slow round the next one may be late already.
            found = door.wait(max(0.0, due - monotonic()))
            if found == STOP:
                break
            if found == RELOAD:
                self._do(self._reload)
        door.close()

    def _do(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # the next round may succeed
            self._log.error(f"A fault in duckrow: {type(error).__name__}: {error}")

    def _look_at_policy(self) -> None:
        if self._stamp != validation_stamp(self._options, self._given):
            self._reload()

    def _reload(self) -> None:
        self._stamp = validation_stamp(self._options, self._given)
        why = self.read_policy()
        if why:
            log_unread(self._log, why)

    def measure(self) -> bool:
        """Measure once: learn the values, and write env_data; return whether that worked."""
        now = time()
        state = State(self._work, self._log)
        is_stored = True
        try:
            self._measure(state, now)
        except OSError as error:
            is_stored = False
            self._log.error(f"Cannot store measurements in '{self._work}/state': {reason(error)}")
        finally:
            state.close()
        self._is_first = False
        return is_stored

    def _measure(self, state: State, now: float) -> None:
        directory = f"{self._work}/state"
        measured, users = self._probes.measure(now)
        replace_file(f"{directory}/cf_users", _text(users), 0o600)
        ports = Ports(self._host)
        measured.update(ports.counts)
        measured.update(self._promised_values())
        values = {name: measured.get(name, 0.0) for name in self._slots.names}
        week = self._averages.learn(values, state, now)
        lines: list[Line] = []
        for name, measured_value in values.items():
            leaps = self._leaps.setdefault(name, Leaps())
            value = leaps.add(measured_value)
            line = Line(name, value, week[name], self._averages.local(name))
            if leaps.is_leap:
                line.add_leap(value, week[name])
            lines.append(line)
        entropies = without_unused(entropy_classes(ports, directory, now), lines)
        content = [*lines_of_values(lines), *lines_of_ports(ports), *entropies]
        replace_file(f"{directory}/env_data", _text(content), 0o600)
        for line in lines:
            for name in line.anomalies:
                state.preserve_class(name, _LASTS)
        self._log.info(f"Updated averages; {len(values)} values are measured")

    def _promised_values(self) -> dict[str, float]:
        """Return the weekly values of measurements promises."""
        if not self._has_promises:
            return {}

        def work() -> bytes:
            from duckrow.cfengine.monitor.measuring import measure

            return measure(self._options, self._log, self._given, is_first=self._is_first)

        answer = in_child(self._options, self._log, work, self._door, _MEASURING)
        if isinstance(answer, str):
            if answer != INTERRUPTED:
                how = "did not end in time" if answer == SLOW else "ended with a fault"
                self._log.error(f"The measurements promises {how}")
            return self._promised
        found: dict[str, float | None] = marshal.loads(answer)  # noqa: S302
        for handle, value in found.items():
            if not self._slots.take(handle):
                self._log.error(f"Measurement '{handle}': no slot is free, or the name is taken")
            elif value is not None:
                self._promised[handle] = value
        self._promised = {each: self._promised[each] for each in found if each in self._promised}
        return self._promised


def _text(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
