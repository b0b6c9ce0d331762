"""The facts `mountpoints` and `filesystems`: current mounts, and supported file systems."""

from __future__ import annotations

from duckrow.facts.blkid import device_with
from duckrow.facts.units import share_text, size_text
from duckrow.machine.texts.mount_lines import read_mounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host


def mounts(host: Host) -> list[tuple[str, str, str, list[str]]]:
    """Return the current mounts: device, path, kind, options."""
    found = []
    lines = host.lines("/proc/self/mounts") or host.lines("/proc/mounts") or host.lines("/etc/mtab")
    for mount in read_mounts(lines):
        device, path, kind = mount.device, mount.path, mount.kind
        if kind == "autofs" or (path.startswith(("/proc", "/sys")) and kind != "tmpfs"):
            continue
        if device == "/dev/root":
            device = _root_device(host) or device
        found.append((device, path, kind, mount.options.split(",")))
    return found


def _root_device(host: Host) -> str | None:
    for word in (host.text("/proc/cmdline") or "").split():
        if word.startswith("root="):
            root = word[5:]
            if "=" not in root:
                return root
            return device_with(host, *root.split("=", 1)) or root
    return None


def mountpoints(host: Host, _facts: object) -> dict[str, dict[str, object]] | None:
    """Return the fact `mountpoints`; of two mounts at one path the later counts."""
    found: dict[str, dict[str, object]] = {}
    for device, path, kind, options in mounts(host):
        try:
            size, available, used = host.space(path)
        except OSError:
            size = available = used = 0
        found[path] = {
            "available": size_text(available),
            "available_bytes": available,
            "capacity": _capacity(used, used + available),
            "device": device,
            "filesystem": kind,
            "options": options,
            "size": size_text(size),
            "size_bytes": size,
            "used": size_text(used),
            "used_bytes": used,
        }
    return dict(sorted(found.items())) or None


def _capacity(used: int, total: int) -> str:
    if used == total:
        return "100%"
    return share_text(used, total) if used > 0 else "0%"


def filesystems(host: Host, _facts: object) -> str | None:
    """Return the kinds of file systems that need a device."""
    names = [line.split() for line in host.lines("/proc/filesystems")]
    found = sorted(words[0] for words in names if len(words) == 1 and words[0] != "fuseblk")
    return ",".join(found) or None
