"""What a machine runs in, on machines made of files."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.facts.lazy import LazyFacts

DMI = "/sys/class/dmi/id"
PCI = "/sys/bus/pci/devices/0000:00:01.0"
CASES: dict[str, tuple[dict[str, str], str, dict[str, Any] | None]] = {
    "physical": ({f"{DMI}/product_name": "PowerDuck 9\n"}, "physical", None),
    "docker": (
        {"/proc/1/cgroup": "2:cpu:/docker/abc\n1:mem:/docker/abc\n", f"{DMI}/product_name": "KVM"},
        "docker",
        {"docker": {"id": "abc"}, "kvm": {}},
    ),
    "docker with new control groups": (
        {
            "/proc/1/cgroup": "0::/\n",
            "/proc/self/mountinfo": "1 2 0:1 /var/lib/docker/containers/abc/hostname /etc/hostname "
            "rw - ext4 /dev/x rw\n",
        },
        "docker",
        {"docker": {"id": "abc"}},
    ),
    "lxc by its group": (
        {"/proc/1/cgroup": "1:cpu:/lxc/pond/init\n"},
        "lxc",
        {"lxc": {"name": "pond"}},
    ),
    "lxc by its variable": ({"/proc/1/environ": "container=lxc\0"}, "lxc", {"lxc": {}}),
    "nspawn": (
        {"/proc/1/environ": "container=systemd-nspawn\0", "/etc/machine-id": "77\n"},
        "systemd_nspawn",
        {"systemd_nspawn": {"id": "77"}},
    ),
    "podman": ({"/run/.containerenv": ""}, "podman", {"podman": {}}),
    "google": (
        {f"{DMI}/bios_vendor": "Google\n", f"{DMI}/sys_vendor": "Google\n"},
        "gce",
        {"kvm": {"google": True}},
    ),
    "amazon": (
        {f"{DMI}/bios_vendor": "Amazon EC2", f"{DMI}/sys_vendor": "Amazon EC2"},
        "kvm",
        {"kvm": {"amazon": True}},
    ),
    "openstack": (
        {f"{DMI}/product_name": "OpenStack Nova", f"{DMI}/sys_vendor": "OpenStack Foundation"},
        "physical",
        {"kvm": {"openstack": True}},
    ),
    "vmware": (
        {f"{DMI}/product_name": "VMware7,1", f"{DMI}/sys_vendor": "VMware, Inc."},
        "vmware",
        {"vmware": {}},
    ),
    "virtualbox": (
        {
            f"{DMI}/product_name": "VirtualBox",
            "/bin/dmidecode": "#!/bin/sh\necho 'String 1: vboxVer_7.0.1'\necho vboxRev_99\n",
        },
        "virtualbox",
        {"virtualbox": {"revision": "99", "version": "7.0.1"}},
    ),
    "hyperv": (
        {f"{DMI}/product_name": "Virtual Machine", f"{DMI}/sys_vendor": "Microsoft Corporation"},
        "hyperv",
        {"hyperv": {}},
    ),
    "kvm by a device": ({f"{PCI}/vendor": "0x1af4\n"}, "kvm", {"kvm": {}}),
    "kvm by the processor": (
        {"/proc/cpuinfo": "flags : fpu hypervisor\n", "/sys/bus/virtio/devices/virtio0/x": ""},
        "kvm",
        None,
    ),
    "xen guest": (
        {"/sys/hypervisor/type": "xen\n"},
        "xenu",
        {"xen": {"context": "pv", "privileged": False}},
    ),
    "xen guest with all hardware": (
        {"/sys/hypervisor/type": "xen\n", f"{DMI}/product_name": "HVM domU\n"},
        "xenhvm",
        {"xen": {"context": "hvm", "privileged": False}},
    ),
    "xen host": (
        {"/dev/xen/evtchn": "", "/proc/xen/capabilities": "control_d\n"},
        "xen0",
        {"xen": {"context": "pv", "privileged": True}},
    ),
    "openvz": (
        {"/proc/vz/veinfo": "", "/proc/self/status": "Name: x\nenvID:\t101\n"},
        "openvzve",
        {"openvz": {"host": False, "id": 101}},
    ),
    "openvz host": (
        {"/proc/vz/veinfo": "", "/proc/self/status": "envID:\t0\n"},
        "openvzhn",
        {"openvz": {"host": True, "id": 0}},
    ),
    "vserver": ({"/proc/self/status": "VxID:\t12\n"}, "vserver", None),
}
PHYSICAL = ("physical", "xen0", "openvzhn")


@pytest.mark.parametrize("name", CASES)
def test_where_this_runs(make_host: Any, name: str) -> None:
    files, virtual, hypervisors = CASES[name]
    facts = LazyFacts(make_host(files))
    assert facts["virtual"] == virtual
    assert facts["is_virtual"] is (virtual not in PHYSICAL)
    assert facts.get("hypervisors") == hypervisors
    assert facts.warnings == []


def test_guests_of_a_xen_host(make_host: Any) -> None:
    files = {
        **CASES["xen host"][0],
        "/bin/xl": "#!/bin/sh\necho 'Name ID Mem'\necho 'Domain-0 0 1'\necho 'duck 1 2'\n",
    }
    facts = LazyFacts(make_host(files))
    assert facts["xen"] == {"domains": ["duck"]}
    assert facts["xendomains"] == "duck"
