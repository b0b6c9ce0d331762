"""Facts of hosts that are made up in namespaces of their own, beside those of the installed facter.

Files are mounted over those of /proc, /sys and /etc, and interfaces are made in a network that
nobody else sees; then both are asked, and must say the same.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

NEEDED = ("facter", "unshare", "mount", "ip", "virt-what")
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may make namespaces"),
    pytest.mark.skipif(
        any(shutil.which(name) is None for name in NEEDED), reason=f"needs {', '.join(NEEDED)}"
    ),
]

DMI = "class/dmi/id"
FILES = {
    "environ": "HOME=/",
    "cgroup": "0::/\n",
    "meminfo": "MemTotal: 8000000 kB\nMemFree: 100 kB\nBuffers: 50 kB\nCached: 1000 kB\n"
    "SwapCached: 7 kB\nSwapTotal: 4000000 kB\nSwapFree: 3999999 kB\n",
    "cpuinfo": "".join(
        f"processor\t: {n}\nmodel name\t: Duck CPU @ 2.4GHz\ncpu MHz\t\t: 1{n}99.9\n"
        f"physical id\t: {n}\n\n"
        for n in range(2)
    ),
    "uptime": "100000.99 5\n",
    f"{DMI}/bios_vendor": "Duck BIOS\n",
    f"{DMI}/bios_date": "01/02/2020\n",
    f"{DMI}/bios_version": "X 1.0 \n",
    f"{DMI}/board_asset_tag": "a tag\n",
    f"{DMI}/board_serial": "\n",
    f"{DMI}/chassis_type": "10\n",
    f"{DMI}/product_name": "Pond 9\n",
    f"{DMI}/product_serial": "S/N 1\n",
    f"{DMI}/product_uuid": "aa-bb\n",
    f"{DMI}/sys_vendor": "Duck Corp\n",
    "block/sda/size": "1000000\n",
    "block/sda/device/model": "DISK 9  \n",
    "block/sda/device/vendor": "ATA \n",
    "block/sda/queue/rotational": "1\n",
    "block/sda/sda1/size": "500\n",
    "block/sda/sda2/size": "600\n",
    "block/dm-0/dm/name": "vg-root\n",
    "block/dm-0/size": "12345678\n",
    "block/loop3/loop/backing_file": "/srv/x.img\n",
    "block/loop3/size": "40\n",
    "devices/none": "",
    "ssh/ssh_host_ed25519_key.pub": "ssh-ed25519 cXVhY2s= root@pond\n",
    "ssh/ssh_host_rsa_key.pub": "ssh-rsa cXVhY2sgcXVhY2s= root@pond\n",
    "blkid": "#!/bin/sh\ncat <<END\n"
    '/dev/sda1: LABEL="my boot" UUID="1-2" TYPE="vfat" PARTLABEL="EFI" PARTUUID="3-4"\n'
    '/dev/mapper/vg-root: UUID="5-6" TYPE="ext4"\nEND\n',
    "nothing": "#!/bin/sh\nexit 1\n",
}
MOUNTS = {
    "environ": "/proc/1/environ",
    "cgroup": "/proc/1/cgroup",
    "meminfo": "/proc/meminfo",
    "cpuinfo": "/proc/cpuinfo",
    "uptime": "/proc/uptime",
    "class": "/sys/class",
    "block": "/sys/block",
    "devices": "/sys/bus/pci/devices",
    "ssh": "/etc/ssh",
}
# Programs that would tell of the true host, and the one that is made up.
PROGRAMS = {"blkid": "blkid", "lsblk": "nothing", "lspci": "nothing", "virt-what": "nothing"}
FACTS = "virtual is_virtual hypervisors dmi memory processors system_uptime disks partitions ssh"


def ask(program: str, script: str, names: str, *namespaces: str) -> tuple[Any, Any]:
    """Run a script in namespaces of its own, then ask both for some facts."""
    command = f"set -e\n{script}\nfacter --json {names} 2>/dev/null || :\necho\n"
    command += f"{program} facts --json {names} 2>/dev/null || :\n"
    words = ["unshare", *namespaces, "sh", "-c", command]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.stderr == b""
    decoder = json.JSONDecoder()
    text = done.stdout.decode()
    theirs, end = decoder.raw_decode(text)
    ours = json.loads(text[end:])
    # facter leaves out most of what is not there, and writes null for the rest.
    return {name: value for name, value in ours.items() if value is not None}, theirs


def mount_all(folder: Path, files: dict[str, str]) -> str:
    for name, text in {**FILES, **files}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)
    lines = [f"mount --bind {folder}/{name} {path}" for name, path in MOUNTS.items()]
    for name, file_name in PROGRAMS.items():
        if path := shutil.which(name):
            lines.append(f"mount --bind {folder}/{file_name} {path}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {f"{DMI}/product_name": "VMware7,1\n", f"{DMI}/sys_vendor": "VMware, Inc.\n"},
        {
            f"{DMI}/product_name": "Virtual Machine\n",
            f"{DMI}/sys_vendor": "Microsoft Corporation\n",
        },
        {f"{DMI}/product_name": "HVM domU\n", f"{DMI}/sys_vendor": "Xen\n"},
        {f"{DMI}/product_name": "Parallels Virtual Platform\n"},
        {f"{DMI}/product_name": "OpenStack Nova\n", f"{DMI}/sys_vendor": "OpenStack Foundation\n"},
        {f"{DMI}/bios_vendor": "Amazon EC2\n", f"{DMI}/sys_vendor": "Amazon EC2\n"},
        {f"{DMI}/bios_vendor": "Google\n", f"{DMI}/sys_vendor": "Google\n"},
        {"cgroup": "1:name=systemd:/docker/abcdef\n"},
        {"environ": "container=lxc"},
        {"environ": "container=systemd-nspawn"},
    ],
    ids=lambda files: " ".join(map(str.strip, files.values())) or "plain",
)
def test_hardware(program: str, tmp_path: Path, files: dict[str, str]) -> None:
    ours, theirs = ask(program, mount_all(tmp_path, files), FACTS, "--mount")
    assert ours == theirs
    assert len(ours) >= len(FACTS.split()) - 1


NETWORK = """
ip link set lo up
ip link add veth0 type veth peer name veth1
ip addr add 10.1.2.3/20 dev veth0
ip addr add 10.1.2.4/20 dev veth0 label veth0:web
ip addr add 192.168.5.1 peer 192.168.5.2 dev veth0
ip addr add 2001:db8::5/64 dev veth0 nodad
ip addr add fec0::9/64 dev veth0 nodad
ip addr add ::10.9.8.7/120 dev veth0 nodad
ip link set veth0 mtu 1334
ip link set veth0 up
ip link add br0 type bridge
ip link set veth1 master br0
ip link set veth1 up
ip addr add 169.254.3.3/16 dev br0
ip link set br0 up
ip route add 203.0.113.0/24 dev veth0 src 10.1.2.4
sleep 2
"""


@pytest.mark.parametrize(
    "route",
    ["true", "ip route add default via 10.1.0.1", "ip -6 route add default via 2001:db8::1"],
    ids=["no route", "a route", "a route for IPv6"],
)
def test_network(program: str, route: str) -> None:
    ours, theirs = ask(program, NETWORK + route, "networking interfaces", "--net")
    assert ours == theirs
    assert len(ours["networking"]["interfaces"]) == 5
