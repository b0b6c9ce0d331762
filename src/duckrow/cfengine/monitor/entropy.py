"""How evenly the peers of a service are spread: one peer is low, as many peers as sockets high.

The sockets of each service are listed in files of the state directory. A list that became shorter
is kept for forty minutes, and says nothing new meanwhile.
"""

from __future__ import annotations

from math import log

from duckrow.cfengine.monitor.observables import SERVICES
from duckrow.machine.files.private import replace_file, size_of
from duckrow.machine.paths import modified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.monitor.ports import Ports

_KEPT = 40 * 60
_HIGH, _LOW = 0.9, 0.2
_FILES = {"in": "cf_incoming", "out": "cf_outgoing"}


def entropy(items: Iterable[str]) -> float:
    """Return the entropy of a distribution, from 0 to 1."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    if len(counts) < 2:
        return 0.0
    total = sum(counts.values())
    shares = [count / total for count in counts.values()]
    return -sum(share * log(share) for share in shares) / log(len(counts))


def entropy_classes(ports: Ports, directory: str, now: float) -> list[str]:
    """Return the classes of the services, and store the lists of their sockets."""
    found: list[str] = []
    for way, stem in _FILES.items():
        for _, name, _ in SERVICES:
            rows = ports.peers.get((name, way), [])
            path = f"{directory}/{stem}.{name}"
            content = "".join(f"{row.text}\n" for row in rows).encode()
            changed = modified(path)
            size = size_of(path)
            if changed is not None and len(content) < size and now < changed + _KEPT:
                continue
            if content or size or changed is None:
                replace_file(path, content, 0o600)
            peers = [row.peer for row in rows if not row.is_listening]
            found.append(f"entropy_{name.replace('-', '_')}_{way}_{_word(entropy(peers))}")
    return [*found, "entropy_misc_in_low", "entropy_misc_out_low"]


def _word(value: float) -> str:
    return "high" if value > _HIGH else "low" if value < _LOW else "medium"
