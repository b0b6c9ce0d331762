"""Paths that a command line names are checked before anything is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.dispatch import dispatch
from duckrow.cli.drop_ins.cf_agent import run_words
from duckrow.machine.paths import writing_error

CODE = ["-e", "file { '%s/made': ensure => file }"]


@pytest.mark.parametrize(
    "words",
    [
        ["apply", "--state-dir", "FILE"],
        ["apply", "--state-dir", "FILE/below"],
        ["apply", "--no-state", "--cache-dir", "FILE"],
        ["apply", "--no-state", "--confdir", "FILE"],
        ["apply", "--no-state", "--vardir", "FILE"],
        ["apply", "--no-state", "--graph", "--graphdir", "FILE"],
        ["compile", "--cache-dir", "FILE"],
        ["compile", "--confdir", "FILE"],
    ],
)
def test_a_file_in_the_place_of_a_directory(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    given = [word.replace("FILE", str(file)) for word in words]
    assert dispatch([*given, CODE[0], CODE[1] % tmp_path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"duckrow: cannot use the directory {given[-1]}: {file} is not a directory\n"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("option", ["config", "hiera_config", "facts", "catalog"])
def test_a_directory_in_the_place_of_a_file(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = [] if option == "catalog" else ["-e", "notify { a: }"]
    assert dispatch(["apply", "--no-state", f"--{option}", str(tmp_path), *code]) == 2
    assert capsys.readouterr().err == f"duckrow: cannot read {tmp_path}: Is a directory\n"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "Is a directory"),
        ("/none/report.json", "No such file or directory"),
        ("/file/report.json", "Not a directory"),
    ],
)
def test_an_unwritable_report_is_found_before_the_run(
    path: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    report = f"{tmp_path}{path}"
    words = ["apply", "--no-state", "-o", report, CODE[0], CODE[1] % tmp_path]
    assert dispatch(words) == 2
    assert capsys.readouterr() == ("", f"duckrow: cannot write {report}: {reason}\n")
    assert not (tmp_path / "made").exists()


def test_a_file_that_can_be_written_is_not_created(tmp_path: Path) -> None:
    assert writing_error(f"{tmp_path}/new") is None
    assert writing_error("/dev/full") is None
    assert list(tmp_path.iterdir()) == []


def test_backups_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert dispatch(["backup", "--state-dir", str(file), "list"]) == 2
    assert capsys.readouterr().err == (
        f"duckrow: there are no backups in {file}: {file} is not a directory\n"
    )


def test_a_work_directory_that_is_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert run_words(["--workdir", str(file), "-f", "/none.cf"]) == 1
    assert capsys.readouterr().out == (
        f"   error: Cannot use the work directory '{file}': '{file}' is a file\n"
    )


@pytest.mark.parametrize(
    ("name", "reason"), [("file", "it is not a directory"), ("none", "No such file or directory")]
)
def test_a_module_that_is_not_a_directory(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    path = f"{tmp_path}/{name}"
    assert dispatch(["module", "check", path]) == 2
    assert capsys.readouterr().err == f"duckrow: cannot read {path}: {reason}\n"
