"""Files are edited as by the reference, and what is said of it is the same.

Each case is a policy, with what cf-agent 3.21.0 did beside it (see record_edit.py).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cli.main import main

from .record_edit import HERE, Case


@pytest.mark.parametrize("path", sorted(HERE.glob("*.cf")), ids=lambda path: path.stem)
def test_edit(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    case = Case(path)
    directory, work = tmp_path / "case", tmp_path / "work"
    work.mkdir(mode=0o700)
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(work))
    monkeypatch.setenv("CASE", str(directory))
    monkeypatch.chdir(HERE)
    case.prepare(directory)
    umask = os.umask(0o022)
    try:
        for _ in range(case.runs):
            main(["agent", *case.words])
    finally:
        os.umask(umask)
    output, errors = capsysbinary.readouterr()
    expected = path.with_suffix(".out").read_bytes().decode("utf-8", "surrogateescape")
    assert case.judged(output, directory) == expected
    # Only XML has complaints beside the log (tests/unit/cfengine/promises/edit).
    assert not errors or path.stem.startswith("xml_")
