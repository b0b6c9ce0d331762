"""The report of a simulated run about packages."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.packages.simulated import (
    ABSENT,
    INSTALL,
    PRESENT,
    REMOVE,
    record_operation,
    report_operations,
)

from .policies import run


def report(mode: str, *operations: tuple[str, str | None]) -> list[str]:
    ran = run("bundle agent main { }")
    ran.context.options.simulate = mode
    for operation, version in operations:
        assert record_operation(ran.context, operation, "duck", version, None)
    report_operations(ran.context)
    return [line for line in ran.said if line]


@pytest.mark.parametrize(
    ("operations", "lines"),
    [
        ([(INSTALL, None)], ["Package 'duck' would be installed"]),
        ([(INSTALL, "1"), (INSTALL, "2")], ["Package 'duck [2]' would be installed"]),
        ([(REMOVE, None), (PRESENT, None)], []),
        ([(INSTALL, None), (ABSENT, None)], []),
        ([(INSTALL, "1"), (REMOVE, "2")], ["Package 'duck [1]' would be installed"]),
        ([(REMOVE, "1")], ["Package 'duck [1]' would be removed"]),
    ],
)
def test_differences(operations: list[tuple[str, str | None]], lines: list[str]) -> None:
    title = "Showing differences" if lines else "No differences"
    said = report("diff", *operations)
    assert said[0].startswith(f"    info: {title} in installed packages")
    assert said[1:] == lines


@pytest.mark.parametrize(
    ("operations", "lines"),
    [
        ([(INSTALL, None), (PRESENT, "3")], ["Package 'duck [3]' would be present"]),
        ([(PRESENT, "3"), (REMOVE, "4")], ["Package 'duck [3]' would be present"]),
        ([(PRESENT, "3"), (REMOVE, None)], ["Package 'duck' would be absent"]),
        ([(ABSENT, "3"), (INSTALL, None)], ["Package 'duck' would be present"]),
    ],
)
def test_manifest(operations: list[tuple[str, str | None]], lines: list[str]) -> None:
    assert report("manifest", *operations)[1:] == lines


def test_real_runs_record_nothing() -> None:
    ran = run("bundle agent main { }")
    assert not record_operation(ran.context, INSTALL, "duck", None, None)
