"""Small facts, and the keys of ssh."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.facts import kernel, system
from duckrow.facts.operating_system import selinux
from duckrow.facts.ssh import ssh


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        ("59.99 1", "0:00 hours"),
        ("4260.5 1", "1:11 hours"),
        ("86400", "1 day"),
        ("200000.1", "2 days"),
    ],
)
def test_uptime(make_host: Any, seconds: str, text: str) -> None:
    found = system.system_uptime(make_host({"/proc/uptime": seconds}), {})
    assert found is not None
    assert found["uptime"] == text
    assert found["hours"] == found["seconds"] // 3600
    assert found["days"] == found["seconds"] // 86400


def test_uptime_of_a_container(make_host: Any) -> None:
    stat = "1 (my (odd) sh) S " + " ".join(["0"] * 18) + " 360000 0\n"
    host = make_host({"/proc/uptime": "7200.5 1", "/proc/1/stat": stat})
    found = system.system_uptime(host, {"virtual": "docker"})
    assert found is not None
    assert found["seconds"] == 3600


def test_load(make_host: Any) -> None:
    host = make_host({"/proc/loadavg": "0.50 1.25 2 1/99 77\n"})
    assert system.load_averages(host, {}) == {"15m": 2.0, "1m": 0.5, "5m": 1.25}
    assert system.load_averages(make_host({"/proc/loadavg": ""}), {}) is None


@pytest.mark.parametrize(
    ("release", "version", "major"),
    [
        ("6.1.0-18-amd64", "6.1.0", "6.1"),
        ("5.14.0-362.el9.x86_64", "5.14.0", "5.14"),
        ("7", "7", "7"),
    ],
)
def test_kernels(make_host: Any, release: str, version: str, major: str) -> None:
    host = make_host()
    host.names_of_kernel = ("Linux", "pond", release, "", "x86_64")
    assert kernel.kernel(host, {}) == "Linux"
    assert kernel.kernel_release(host, {}) == release
    assert kernel.kernel_version(host, {}) == version
    assert kernel.kernel_major_version(host, {}) == major


def test_identity_zone_path_and_fips(make_host: Any) -> None:
    host = make_host({"/proc/sys/crypto/fips_enabled": "1\n"}, {"PATH": "/a:/b"})
    identity = system.identity(host, {})
    assert (identity["uid"], identity["privileged"], identity["user"]) == (0, True, "root")
    assert system.timezone(host, {}) == "CET"
    assert system.path(host, {}) == "/a:/b"
    assert system.fips_enabled(host, {}) is True


def test_a_user_without_a_name(make_host: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    host = make_host()
    monkeypatch.setattr(type(host), "user", lambda _: 987_654_321)
    found = system.identity(host, {})
    assert found["uid"] == 987_654_321
    assert "user" not in found


def test_augeas(make_host: Any) -> None:
    program = "#!/bin/sh\necho 'augparse 1.14.0 <http://augeas.net/>' >&2\n"
    assert system.augeas(make_host({"/bin/augparse": program}), {}) == {"version": "1.14.0"}


def test_no_augeas(make_host: Any) -> None:
    assert system.augeas(make_host(), {}) is None


def test_selinux(make_host: Any) -> None:
    files = {
        "/proc/self/mounts": "selinuxfs /sys/fs/selinux selinuxfs rw 0 0\n",
        "/etc/selinux/config": "# SELINUX=x\nSELINUX=enforcing\nSELINUXTYPE=targeted\n",
        "/sys/fs/selinux/enforce": "1",
        "/sys/fs/selinux/policyvers": "33",
    }
    assert selinux(make_host(files)) == {
        "config_mode": "enforcing",
        "config_policy": "targeted",
        "current_mode": "enforcing",
        "enabled": True,
        "enforced": True,
        "policy_version": "33",
    }
    assert selinux(make_host({**files, "/sys/fs/selinux/enforce": "0"}))["enforced"] is False
    assert selinux(make_host({**files, "/proc/self/mounts": ""})) == {"enabled": False}


def test_ssh(make_host: Any) -> None:
    files = {
        "/etc/ssh/ssh_host_ed25519_key.pub": "ssh-ed25519 cXVhY2s= root@pond\n",
        "/etc/ssh/ssh_host_rsa_key.pub": "garbage\n",
        "/etc/ssh/ssh_host_ecdsa_key.pub": "ecdsa-sha2-nistp384 cXVhY2s=\n",
    }
    assert ssh(make_host(files), {}) == {
        "ed25519": {
            "fingerprints": {
                "sha1": "SSHFP 4 1 a524ca3d36aafe68e5be51f10f00ff0dae1186ce",
                "sha256": "SSHFP 4 2 "
                "82d928273d067d774889d5df4249aaf73c0b04c64f04d6ed001441ce87a0853c",
            },
            "key": "cXVhY2s=",
            "type": "ssh-ed25519",
        }
    }


def test_no_keys(make_host: Any) -> None:
    assert ssh(make_host(), {}) is None
