"""The file env_data: values, averages, deviations and classes, which the agent reads.

users_high                  a class: the value is above both averages
value_users=2.00            the value, its weekly average, and the deviation of both averages
av_users=1.20
dev_users=1.96
@listening_ports={'22'}
tcp4_port_addr[22]=0.0.0.0
entropy_ssh_in_low
"""

from __future__ import annotations

from math import sqrt

from duckrow.cfengine.monitor.averages import NOISE
from duckrow.cfengine.monitor.observables import MOST, SPARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.monitor.averages import Expected
    from duckrow.cfengine.monitor.ports import Ports

# Longer lists of ports, and addresses of more ports, are left out.
_LONGEST = 1500
_MOST_ADDRESSES = 512


class Line:
    """What the file says about one value; anomalies are classes that last for ten minutes."""

    __slots__ = ("anomalies", "classes", "has_variation", "name", "values")

    def __init__(self, name: str, value: float, week: Expected, local: Expected) -> None:
        self.name = name
        self.classes: list[str] = []
        self.anomalies: list[str] = []
        spread = sqrt(week.variance + local.variance)
        self.values = (("value", value), ("av", week.mean), ("dev", spread))
        self.has_variation = week.variance > 0 and local.variance > 0
        if self.has_variation:
            self._judge(value, week, local)

    def _judge(self, value: float, week: Expected, local: Expected) -> None:
        above, above_local = value - week.mean, value - local.mean
        word = "normal"
        if above > 0 and above_local > 0:
            word = "high"
        elif above < 0 and above_local < 0:
            word = "low"
        name = f"{self.name}_{word}"
        distance = sqrt(
            above**2 / (1 + week.variance) + above_local**2 / (1 + local.variance)
        ) / sqrt(2)
        if abs(above) < NOISE:
            self.classes.append(name)
            if distance > 2:
                self._add_anomaly(f"{name}_microanomaly")
            return
        self.classes.append(f"{name}_normal" if distance <= 1 else f"{name}_dev1")
        if distance > 2:
            self._add_anomaly(f"{name}_dev2")
        if distance > 3:
            self._add_anomaly(f"{name}_anomaly")

    def _add_anomaly(self, name: str) -> None:
        self.classes.append(name)
        self.anomalies.append(name)

    def add_leap(self, value: float, week: Expected) -> None:
        """Add the class of a leap."""
        self._add_anomaly(f"{self.name}_{'high' if value > week.mean else 'low'}_ldt")


def lines_of_values(lines: Iterable[Line]) -> list[str]:
    """Return the lines of the file for all values, the free slots included."""
    found: list[str] = []
    count = 0
    for line in lines:
        count += 1
        *before, last = line.classes or [""]
        has_leap = last.endswith("_ldt")
        found += [each for each in (before if has_leap else line.classes) if each]
        found += [f"{label}_{line.name}={value:.2f}" for label, value in line.values]
        if has_leap:
            found.append(last)
    for _ in range(count, MOST):
        found += [f"{label}_{SPARE}=0.00" for label in ("value", "av", "dev")]
    return found


def lines_of_ports(ports: Ports) -> list[str]:
    """Return the lines of the open ports and of their addresses."""
    found: list[str] = []
    for name, numbers in (
        ("listening_ports", ports.all_listening()),
        *(
            (f"listening_{kind}_ports", list(reversed(ports.listening[kind])))
            for kind in ("udp6", "udp4", "tcp6", "tcp4")
        ),
    ):
        line = f"@{name}={{{','.join(repr(str(number)) for number in numbers)}}}"
        if len(line) <= _LONGEST:
            found.append(line)
    has_many = len(ports.listening["tcp4"]) + len(ports.listening["tcp6"]) > _MOST_ADDRESSES
    for kind in ("udp6", "udp4") if has_many else ("tcp6", "tcp4", "udp6", "udp4"):
        found += [
            f"{kind}_port_addr[{number}]={address}"
            for number, address in reversed(ports.listening[kind].items())
        ]
    return found


def without_unused(entropies: list[str], lines: Iterable[Line]) -> list[str]:
    """Return the classes of entropy but those of values that do not vary."""
    still = tuple(f"entropy_{line.name}" for line in lines if not line.has_variation)
    return [each for each in entropies if not each.startswith(still)]
