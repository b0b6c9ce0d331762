"""The cause of a change: the nearest of what changed, and nothing that only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.diff.versions import about, differences

SITE, COMMON = "manifests/site.pp", "data/common.yaml"


def causes(path: Path, old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Return the causes by the names of resources."""
    found = about(differences(path, old, new), "resource")
    return {f"{each['type']}[{each['title']}]": each.get("cause", "") for each in found}


def test_a_short_value_inside_of_a_word_is_no_cause(tmp_path: Path) -> None:
    site = "file { '/a': mode => 'MODE' }\nnotify { 'p': message => lookup('port') }"
    old = {SITE: site.replace("MODE", "0755"), COMMON: "port: 5\n"}
    new = {SITE: site.replace("MODE", "0750"), COMMON: "port: 0\n"}
    assert causes(tmp_path, old, new) == {
        "File[/a]": f"manifest {SITE}",
        "Notify[p]": f"data key port ({COMMON}:1)",
    }


@pytest.mark.parametrize("text", ["at ${port} ${1 + $port}", "p${port}:${port}", "${port}"])
def test_a_value_in_a_text_is_a_cause(text: str, tmp_path: Path) -> None:
    old = {SITE: f"$port = lookup('port')\nnotify {{ 'p': message => \"{text}\" }}"}
    old[COMMON] = "port: 80\n"
    found = causes(tmp_path, old, {COMMON: "port: 90\n"})
    assert found == {"Notify[p]": f"data key port ({COMMON}:1)"}


CLASS = "class NAME($on) { service { 'NAME': enable => $on } }"


def test_of_equal_values_that_of_the_class_is_the_cause(tmp_path: Path) -> None:
    old = {SITE: "include huey\ninclude dewey", COMMON: "huey::on: true\ndewey::on: true\n"}
    for name in ("huey", "dewey"):
        old[f"modules/{name}/manifests/init.pp"] = CLASS.replace("NAME", name)
    found = causes(tmp_path, old, {COMMON: old[COMMON].replace("true", "false")})
    assert found["Service[huey]"] == f"data key huey::on ({COMMON}:1)"
    assert found["Service[dewey]"] == f"data key dewey::on ({COMMON}:2)"


def test_a_short_value_brings_no_resource_of_other_classes(tmp_path: Path) -> None:
    site = "notify { 'p': message => lookup('depth') }\n"
    old = {SITE: site, COMMON: "depth: 4\n"}
    new = {SITE: f"{site}schedule {{ 's': repeat => 5 }}", COMMON: "depth: 5\n"}
    assert causes(tmp_path, old, new)["Schedule[s]"] == f"manifest {SITE}"


def test_the_source_of_a_file_with_a_path_is_the_cause(tmp_path: Path) -> None:
    site = "file { 'conf': path => '/etc/pond', source => 'puppet:///modules/pond/conf' }"
    file = "modules/pond/files/conf"
    old = {SITE: site, file: "deep\n"}
    found = causes(tmp_path, old, {SITE: f"{site}\n", file: "flat\n"})
    assert found == {"File[/etc/pond]": f"file {file}"}


def test_a_source_does_not_leave_its_directory(tmp_path: Path) -> None:
    site = "file { '/a': source => 'puppet:///modules/pond/WHERE/conf' }"
    files = {"modules/pond/conf": "secret\n", "modules/pond/files/a/conf": "plain\n"}
    old = {SITE: site.replace("WHERE", "a"), **files}
    items = differences(tmp_path, old, {SITE: site.replace("WHERE", "..")})
    assert "plain" in str(items)
    assert "secret" not in str(items)
