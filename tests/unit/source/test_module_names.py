"""What may be a module by its name, and which of several is taken."""

from __future__ import annotations

import pytest

from duckrow.source.module_names import (
    archive_ends,
    module_of,
    modules_in,
    short_name,
    version_in,
    versions_in,
)


def test_the_newest_version_comes_first() -> None:
    names = """
        pond-1.2.0.par pond-1.10.0.par pond-1.2.1.par pond-1.10.0-rc1.par pond-1.10.0-rc.2.par
        pond.par pond pond-1.2.par pond-x.par pond-1.2.3.4.par Pond.par lake.zip .hidden.par
    """.split()
    assert modules_in(names) == [
        ("lake", "lake.zip"),
        ("pond", "pond"),
        ("pond", "pond.par"),
        ("pond", "pond-1.10.0.par"),
        ("pond", "pond-1.10.0-rc1.par"),
        ("pond", "pond-1.10.0-rc.2.par"),
        ("pond", "pond-1.2.1.par"),
        ("pond", "pond-1.2.0.par"),
    ]


@pytest.mark.parametrize(
    ("name", "module", "version"),
    [
        ("pond", "pond", ""),
        ("pond.jar", "pond", ""),
        ("pond-1.2.0.par", "pond", "1.2.0"),
        ("pond@1.2.0-rc1", "pond", "1.2.0-rc1"),
    ],
)
def test_the_module_of_a_name(name: str, module: str, version: str) -> None:
    assert (module_of(name), version_in(name)) == (module, version)


def test_ld_7_names_with_a_version() -> None:
    names = (
        "pond pond.par pond-1.2.0.par pond@1.10.0 pond@x lake@2.0.0 Lake@1.0.0 lake-1.0.0".split()
    )
    assert versions_in(names) == [
        ("lake", "lake@2.0.0"),
        ("pond", "pond-1.2.0.par"),
        ("pond", "pond@1.10.0"),
    ]
    # Without `module_visibility` a directory with a version is no module, as in Puppet.
    assert modules_in(["pond@1.10.0"]) == []


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        ("/modules/pond/manifests", []),
        ("/modules/pond.par", [17]),
        ("/modules/pond.par/lib/x.zip", [17, 27]),
        ("/a.zipped/b.parts/c", []),
    ],
)
def test_archives_in_a_path(path: str, ends: list[int]) -> None:
    assert archive_ends(path) == ends


@pytest.mark.parametrize("name", ["pond", "duck/pond", "duck-pond"])
def test_the_short_name_has_no_author(name: str) -> None:
    assert short_name(name) == "pond"
