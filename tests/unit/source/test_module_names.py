"""What may be a module by its name, and which of several is taken."""

from __future__ import annotations

import pytest

from duckrow.source.module_names import archive_ends, module_of, modules_in


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
    ("name", "module"), [("pond", "pond"), ("pond.jar", "pond"), ("pond-1.2.0.par", "pond")]
)
def test_the_module_of_a_name(name: str, module: str) -> None:
    assert module_of(name) == module


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
