"""The settings of `body agent control`, and their limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.drop_ins.cf_agent import run_words

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
def test_a_policy_cannot_turn_off_a_dry_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], dry: str, is_made: bool
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    path = tmp_path / "p.cf"
    path.write_text(POLICY % dry)
    path.chmod(0o600)
    run_words(["-K", *words, "-f", str(path)])
    assert (tmp_path / "made").exists() is is_made


# cf-agent 3.21.0 rejects the first of these policies too, and runs failsafe.cf instead.
@pytest.mark.parametrize(
    ("attributes", "code"), [("", 1), (', comment => "why"', 0)], ids=["missing", "there"]
)
def test_the_agent_refuses_a_policy_without_the_comments_that_it_requires(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    attributes: str,
    code: int,
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    path = tmp_path / "p.cf"
    path.write_text(
        'body common control { require_comments => "true"; }\n'
        'bundle agent main { files: "$(sys.workdir)/made" create => "true"'
        f"{attributes}; }}"
    )
    path.chmod(0o600)
    assert run_words(["-K", "-f", str(path)]) == code
    assert (tmp_path / "made").exists() is (code == 0)
    message = "Promise is missing a comment attribute, and comments are required by policy"
    assert (message in capsys.readouterr().err) is (code == 1)
