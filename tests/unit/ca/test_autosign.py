from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.ca.autosign import Decision, decide, matches
from duckrow.ca.rules import Rules, autosign_in


@pytest.mark.parametrize(
    ("pattern", "name", "is_match"),
    [
        ("huey.lab", "huey.lab", True),
        ("huey.lab", "dewey.lab", False),
        ("huey.lab", "x.huey.lab", False),
        ("HUEY.lab", "huey.lab", False),
        ("*", "huey.lab", True),
        ("*.lab", "huey.lab", True),
        ("*.lab", "a.b.lab", True),
        ("*.lab", "lab", True),
        ("*.LAB", "huey.lab", True),
        ("*.lab", "huey.elab", False),
        ("*.b.lab", "huey.lab", False),
        ("*.lab", "huey.lab.example", False),
    ],
)
def test_lines_match_as_in_the_reference(pattern: str, name: str, is_match: bool) -> None:
    assert matches(pattern, name) is is_match


def ask(path: Path, name: str = "huey.lab", timeout: float = 20.0) -> Decision:
    return decide(Rules(autosign=str(path), autosign_timeout=timeout), name, b"a request\n")


def test_true_and_false() -> None:
    assert decide(Rules(autosign=True), "huey.lab", b"").is_signed
    assert not decide(Rules(autosign=False), "huey.lab", b"").is_signed


def test_a_list_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "autosign.conf"
    path.write_text("# ducks\n\ndewey.lab\n*.lab\n")
    decision = ask(path)
    assert decision.is_signed
    assert (decision.level, decision.reason) == ("notice", f"{path}:4 has *.lab")
    assert not ask(path, "huey.example").is_signed


def test_an_invalid_line_signs_nothing_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "autosign.conf"
    path.write_text("huey.lab # a duck\n")
    decision = ask(path)
    assert not decision.is_signed
    assert f"Invalid pattern 'huey.lab # a duck' found in {path}" in decision.reason
    assert decision.level == "err"


def test_a_missing_file_signs_nothing(tmp_path: Path) -> None:
    assert "does not exist" in ask(tmp_path / "none").reason


def program(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "policy"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_a_program_gets_the_name_and_the_request(tmp_path: Path) -> None:
    path = program(tmp_path, f'echo "$#:$1" > {tmp_path}/args; cat > {tmp_path}/input')
    assert ask(path, "huey.lab").is_signed
    assert (tmp_path / "args").read_text() == "1:huey.lab\n"
    assert (tmp_path / "input").read_bytes() == b"a request\n"


def test_a_program_that_does_not_read_its_input_decides_too(tmp_path: Path) -> None:
    path = str(program(tmp_path, "exit 0"))
    decision = decide(Rules(autosign=path), "huey.lab", b"d" * 1_000_000)
    assert decision.is_signed
    assert (decision.level, decision.reason) == ("notice", f"{path} accepts huey.lab")


def test_a_program_that_rejects(tmp_path: Path) -> None:
    decision = ask(program(tmp_path, "echo no duck >&2; exit 3"))
    assert not decision.is_signed
    assert "rejected certificate 'huey.lab' because the exit code was 3, not zero" in str(
        decision.reason
    )
    assert "generated output to stderr: no duck" in decision.reason
    assert decision.level == "warning"


def test_a_program_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    decision = ask(program(tmp_path, "sleep 600"), timeout=0.2)
    assert not decision.is_signed
    assert "has not decided about huey.lab within 0.2 seconds" in decision.reason


def test_a_program_that_cannot_run(tmp_path: Path) -> None:
    path = tmp_path / "policy"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    decision = ask(path)
    assert not decision.is_signed
    assert decision.reason.startswith(f"cannot run {path}: ")


def test_the_setting() -> None:
    assert autosign_in("true") is True
    assert autosign_in("false") is False
    assert autosign_in("/etc/puppet/autosign.conf") == "/etc/puppet/autosign.conf"
