"""What `body agent control` decides, and what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

POLICY = """
bundle agent main { files: "$(sys.workdir)/made" create => "true"; }
body agent control { dryrun => "%s"; }
"""


@pytest.mark.parametrize(
    ("words", "dry", "is_made"),
    [
        ([], "false", True),
        ([], "true", False),
        (["-n"], "false", False),
        (["--simulate=diff"], "false", False),
    ],
)
def test_a_policy_does_not_overrule_who_wants_nothing_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], dry: str, is_made: bool
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    path = tmp_path / "p.cf"
    path.write_text(POLICY % dry)
    path.chmod(0o600)
    main(["agent", "-K", *words, "-f", str(path)])
    assert (tmp_path / "made").exists() is is_made
