"""The fact `os`: name, family, release, architecture, distribution and SELinux."""

from __future__ import annotations

from duckrow.facts.release import Release, parts_of
from duckrow.machine.texts.mount_lines import read_mounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.host import Host

# Where a distribution has its version, besides VERSION_ID: a file and the words before it.
_FIRST_LINE = {
    "amzn": "/etc/system-release",
    "ol": "/etc/oracle-release",
    "oel": "/etc/enterprise-release",
    "ovs": "/etc/ovs-release",
    "meego": "/etc/meego-release",
    "gentoo": "/etc/gentoo-release",
}
_WHOLE_FILE = {"alpine": "/etc/alpine-release", "devuan": "/etc/devuan_version"}
_BEHIND = {
    "mageia": ("/etc/mageia-release", "Mageia release "),
    "slackware": ("/etc/slackware-version", "Slackware "),
    "mariner": ("/etc/mariner-release", "CBL-Mariner "),
    "photon": ("/etc/lsb-release", 'DISTRIB_RELEASE="'),
    "openwrt": ("/etc/openwrt_version", ""),
}


def operating_system(host: Host, _facts: object) -> dict[str, object]:
    """Return the fact `os`."""
    release = Release(host)
    machine = host.uname().machine
    found: dict[str, object] = {"architecture": _architecture(machine, release)}
    distro = _distro(release)
    if distro:
        found["distro"] = distro
    if family := release.family:
        found["family"] = family
    found["hardware"] = machine
    if name := release.name:
        found["name"] = name
    if version := _version(release):
        found["release"] = version
    found["selinux"] = selinux(host)
    return found


def _architecture(machine: str, release: Release) -> str:
    if machine == "x86_64" and release.descends_from("debian"):
        return "amd64"
    if "pentium" in machine or (len(machine) == 4 and machine[0] == "i" and machine[2:] == "86"):
        return "i386"
    return machine


def _version(release: Release) -> dict[str, str] | None:
    host = release.host
    for name in release.ancestors:
        if name == "linuxmint":
            found = release.number_in("/etc/linuxmint/info", "RELEASE=")
            return parts_of((found and found.partition(".")[0]) or release.version_id)
        if name == "ubuntu":
            return _whole(release.version_id)
        if name in _FIRST_LINE:
            return parts_of(release.first_release(_FIRST_LINE[name]) or release.version_id)
        if name in _WHOLE_FILE:
            return parts_of(host.word(_WHOLE_FILE[name]) or release.version_id)
        if name in _BEHIND:
            return parts_of(_behind(release, *_BEHIND[name]) or release.version_id)
        if name == "debian":
            return _debian_version(release)
        if name == "rhel":
            return parts_of(release.redhat_version() or release.version_id)
        if name == "sles":
            return parts_of(release.version_id)
    # A rolling distribution has no version but that of its kernel.
    return _whole(release.version_id) or parts_of(host.uname().release)


def _behind(release: Release, path: str, before: str) -> str | None:
    return release.number_in(path, before) if before else release.host.word(path)


def _whole(version: str | None) -> dict[str, str] | None:
    return {"full": version, "major": version} if version else None


def _debian_version(release: Release) -> dict[str, str] | None:
    found = parts_of(release.host.word("/etc/debian_version"))
    if found and len(minor := found.get("minor", "")) > 1 and minor[0] == "0":
        found["minor"] = minor[1:] if minor[1] != "0" else minor
    return found


# ---- os.distro


def _distro(release: Release) -> dict[str, object]:
    for name in release.ancestors:
        if name in _DISTROS:
            found = _DISTROS[name](release)
            return {key: value for key, value in sorted(found.items()) if value is not None}
    return _by_lsb_release(release)


def _debian(release: Release) -> dict[str, object]:
    version = _debian_version(release)
    if release.descends_from("ubuntu"):
        version = _whole(release.version_id)
    elif release.descends_from("devuan"):
        version = _by_lsb_release(release).get("release") or _version(release)
    return {
        "codename": release.values.get("version_codename") or _codename(release),
        "description": release.values.get("pretty_name"),
        "id": (release.values.get("id") or "").capitalize() or None,
        "release": version,
    }


def _codename(release: Release) -> str | None:
    """Find the code name in VERSION: 10 (buster), or 14.04, Trusty Tahr."""
    version = release.values.get("version") or ""
    if version.endswith(")") and "(" in version:
        return version.partition("(")[2].replace("(", "").replace(")", "") or None
    from itertools import pairwise

    words = version.split(" ")
    for word, following in pairwise(words):
        if word.isalpha() and following[:1].isalpha():
            return word.lower()
    return None


def _redhat(release: Release) -> dict[str, object]:
    text = release.redhat_text()
    return {
        "codename": _in_brackets(text),
        "description": text,
        "id": "".join(release.redhat_words()) or None,
        "release": parts_of(release.redhat_version() or release.version_id),
    }


def _in_brackets(text: str | None) -> str | None:
    rest = (text or "").partition("release")[2]
    if "(" not in rest or ")" not in rest:
        return None
    return rest.rpartition("(")[2].partition(")")[0] or None


def _suse(release: Release) -> dict[str, object]:
    version = release.version_id or ""
    return {
        "codename": release.values.get("version_codename") or "n/a",
        "description": release.values.get("pretty_name"),
        "id": "SUSE LINUX" if version.startswith("12") else "SUSE",
        "release": parts_of(version),
    }


def _amazon(release: Release) -> dict[str, object]:
    text = release.host.word("/etc/system-release")
    words = (text or "").partition("release")[0].split()
    version = release.first_release("/etc/system-release") or release.version_id
    return {
        "codename": _in_brackets(text) or "n/a",
        "description": text,
        "id": "".join(word for word in words if word.lower() != "linux") or None,
        "release": parts_of(version),
    }


_DISTROS = {"debian": _debian, "amzn": _amazon, "rhel": _redhat, "sles": _suse}

_LSB = {
    "Distributor ID": "id",
    "Description": "description",
    "Codename": "codename",
    "LSB Version": "specification",
}


def _by_lsb_release(release: Release) -> dict[str, Any]:
    """Ask `lsb_release`, which distributions of no known family may have."""
    found: dict[str, object] = {}
    for line in release.host.output("lsb_release", "-a").splitlines():
        name, _, value = line.partition(":")
        value = value.strip()
        if name == "Release" and value:
            found["release"] = parts_of(value)
        elif name in _LSB and value:
            found[_LSB[name]] = value
    return dict(sorted(found.items()))


# ---- os.selinux


def selinux(host: Host) -> dict[str, object]:
    """Return the state of SELinux."""
    mounts = read_mounts(host.lines("/proc/self/mounts"))
    mounted = next((mount.path for mount in mounts if mount.kind == "selinuxfs"), "")
    config = host.lines("/etc/selinux/config")
    if not mounted or not config:
        return {"enabled": False}
    found: dict[str, object] = {}
    for line in config:
        name, _, value = line.partition("=")
        if name == "SELINUX":
            found["config_mode"] = value.strip()
        elif name == "SELINUXTYPE":
            found["config_policy"] = value.strip()
    is_enforced = host.word(f"{mounted}/enforce") == "1"
    found["current_mode"] = "enforcing" if is_enforced else "permissive"
    found["enabled"] = True
    found["enforced"] = is_enforced
    if version := host.word(f"{mounted}/policyvers"):
        found["policy_version"] = version
    return dict(sorted(found.items()))
