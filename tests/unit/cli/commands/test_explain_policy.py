"""`duckrow explain` about policies: its words, exit codes and formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
CODE = 'bundle agent main { reports:\nnight:: "x" handle => "h"; }'


def test_code_of_the_command_line(duckrow: Run) -> None:
    code, out, err = duckrow("explain", "promise", "h", "--language", "cfengine", "-e", CODE)
    assert (code, err) == (0, "")
    assert out.startswith('reports "x" (-e:2) is skipped in passes 1, 2 and 3 of bundle main')


def test_classes_and_bundles_of_the_command_line(duckrow: Run, tmp_path: Path) -> None:
    policy = tmp_path / "p.cf"
    policy.write_text(CODE + ' bundle agent other { reports: "y" handle => "o"; }')
    policy.chmod(0o600)
    where = ["--state-dir", str(tmp_path), str(policy)]
    given = duckrow("explain", "--define", "night", "promise", "h", *where)
    assert "is evaluated in pass 1" in given[1]
    assert "is never called" in duckrow("explain", "bundle", "other", *where)[1]
    assert "runs once" in duckrow("explain", "--bundles", "other", "bundle", "other", *where)[1]


def test_a_directory_and_json(duckrow: Run, tmp_path: Path) -> None:
    policy = tmp_path / "promises.cf"
    policy.write_text(CODE)
    policy.chmod(0o600)
    code, out, _ = duckrow("explain", "class", "night", "--format", "json", str(tmp_path))
    data = json.loads(out)
    assert code == 0
    assert (data["question"], data["yes"]) == (["class", "night"], False)
    assert data["hint"] == "--define night defines it for a run"


def test_what_does_not_exist_is_exit_code_1(duckrow: Run) -> None:
    given = ("--language", "cfengine", "-e", CODE)
    code, out, err = duckrow("explain", "bundle", "mian", *given)
    assert (code, out) == (1, "")
    assert "there is no bundle mian" in err
    assert "did you mean main?" in err
    code, _, err = duckrow("explain", "bundle", "main", "--language", "cfengine", "-e", "bundle")
    assert code == 1
    assert err.startswith("-e:1:")
    assert "syntax error" in err


def test_questions_belong_to_a_language(duckrow: Run) -> None:
    code, _, err = duckrow("explain", "order", "--language", "cfengine", "-e", CODE)
    assert code == 2
    assert "order is a question about manifests" in err
    code, _, err = duckrow("explain", "promise", "x", "-e", "notice(1)")
    assert code == 2
    assert "promise is a question about policies" in err


def test_a_recorded_run(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path))
    given = ("--language", "cfengine", "-e", CODE)
    assert duckrow("apply", "--define", "night", *state, *given)[0] == 0
    code, _, err = duckrow("explain", "--run", "latest", "promise", "h", *state)
    assert code == 2
    assert "was not recorded" in err
    assert duckrow("apply", "--record", "--no-lock", "--define", "night", *state, *given)[0] == 0
    code, out, err = duckrow("explain", "--run", "latest", "promise", "h", *state)
    assert (code, err) == (0, "")
    assert "is evaluated in pass 1 of bundle main: kept." in out
    assert "dry run" not in out
    code, out, _ = duckrow("explain", "--run", "latest", "promise", "h", *state, "--format", "html")
    assert code == 0
    assert "<title>run latest</title>" in out
    assert '"sources":{}' in out
    assert duckrow("explain", "--run", "latest", "promise", "x", *state)[0] == 1
    code, _, err = duckrow("explain", "--run", "latest", "order", *state)
    assert code == 2
    assert "the run applied no manifest" in err


def test_a_recording_without_a_policy(duckrow: Run, tmp_path: Path) -> None:
    state = ("--state-dir", str(tmp_path))
    assert duckrow("apply", "--record", *state, "-e", "notice(1)")[0] == 0
    code, _, err = duckrow("explain", "--run", "latest", "promise", "h", *state)
    assert code == 2
    assert "the run applied no policy" in err


def test_a_page(duckrow: Run, tmp_path: Path) -> None:
    words = ("promise", "h", "--language", "cfengine", "-e", CODE, "--format", "html")
    code, out, _ = duckrow("explain", *words, "--state-dir", str(tmp_path))
    assert code == 0
    assert out.startswith("<!DOCTYPE html>")
    assert '"language":"cfengine"' in out
    assert '"sources":{"-e":' in out


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ("bundle agent main { }", "no promise sets the variable nosuch"),
        ("bundle agent main {", "the policy is invalid"),
    ],
)
def test_an_error_is_json_too(duckrow: Run, policy: str, error: str) -> None:
    words = ("variable", "nosuch", "--language", "cfengine", "-e", policy, "--format", "json")
    code, out, _ = duckrow("explain", *words)
    assert code == 1
    assert json.loads(out) == {"question": ["variable", "nosuch"], "error": error}
