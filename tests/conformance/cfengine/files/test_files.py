"""Promises about files leave the tree that the reference leaves, and say what it says.

Each case is a policy, with what cf-agent 3.21.0 did beside it (see record_files.py).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cli.main import main

from .record_files import HERE, Case


@pytest.mark.parametrize("path", sorted(HERE.glob("*.cf")), ids=lambda path: path.stem)
def test_files(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    case = Case(path)
    if case.needs_root and os.geteuid() != 0:
        pytest.skip("needs root")
    tree, work = tmp_path / "tree", tmp_path / "work"
    tree.mkdir(mode=0o700)
    work.mkdir(mode=0o700)
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(work))
    policy = case.write_policy(tmp_path, tree)
    for run in range(1, case.runs + 1):
        case.prepare(tree, run)
        main(["agent", *case.words, str(policy)])
    output, errors = capsysbinary.readouterr()
    outcome = case.judged(output.replace(os.fsencode(policy), b"CASE"), tree, work)
    expected = path.with_suffix(".out").read_bytes().decode("utf-8", "surrogateescape")
    assert (outcome, errors) == (expected, b"")
