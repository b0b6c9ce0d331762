"""Processors, memory, firmware, disks and what is mounted, on hosts made of files."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.facts.disks import disks, partitions
from duckrow.facts.dmi import dmi
from duckrow.facts.memory import memory
from duckrow.facts.mountpoints import filesystems, mountpoints
from duckrow.facts.processors import processors
from duckrow.facts.units import size_text, speed_text

CPUINFO = """\
processor\t: {number}
model name\t: Duck Core 7
cpu MHz\t\t: 2599.998
physical id\t: {package}

"""


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.00 KiB"),
        (1536, "1.50 KiB"),
        (1048575, "1.00 MiB"),  # not 1024.00 KiB
        (25276518400, "23.54 GiB"),
        (274877906944, "256.00 GiB"),
        (2**60, "1.00 EiB"),
        (2**70, f"{2**70} bytes"),
    ],
)
def test_sizes(amount: int, text: str) -> None:
    assert size_text(amount) == text


@pytest.mark.parametrize(
    ("hertz", "text"),
    [
        (0, None),
        (5, "5.00 Hz"),
        (999, "999.00 Hz"),
        (2_596_000_000, "2.60 GHz"),
        (10**16, None),
    ],
)
def test_speeds(hertz: int, text: str | None) -> None:
    assert speed_text(hertz) == text


def test_two_packages_of_two_cores_with_two_threads(make_host: Any) -> None:
    files = {
        "/proc/cpuinfo": "".join(CPUINFO.format(number=n, package=n // 4) for n in range(8)),
        "/bin/uname": "#!/bin/sh\necho x86_64\n",
    }
    for n in range(8):
        place = f"/sys/devices/system/cpu/cpu{n}/topology"
        files[f"{place}/physical_package_id"] = f"{n // 4}\n"
        files[f"{place}/core_id"] = f"{n % 4 // 2}\n"
    assert processors(make_host(files), {}) == {
        "cores": 2,
        "count": 8,
        "isa": "x86_64",
        "models": ["Duck Core 7"] * 8,
        "physicalcount": 2,
        "speed": "2.60 GHz",
        "threads": 2,
    }


def test_processors_without_details(make_host: Any) -> None:
    host = make_host({"/proc/cpuinfo": "processor\t: 0\nprocessor\t: 1\n"})
    found = processors(host, {})
    assert found == {"count": 2, "isa": "unknown", "models": [], "physicalcount": 0}
    assert processors(make_host({"/proc/cpuinfo": ""}), {}) is None


def test_memory_with_and_without_swap(make_host: Any) -> None:
    text = "MemTotal: 2048 kB\nMemFree: 100 kB\nMemAvailable: 1536 kB\nSwapTotal: 0 kB\n"
    found = memory(make_host({"/proc/meminfo": text}), {})
    assert found == {
        "system": {
            "available": "1.50 MiB",
            "available_bytes": 1572864,
            "capacity": "25.00%",
            "total": "2.00 MiB",
            "total_bytes": 2097152,
            "used": "512.00 KiB",
            "used_bytes": 524288,
        }
    }
    text = text.replace("SwapTotal: 0", "SwapTotal: 8") + "SwapFree: 6 kB\n"
    found = memory(make_host({"/proc/meminfo": text}), {})
    assert found is not None
    assert found["swap"]["capacity"] == "25.00%"


def test_memory_of_an_old_kernel(make_host: Any) -> None:
    text = "MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 20 kB\nCached: 30 kB\n"
    found = memory(make_host({"/proc/meminfo": text}), {})
    assert found is not None
    assert found["system"]["available_bytes"] == 150 * 1024


def test_dmi(make_host: Any) -> None:
    place = "/sys/class/dmi/id"
    host = make_host(
        {
            f"{place}/bios_vendor": b"Duck\xff BIOS \n",
            f"{place}/chassis_type": "23\n",
            f"{place}/product_serial": "   \n",
            f"{place}/sys_vendor": "Pond Inc.\n",
        }
    )
    assert dmi(host, {}) == {
        "bios": {"vendor": "Duck\N{REPLACEMENT CHARACTER} BIOS"},
        "chassis": {"type": "Rack Mount Chassis"},
        "manufacturer": "Pond Inc.",
    }


@pytest.mark.parametrize(
    ("number", "name"), [("1", "Other"), ("2", None), ("99", None), ("x", None)]
)
def test_kinds_of_chassis(make_host: Any, number: str, name: str | None) -> None:
    host = make_host({"/sys/class/dmi/id/chassis_type": number})
    assert dmi(host, {}) == ({"chassis": {"type": name}} if name else None)


def test_there_may_be_no_firmware(make_host: Any) -> None:
    assert dmi(make_host(), {}) is None


DISK = {
    "/sys/block/sda/device/model": "DUCKDISK 9000\n",
    "/sys/block/sda/device/vendor": "ATA     \n",
    "/sys/block/sda/size": "2048\n",
    "/sys/block/sda/dev": "8:0\n",
    "/sys/block/sda/queue/rotational": "0\n",
    "/sys/block/sda/sda1/size": "1024\n",
    "/sys/block/sda/sda1/dev": "8:1\n",
    "/sys/block/sda/power/state": "on\n",
    "/run/udev/data/b8:0": "E:ID_SERIAL_SHORT=QUACK1\nE:ID_WWN=0x5000\nS:disk/x\n",
    "/run/udev/data/b8:1": "E:ID_FS_TYPE=ext4\nE:ID_FS_UUID=aa-bb\nE:ID_FS_LABEL=my\\x20pond\n"
    "E:ID_PART_ENTRY_UUID=cc-01\n",
    "/proc/self/mounts": "/dev/sda1 / ext4 rw,relatime 0 0\n/dev/sda1 /again ext4 rw 0 0\n",
}


def test_disks(make_host: Any) -> None:
    files = {**DISK, "/sys/block/loop0/size": "0\n", "/sys/block/vda/device/x": ""}
    assert disks(make_host(files), {}) == {
        "sda": {
            "model": "DUCKDISK 9000",
            "serial": "QUACK1",
            "size": "1.00 MiB",
            "size_bytes": 1048576,
            "type": "ssd",
            "vendor": "ATA",
            "wwn": "0x5000",
        },
        "vda": {"size": "0 bytes", "size_bytes": 0},
    }


def test_partitions_as_udev_knows_them(make_host: Any) -> None:
    assert partitions(make_host(DISK), {}) == {
        "/dev/sda1": {
            "filesystem": "ext4",
            "label": "my pond",
            "mount": "/",
            "partuuid": "cc-01",
            "size": "512.00 KiB",
            "size_bytes": 524288,
            "uuid": "aa-bb",
        }
    }


def test_partitions_as_blkid_knows_them(make_host: Any) -> None:
    files = {
        "/sys/block/dm-0/dm/name": "pond-root\n",
        "/sys/block/dm-0/size": "2\n",
        "/sys/block/loop0/loop/backing_file": "/var/img one\n",
        "/sys/block/loop0/size": "4\n",
        "/bin/blkid": "#!/bin/sh\n"
        'echo \'/dev/mapper/pond-root: LABEL="a b" UUID="1" TYPE="xfs"\'\n',
    }
    assert partitions(make_host(files), {}) == {
        "/dev/loop0": {"backing_file": "/var/img one", "size": "2.00 KiB", "size_bytes": 2048},
        "/dev/mapper/pond-root": {
            "filesystem": "xfs",
            "label": "a b",
            "size": "1.00 KiB",
            "size_bytes": 1024,
            "uuid": "1",
        },
    }


def test_no_disks(make_host: Any) -> None:
    assert disks(make_host(), {}) is None
    assert partitions(make_host(), {}) is None


def test_mountpoints(make_host: Any) -> None:
    host = make_host(
        {
            "/proc/self/mounts": "/dev/root / ext4 rw,relatime 0 0\n"
            "proc /proc proc rw 0 0\n"
            "tmpfs /sys/fs/cgroup tmpfs ro 0 0\n"
            "x /auto autofs rw 0 0\n"
            "a\\040b /with\\040space nfs rw 0 0\n"
            "broken line\n",
            "/proc/cmdline": "quiet root=/dev/vda1 ro\n",
        }
    )
    host.spaces = {"/": (4096, 1024, 2048), "/sys/fs/cgroup": (0, 0, 0)}
    found = mountpoints(host, {})
    assert found is not None
    assert list(found) == ["/", "/sys/fs/cgroup", "/with space"]
    assert found["/"] == {
        "available": "1.00 KiB",
        "available_bytes": 1024,
        "capacity": "66.67%",
        "device": "/dev/vda1",
        "filesystem": "ext4",
        "options": ["rw", "relatime"],
        "size": "4.00 KiB",
        "size_bytes": 4096,
        "used": "2.00 KiB",
        "used_bytes": 2048,
    }
    assert found["/sys/fs/cgroup"]["capacity"] == "100%"
    # What cannot be asked, as a server that is gone, is empty.
    assert (found["/with space"]["device"], found["/with space"]["size"]) == ("a b", "0 bytes")


def test_the_root_may_be_named_by_its_partition_uuid(make_host: Any) -> None:
    host = make_host(
        {
            "/proc/self/mounts": "/dev/root / ext4 rw 0 0\n",
            "/proc/cmdline": "root=PARTUUID=77-02\n",
            "/bin/blkid": '#!/bin/sh\necho \'/dev/vdb2: TYPE="ext4" PARTUUID="77-02"\'\n',
        }
    )
    found = mountpoints(host, {})
    assert found is not None
    assert found["/"]["device"] == "/dev/vdb2"


def test_filesystems(make_host: Any) -> None:
    text = "nodev\tsysfs\n\txfs\n\text4\n\tfuseblk\n"
    assert filesystems(make_host({"/proc/filesystems": text}), {}) == "ext4,xfs"
