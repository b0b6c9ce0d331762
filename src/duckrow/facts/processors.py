"""The fact `processors`: their number, names and speed."""

from __future__ import annotations

from duckrow.facts.units import leading_number, speed_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

_CPUS = "/sys/devices/system/cpu"


def processors(host: Host, _facts: object) -> dict[str, object] | None:
    """Return the fact `processors`."""
    count = 0
    models: list[str] = []
    packages: set[str] = set()
    speed = 0
    for line in host.lines("/proc/cpuinfo"):
        name, _, value = line.partition(":")
        name = name.strip()
        value = value.strip()
        if name == "processor":
            count += 1
        elif name in ("model name", "cpu"):
            models.append(value)
        elif name == "physical id":
            packages.add(value)
        elif name in ("cpu MHz", "clock"):
            speed = leading_number(value) * 1_000_000
    if not count:
        return None
    topology = _topology(host)
    found: dict[str, object] = {"count": count, "isa": _isa(host), "models": models}
    found["physicalcount"] = len(packages) or len({package for package, _ in topology})
    if text := speed_text(speed):
        found["speed"] = text
    if topology:
        cores = set(topology)
        found["cores"] = len(cores) // len({package for package, _ in cores})
        found["threads"] = len(topology) // len(cores)
    return dict(sorted(found.items()))


def _isa(host: Host) -> str:
    """Return the output of `uname -p`: distributions differ, and no system call returns it."""
    return host.output("uname", "-p").strip().rpartition(".")[2] or "unknown"


def _topology(host: Host) -> list[tuple[str, str]]:
    """Return package and core of each online processor."""
    found = []
    for name in host.names(_CPUS):
        if name.startswith("cpu") and name[3:].isdecimal():
            package = host.word(f"{_CPUS}/{name}/topology/physical_package_id")
            core = host.word(f"{_CPUS}/{name}/topology/core_id")
            if package is not None and core is not None:
                found.append((package, core))
    return found
