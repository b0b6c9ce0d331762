"""The facts `disks` and `partitions`.

The file systems of partitions come from udev's data. Without udev, as in containers, they come from
`blkid`.
"""

from __future__ import annotations

from duckrow.facts.blkid import read_blkid
from duckrow.facts.mountpoints import mounts
from duckrow.facts.units import leading_number, size_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

_BLOCK = "/sys/block"
_HELD = {
    "filesystem": ("ID_FS_TYPE", "TYPE"),
    "label": ("ID_FS_LABEL", "LABEL"),
    "partlabel": ("ID_PART_ENTRY_NAME", "PARTLABEL"),
    "partuuid": ("ID_PART_ENTRY_UUID", "PARTUUID"),
    "uuid": ("ID_FS_UUID", "UUID"),
}


def disks(host: Host, _facts: object) -> dict[str, object] | None:
    """Return the fact `disks`."""
    found: dict[str, object] = {}
    for name in host.names(_BLOCK):
        directory = f"{_BLOCK}/{name}"
        if not host.exists(f"{directory}/device"):
            continue
        udev = _udev(host, directory)
        size = leading_number(host.text(f"{directory}/size") or "") * 512
        rotational = host.word(f"{directory}/queue/rotational")
        one = {
            "model": host.word(f"{directory}/device/model"),
            "serial": udev.get("ID_SERIAL_SHORT") or host.word(f"{directory}/device/serial"),
            "size": size_text(size),
            "size_bytes": size,
            "type": None if rotational is None else "ssd" if rotational == "0" else "hdd",
            "vendor": host.word(f"{directory}/device/vendor"),
            "wwn": udev.get("ID_WWN_WITH_EXTENSION") or udev.get("ID_WWN"),
        }
        found[name] = {key: value for key, value in one.items() if value is not None}
    return found or None


def partitions(host: Host, _facts: object) -> dict[str, object] | None:
    """Return the fact `partitions`: parts of disks, mapped devices, loop devices."""
    found: dict[str, dict[str, object]] = {}
    blkid: dict[str, dict[str, str]] | None = None
    for device, directory, extra in _devices(host):
        size = leading_number(host.text(f"{directory}/size") or "") * 512
        udev = _udev(host, directory)
        one: dict[str, object] = {**extra, "size": size_text(size), "size_bytes": size}
        if not udev:
            blkid = read_blkid(host) if blkid is None else blkid
            udev = blkid.get(device, {})
        for key, names in _HELD.items():
            value = next((udev[name] for name in names if udev.get(name)), None)
            if value is not None:
                one[key] = _unescaped(value)
        found[device] = one
    if not found:
        return None
    for device, path, _, _ in reversed(mounts(host)):
        if device in found:
            found[device]["mount"] = path
    return {device: dict(sorted(one.items())) for device, one in sorted(found.items())}


def _devices(host: Host) -> list[tuple[str, str, dict[str, str]]]:
    """Return devices with content: name, directory below /sys, further keys of the fact."""
    found: list[tuple[str, str, dict[str, str]]] = []
    for name in host.names(_BLOCK):
        directory = f"{_BLOCK}/{name}"
        if host.is_directory(f"{directory}/device"):
            found += [
                (f"/dev/{part}", f"{directory}/{part}", {})
                for part in host.names(directory)
                if part.startswith(name) and host.is_directory(f"{directory}/{part}")
            ]
        elif host.is_directory(f"{directory}/dm"):
            mapped = host.word(f"{directory}/dm/name")
            found.append((f"/dev/mapper/{mapped}" if mapped else f"/dev/{name}", directory, {}))
        elif host.is_directory(f"{directory}/loop"):
            file = host.word(f"{directory}/loop/backing_file")
            found.append((f"/dev/{name}", directory, {"backing_file": file} if file else {}))
    return found


def _udev(host: Host, directory: str) -> dict[str, str]:
    """Return udev's properties of a block device."""
    number = host.word(f"{directory}/dev")
    if number is None:
        return {}
    found = {}
    for line in host.lines(f"/run/udev/data/b{number}"):
        if line.startswith("E:"):
            name, _, value = line[2:].partition("=")
            found[name] = value
    return found


def _unescaped(value: str) -> str:
    r"""Return a value without escapes: udev writes a space as \x20."""
    if "\\x" not in value:
        return value
    first, *rest = value.split("\\x")
    try:
        return first + "".join(chr(int(part[:2], 16)) + part[2:] for part in rest)
    except ValueError:
        return value
