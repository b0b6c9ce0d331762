"""The facts `virtual`, `is_virtual`, `hypervisors` and `xen`.

They are found from the inside out: first a container, then traces of the hypervisor, then the
firmware, then the devices. Everything is read from files, so the program virt-what, which reads the
same files, is not needed.
"""

from __future__ import annotations

from duckrow.facts.dmi import dmi_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.host import Host

_PHYSICAL = frozenset(
    ("physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host")
)
# Words in the product's name.
_PRODUCTS = {
    "VMware": "vmware",
    "VirtualBox": "virtualbox",
    "Parallels": "parallels",
    "KVM": "kvm",
    "Virtual Machine": "hyperv",
    "RHEV Hypervisor": "rhev",
    "oVirt Node": "ovirt",
    "HVM domU": "xenhvm",
    "Bochs": "bochs",
    "OpenBSD": "vmm",
    "BHYVE": "bhyve",
}
# Vendors of devices that only virtual machines have, in order of precedence.
_MAKERS = {
    "0x80ee": "virtualbox",
    "0x5853": "xenhvm",
    "0x1414": "hyperv",
    "0x1ae0": "gce",
    "0x15ad": "vmware",
    "0x1ab8": "parallels",
    "0x1af4": "kvm",
}


def virtual(host: Host, _facts: object) -> str:
    """Return the name of the container or hypervisor, or physical."""
    name, _ = container(host)
    if name:
        return name
    vendor = dmi_word(host, "bios_vendor") or ""
    if "Google" in vendor:
        return "gce"
    return (
        _openvz(host)[0]
        or _vserver(host)
        or _xen(host)
        or ("kvm" if "Amazon EC2" in vendor else None)
        or _known_product(host)
        or _by_devices(host)
        or _by_flag(host)
        or "physical"
    )


def is_virtual(_host: Host, facts: Any) -> bool:
    """Return whether this is a container or virtual machine."""
    return facts.get("virtual") not in _PHYSICAL


def container(host: Host) -> tuple[str, dict[str, Any]]:
    """Return the kind of container this runs in, and its details."""
    groups = host.text("/proc/1/cgroup") or ""
    # Only root may read this, and in some sandboxes not even root.
    variables = host.text("/proc/1/environ") or ""
    name = ""
    info: dict[str, Any] = {}
    for line in groups.splitlines():
        path = line.rpartition(":")[2]
        if "docker/" in path:
            name = "docker"
            info = {"id": path.partition("docker/")[2]}
        elif path.startswith("/lxc/"):
            return "lxc", {"name": path.split("/")[2]}
    if "container=lxc" in variables:
        return "lxc", {}
    if name:
        return name, info
    if "container=systemd-nspawn" in variables:
        machine = host.word("/etc/machine-id")
        return "systemd_nspawn", {"id": machine} if machine else {}
    if "container=podman" in variables or host.exists("/run/.containerenv"):
        return "podman", {}
    return _docker_by_mounts(host)


def _docker_by_mounts(host: Host) -> tuple[str, dict[str, Any]]:
    """Look for the files that docker mounts into its containers.

    With version 2 of control groups a container sees its own group as the root.
    """
    for line in host.lines("/proc/self/mountinfo"):
        words = line.split()
        if len(words) > 4 and words[4] == "/etc/hostname" and "/docker/containers/" in words[3]:
            number = words[3].partition("/docker/containers/")[2].partition("/")[0]
            return "docker", {"id": number}
    return "", {}


def _status(host: Host, *names: str) -> str | None:
    for line in host.lines("/proc/self/status"):
        words = line.split()
        if len(words) == 2 and words[0].rstrip(":") in names:
            return words[1]
    return None


def _openvz(host: Host) -> tuple[str | None, int]:
    if not host.names("/proc/vz") or host.exists("/proc/lve/list"):
        return None, 0
    number = _status(host, "envID")
    if number is None:
        return None, 0
    return ("openvzhn" if number == "0" else "openvzve"), int(number) if number.isdecimal() else 0


def _vserver(host: Host) -> str | None:
    number = _status(host, "s_context", "VxID")
    if number is None:
        return None
    return "vserver_host" if number == "0" else "vserver"


def _xen(host: Host) -> str | None:
    if host.exists("/dev/xen/evtchn") and _is_xen_control(host):
        return "xen0"
    if host.word("/sys/hypervisor/type") == "xen":
        return "xenhvm" if "HVM" in (dmi_word(host, "product_name") or "") else "xenu"
    return "xenu" if host.names("/proc/xen") or host.exists("/dev/xvda1") else None


def _is_xen_control(host: Host) -> bool:
    return "control_d" in (host.text("/proc/xen/capabilities") or "")


def _product(host: Host) -> str | None:
    """Return the hypervisor that the product's name indicates, else the name itself."""
    return _known_product(host) or dmi_word(host, "product_name")


def _known_product(host: Host) -> str | None:
    product = dmi_word(host, "product_name") or ""
    return next((name for word, name in _PRODUCTS.items() if word in product), None)


def _by_devices(host: Host) -> str | None:
    """Return the hypervisor that a device on the PCI bus indicates."""
    devices = "/sys/bus/pci/devices"
    for device in host.names(devices):
        name = _MAKERS.get(host.word(f"{devices}/{device}/vendor") or "")
        if name:
            return name
    return None


def _by_flag(host: Host) -> str | None:
    """Return kvm if the processor reports a hypervisor and there are virtio devices."""
    for line in host.lines("/proc/cpuinfo"):
        if line.startswith(("flags", "Features")):
            if "hypervisor" not in line.split():
                return None
            return "kvm" if host.names("/sys/bus/virtio/devices") else None
    return None


# ---- hypervisors


def hypervisors(host: Host, facts: Any) -> dict[str, object] | None:
    """Return every hypervisor that can be detected, with its details."""
    found: dict[str, object] = {}
    name, info = container(host)
    if name:
        found[name] = info
    product = _product(host) or ""
    maker = dmi_word(host, "sys_vendor") or ""
    vendor = dmi_word(host, "bios_vendor") or ""
    by_devices = _by_devices(host)
    if "Microsoft" in maker or product == "hyperv":
        found["hyperv"] = {}
    is_kvm = (
        by_devices == "kvm"
        or product in ("kvm", "bochs")
        or "Amazon EC2" in vendor
        or "Google" in vendor
        or "OpenStack" in product
    )
    if is_kvm and product not in ("virtualbox", "parallels"):
        found["kvm"] = _cloud(maker)
    kind, number = _openvz(host)
    if kind:
        found["openvz"] = {"host": kind == "openvzhn", "id": number}
    if product == "virtualbox" or by_devices == "virtualbox":
        found["virtualbox"] = _virtualbox(host)
    if product == "vmware" or maker == "VMware, Inc." or by_devices == "vmware":
        found["vmware"] = {}
    if "xen" in str(facts.get("virtual")):
        is_full = product == "xenhvm" or by_devices == "xenhvm"
        is_control = _is_xen_control(host) or _xen(host) == "xen0"
        found["xen"] = {"context": "hvm" if is_full else "pv", "privileged": is_control}
    return dict(sorted(found.items())) or None


def _cloud(maker: str) -> dict[str, object]:
    if maker == "Google":
        return {"google": True}
    for word in ("OpenStack", "Amazon"):
        if maker.startswith(word):
            return {word.lower(): True}
    return {}


def _virtualbox(host: Host) -> dict[str, object]:
    """Return version and revision, which only `dmidecode` reports."""
    found: dict[str, object] = {}
    for word in host.output("dmidecode").split():
        if word.startswith("vboxVer_"):
            found.setdefault("version", word[8:])
        elif word.startswith("vboxRev_"):
            found.setdefault("revision", word[8:])
    return dict(sorted(found.items()))


def xen(host: Host, facts: Any) -> dict[str, object] | None:
    """Return the guests of a Xen host."""
    if facts.get("virtual") != "xen0":
        return None
    command = "xl" if host.which("xl") else "xm"
    lines = host.output(command, "list").splitlines()
    guests = [line.split() for line in lines if "Domain-0" not in line and "Name" not in line]
    return {"domains": [words[0] for words in guests if words]}
