"""Values of this host, read from /proc and /sys."""

from __future__ import annotations

from duckrow.machine.processes.table import read_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.host import Host

    Values = dict[str, float]

_MIB = 1024 * 1024
_PROCESSORS = 4
_LOGS = {
    "webaccess": "/var/log/apache2/access_log",
    "weberrors": "/var/log/apache2/error_log",
    "syslog": "/var/log/syslog",
    "messages": "/var/log/messages",
}
_MEMORY = {
    "MemTotal": "mem_total",
    "MemFree": "mem_free",
    "Cached": "mem_cached",
    "SwapTotal": "mem_swap",
    "SwapFree": "mem_freeswap",
}
_ZONES = "/sys/devices/virtual/thermal"
_SENSORS = "/usr/bin/sensors"
# Lines of `sensors` in the order of preference, with the number of the first.
_SENSOR_NAMES = ("CPU{} Temp:", "Core {}:", "temp{}:")


class Probes:
    """The probes; counters of the kernel become differences between two measurements."""

    __slots__ = ("_before", "_host", "_ticks", "_when")

    def __init__(self, host: Host) -> None:
        self._host = host
        # Sizes of files and counters of disks at the last measurement.
        self._before: dict[str, float] = {}
        # Busy and total ticks of each processor.
        self._ticks: dict[str, tuple[float, float]] = {}
        self._when: float | None = None

    def measure(self, now: float) -> tuple[Values, list[str]]:
        """Return the values of a moment, and the users that have processes."""
        values: Values = {}
        users = self._processes(values)
        probes: tuple[Callable[[Values], None], ...] = (
            self._disk, self._processors, self._load, self._temperature, self._memory,
        )  # fmt: skip
        for probe in probes:
            probe(values)
        self._disk_transfer(values, now)
        return values, users

    def _processes(self, values: Values) -> list[str]:
        counts = self._processes_by_user()
        values["users"] = len(counts)
        values["rootprocs"] = counts.get("root", 0)
        values["otherprocs"] = sum(counts.values()) - counts.get("root", 0)
        return list(counts)

    def _processes_by_user(self) -> dict[str, int]:
        """Return the number of processes of each user; one without a name does not count."""
        by_id: dict[int, int] = {}
        for process in read_table(f"{self._host.root}/proc", with_argv=False):
            by_id[process.uid] = by_id.get(process.uid, 0) + 1
        accounts = {uid: self._host.account(uid) for uid in by_id}
        return {each.name: by_id[uid] for uid, each in accounts.items() if each is not None}

    def _disk(self, values: Values) -> None:
        try:
            _, free, used = self._host.space("/")
        except OSError:
            return
        values["diskfree"] = free * 100 // max(1, used + free)
        for name, path in _LOGS.items():
            size = self._host.size(path)
            if size is None:
                continue
            before = self._before.get(path)
            # The first size is no growth: a hundredth of it keeps the first value small.
            values[name] = int(size / 100 + 0.5 if not before else size - before + 0.5)
            self._before[path] = size

    def _processors(self, values: Values) -> None:
        for line in self._host.lines("/proc/stat"):
            name, *words = line.split()
            number = name.removeprefix("cpu")
            if not name.startswith("cpu") or len(words) < 7:
                break
            if number and (not number.isdecimal() or int(number) >= _PROCESSORS):
                continue
            user, nice, system, idle = map(float, words[:4])
            busy, total = user + nice + system, user + nice + system + idle
            busy_before, total_before = self._ticks.get(name, (0.0, 0.0))
            self._ticks[name] = busy, total
            if total == total_before:
                continue
            share = 100 * (busy - busy_before) / (total - total_before)
            values[name] = share if 0 <= share <= 100 else 50.0  # a counter began anew

    def _load(self, values: Values) -> None:
        words = (self._host.text("/proc/loadavg") or "").split()
        if words:
            values["loadavg"] = float(words[0])

    def _memory(self, values: Values) -> None:
        for line in self._host.lines("/proc/meminfo"):
            label, _, rest = line.partition(":")
            words = rest.split()
            if label in _MEMORY and words:
                values[_MEMORY[label]] = int(words[0]) / 1024

    def _temperature(self, values: Values) -> None:
        has_zone = False
        for number in range(4):
            text = self._host.word(f"{_ZONES}/thermal_zone{number}/temp")
            if text is not None and text.lstrip("-").isdecimal():
                values[f"temp{number}"] = float(text)
                has_zone = True
        if not has_zone and self._host.is_program(_SENSORS):
            values.update(temperatures_of(self._host.output(_SENSORS)))

    def _disk_transfer(self, values: Values, now: float) -> None:
        seconds = int(now) - int(self._when) if self._when is not None else 0
        self._when = now
        sums = dict.fromkeys(("io_reads", "io_writes", "io_readdata", "io_writtendata"), 0.0)
        for line in self._host.lines("/proc/diskstats"):
            words = line.split()
            if len(words) < 10:
                continue
            name = words[2].replace("/", "!")
            counters = [float(words[index]) for index in (3, 7, 5, 9)]
            if not any(counters) or not self._is_disk(name):
                continue
            size = float(
                self._host.word(f"/sys/class/block/{name}/queue/logical_block_size") or 512
            )
            units = (1.0, 1.0, size / _MIB, size / _MIB)
            for key, counter, unit in zip(sums, counters, units, strict=True):
                before = self._before.get(f"{name} {key}")
                self._before[f"{name} {key}"] = counter
                if before is not None and counter >= before and seconds > 0:
                    sums[key] += (counter - before) // seconds * unit
        values.update(sums)

    def _is_disk(self, name: str) -> bool:
        """Return whether a block device is a disk: no part of one, and not made of others."""
        directory = f"/sys/class/block/{name}"
        return not self._host.exists(f"{directory}/partition") and not self._host.names(
            f"{directory}/slaves"
        )


def temperatures_of(text: str) -> Values:
    """Return the temperatures in the output of `sensors`, whose names differ between hosts."""
    lines = [line.strip() for line in text.splitlines()]
    for pattern in _SENSOR_NAMES:
        found: Values = {}
        for number in range(4):
            label = pattern.format(number)
            for line in lines:
                degrees = _degrees(line.removeprefix(label)) if line.startswith(label) else None
                if degrees is not None:
                    found[f"temp{number}"] = degrees
        if found:
            return found
    return {}


def _degrees(text: str) -> float | None:
    digits = text.strip().lstrip("+").split("°")[0].split()
    try:
        return float(digits[0])
    except (ValueError, IndexError):
        return None
