"""The fact `memory`: size and usage of memory and swap."""

from __future__ import annotations

from duckrow.facts.units import share_text, size_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host


def memory(host: Host, _facts: object) -> dict[str, dict[str, object]] | None:
    """Return the fact `memory`."""
    known: dict[str, int] = {}
    for line in host.lines("/proc/meminfo"):
        name, _, rest = line.partition(":")
        words = rest.split()
        if words and words[0].isdecimal():
            known[name] = int(words[0]) * 1024
    if not known.get("MemTotal"):
        return None
    free = known.get("MemAvailable")
    if free is None:  # a kernel before 3.14
        free = sum(known.get(name, 0) for name in ("MemFree", "Buffers", "Cached"))
    found: dict[str, dict[str, object]] = {}
    if known.get("SwapTotal"):
        found["swap"] = _amounts(known["SwapTotal"], known.get("SwapFree", 0))
    found["system"] = _amounts(known["MemTotal"], free)
    return found


def _amounts(total: int, free: int) -> dict[str, object]:
    used = total - free
    return {
        "available": size_text(free),
        "available_bytes": free,
        "capacity": share_text(used, total),
        "total": size_text(total),
        "total_bytes": total,
        "used": size_text(used),
        "used_bytes": used,
    }
