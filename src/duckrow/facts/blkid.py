"""Block devices and their file systems, as `blkid` reports them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host


def read_blkid(host: Host) -> dict[str, dict[str, str]]:
    """Return the answers of `blkid` by device; its lines are: /dev/sda1: UUID="…" TYPE="ext4"."""
    found: dict[str, dict[str, str]] = {}
    for line in host.output("blkid").splitlines():
        device, _, rest = line.partition(": ")
        values = {}
        while '="' in rest:
            name, _, rest = rest.partition('="')
            value, _, rest = rest.partition('"')
            values[name.strip()] = value
        found[device] = values
    return found


def device_with(host: Host, kind: str, value: str) -> str | None:
    """Find the device that has a UUID, a LABEL, a PARTUUID or a PARTLABEL."""
    for device, values in read_blkid(host).items():
        if values.get(kind) == value:
            return device
    return None
