"""Whatever stands in the files of a host, no fact fails."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from duckrow.facts.lazy import LazyFacts

PATHS = """
/etc/os-release /etc/debian_version /etc/redhat-release /etc/system-release /etc/SuSE-release
/etc/alpine-release /etc/linuxmint/info /etc/devuan_version /etc/resolv.conf /etc/selinux/config
/etc/ssh/ssh_host_rsa_key.pub /etc/facter/facts.d/a.txt /etc/facter/facts.d/b.yaml
/etc/facter/facts.d/c.json /etc/facter/facter.conf /proc/cpuinfo /proc/meminfo /proc/self/mounts
/proc/cmdline /proc/filesystems /proc/uptime /proc/loadavg /proc/1/cgroup /proc/1/environ
/proc/1/stat /proc/self/mountinfo /proc/self/status /proc/net/route
/sys/class/dmi/id/chassis_type /sys/class/dmi/id/product_name /sys/block/sda/size
/sys/block/sda/dev /sys/block/sda/device/model /sys/block/sda/sda1/size /run/udev/data/b8:0
/sys/devices/system/cpu/cpu0/topology/core_id
/sys/devices/system/cpu/cpu0/topology/physical_package_id /var/lib/dhcp/dhclient.x.leases
""".split()
PIECES = [
    *"ID= ID=ubuntu ID=debian ID=amzn ID=sles ID=opensuse VERSION= NAME= release (x) )( processor "
    "clock MemTotal: SwapTotal: SwapFree: 99 0 -1 1.5 kB /dev/root root=UUID=x / \\040 ext4 "
    "selinuxfs docker/ /lxc/ /lxc container=lxc envID: 00000000 domain search 8:0 ssh-rsa AAA "
    'SELINUX= [1 {"a": } é ² ²³ \' " : ='.split(),
    *["\n", "\n", "\n", " ", "\t", "\0", ": ", "- ", "model name", "physical id", "cpu MHz"],
    *['ID_LIKE="rhel"', 'VERSION_ID="12"', 'NAME="Red Hat"', 'NAME=" "', "Mageia release "],
    *['interface "lo"', "option dhcp-server-identifier", "E:ID_FS_LABEL=\\x", "\udcff"],
]


@pytest.mark.parametrize("seed", range(40))
def test_no_fact_fails(make_host: Any, tmp_path: Path, seed: int) -> None:
    picked = random.Random(seed)
    files = {
        path: "".join(picked.choices(PIECES, k=picked.randrange(25))).encode(
            "utf-8", "surrogateescape"
        )
        for path in picked.sample(PATHS, picked.randrange(1, len(PATHS)))
    }
    facts = LazyFacts(make_host(files), shows_legacy=True)
    facts.plain()
    assert [text for text in facts.warnings if text.startswith("error while")] == []
