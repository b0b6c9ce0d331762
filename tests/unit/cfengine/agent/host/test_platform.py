"""Operating systems, recognized by the files of a tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.agent.host.platform import find_platform, first_number, read_settings
from duckrow.machine.host import Host


def find(root: Path, files: dict[str, str]) -> tuple[set[str], dict[str, object]]:
    for name, text in files.items():
        path = root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = find_platform(Host(str(root)))
    return set(found.classes), {key: each.value for key, each in found.variables.items()}


DEBIAN = {
    "/etc/os-release": 'NAME="Debian GNU/Linux"\nID=debian\nVERSION_ID="12"\n',
    "/etc/debian_version": "12.11\n",
    "/etc/issue": "Debian GNU/Linux 12 \\n \\l\n",
}


def test_debian(tmp_path: Path) -> None:
    classes, variables = find(tmp_path, DEBIAN)
    assert {"debian", "debian_12", "debian_12_11"} <= classes
    assert variables["flavor"] == variables["flavour"] == "debian_12"
    assert variables["os_name_human"] == "Debian"
    assert variables["os_version_major"] == "12"
    assert variables["doc_root"] == "/var/www"
    assert variables["os_release"] == {
        "NAME": "Debian GNU/Linux", "ID": "debian", "VERSION_ID": "12",
    }  # fmt: skip


def test_the_first_mark_gives_the_tags(tmp_path: Path) -> None:
    find(tmp_path, DEBIAN)
    found = find_platform(Host(str(tmp_path)))
    assert found.classes["debian"][-1] == "derived-from-file=/etc/os-release"
    assert found.classes["debian_12_11"][-1] == "derived-from-file=/etc/debian_version"


@pytest.mark.parametrize(
    ("files", "classes", "flavour", "human"),
    [
        (
            {
                "/etc/os-release": 'ID=ubuntu\nVERSION_ID="22.04"\n',
                "/etc/debian_version": "bookworm/sid\n",
                "/etc/issue": "Ubuntu 22.04.3 LTS \\n \\l\n",
            },
            {"ubuntu", "ubuntu_22", "ubuntu_22_04", "debian", "debian_bookworm"},
            "ubuntu_22",
            "Ubuntu",
        ),
        (
            {
                "/etc/os-release": 'ID="rhel"\nVERSION_ID="9.2"\n',
                "/etc/redhat-release": "Red Hat Enterprise Linux release 9.2 (Plow)\n",
            },
            {"rhel", "rhel_9", "rhel_9_2", "redhat", "redhat_9", "redhat_9_2"},
            "redhat_9",
            "RHEL",
        ),
        (
            {"/etc/redhat-release": "CentOS Linux release 7.9.2009 (Core)\n"},
            {"redhat", "centos", "centos_7", "centos_7_9"},
            "centos_7",
            "CentOS",
        ),
        (
            {"/etc/fedora-release": "Fedora release 38 (Thirty Eight)\n"},
            {"fedora", "fedora_38"},
            "fedora_38",
            "Fedora",
        ),
        (
            {"/etc/SuSE-release": "openSUSE 13.2 (x86_64)\nVERSION = 13.2\n"},
            {"SUSE", "suse", "SuSE", "SUSE_13", "SUSE_13_2", "SuSE_13_2"},
            "SUSE_13",
            "SUSE",
        ),
        (
            {"/etc/alpine-release": "3.18.2\n"},
            {"alpine_linux", "alpine_linux_3_18_2", "alpinelinux"},
            "alpinelinux",
            "Unknown",
        ),
        (
            {"/etc/system-release": "Amazon Linux AMI release 2016.09\n"},
            {"amazon_linux", "amazon_linux_2016_09", "AmazonLinux"},
            "AmazonLinux",
            "Unknown",
        ),
        ({"/etc/arch-release": ""}, {"archlinux"}, "archlinux", "Unknown"),
    ],
)
def test_distributions(
    tmp_path: Path, files: dict[str, str], classes: set[str], flavour: str, human: str
) -> None:
    found, variables = find(tmp_path, files)
    assert classes <= found
    assert variables["flavor"] == flavour
    assert variables["os_name_human"] == human


def test_an_empty_tree_defines_nothing(tmp_path: Path) -> None:
    classes, variables = find(tmp_path, {})
    assert not any(name.startswith(("debian", "redhat")) for name in classes)
    assert variables["os_name_human"] == variables["os_version_major"] == "Unknown"


def test_settings_and_numbers() -> None:
    text = '# c\nA=1\nB="x \\" y"\nC=\'z\'\n\nD\n'
    assert read_settings(text) == {"A": "1", "B": 'x " y', "C": "z"}
    assert [first_number(each) for each in ("a_12_3", "none", "7")] == ["12", "", "7"]
