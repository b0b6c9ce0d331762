"""`puppet apply` and `puppet resource`: Puppet's words and exit codes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.main import run_words


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
    """Return options that keep a run below the scratch directory."""
    for name in ("conf", "var", "code"):
        (tmp_path / name).mkdir()
    names = {"confdir": "conf", "vardir": "var", "codedir": "code"}
    return ["--color=false", *(f"--{name}={tmp_path / at}" for name, at in names.items())]


@pytest.mark.parametrize(
    ("code", "plain", "detailed"),
    [
        ("notice('quack')", 0, 0),
        ("notify { 'quack': }", 0, 2),
        ("file { '/quack/quack/quack': ensure => file }", 0, 4),
        ("notify { 'quack': } file { '/quack/quack/quack': ensure => file }", 0, 6),
        ("fail('quack')", 1, 1),
        ("notice(", 1, 1),
    ],
)
def test_exit_codes(code: str, plain: int, detailed: int, options: list[str]) -> None:
    assert run_words(["apply", "-e", code, *options]) == plain
    assert run_words(["apply", "--detailed-exitcodes", "-e", code, *options]) == detailed


def test_only_one_file_is_applied(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.pp").write_text(f"notice('{name}')\n")
    assert run_words(["apply", f"{tmp_path}/a.pp", f"{tmp_path}/b.pp", *options]) == 0
    out, err = capsys.readouterr()
    assert "Notice: Scope(Class[main]): a\n" in out
    assert "Scope(Class[main]): b" not in out
    assert err == f"Warning: Only one file can be applied per run.  Skipping {tmp_path}/b.pp\n"


def test_errors_of_the_command_line(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["apply", "/quack.pp", *options]) == 1
    assert capsys.readouterr().err == "Error: Could not run: Could not find file /quack.pp\n"
    assert run_words(["apply", "--parseonly", "x.pp", *options]) == 1
    assert capsys.readouterr().out.startswith("--parseonly has been removed.")


def test_the_last_code_counts(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["apply", "-e", "notice('a')", "-e", "notice('b')", *options]) == 0
    assert capsys.readouterr().out.startswith("Notice: Scope(Class[main]): b\nNotice: Compiled")


def test_the_report_is_below_the_vardir(options: list[str], tmp_path: Path) -> None:
    assert run_words(["apply", "-e", "notice(1)", *options]) == 0
    assert list((tmp_path / "var/duckrow").iterdir())


def test_a_resource_is_shown_and_changed(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pond"
    assert run_words(["resource", "file", str(path), "ensure=directory", *options]) == 0
    assert capsys.readouterr().out == (
        f"Notice: /File[{path}]/ensure: created\n"
        f"file {{ '{path}':\n  ensure   => 'directory',\n  provider => 'posix',\n}}\n"
    )
    assert path.is_dir()
    assert run_words(["resource", "-y", "file", f"{path}/duck", *options]) == 0
    assert capsys.readouterr().out == (
        f'---\nfile:\n  "{path}/duck":\n    ensure: absent\n    provider: posix\n'
    )
    assert run_words(["resource", "file", *options]) == 1
    assert run_words(["resource", "--edit", "file", str(path), *options]) == 1
    listing, edit = capsys.readouterr().err.splitlines()
    assert listing.startswith("Error: Could not run: Listing all file instances is not supported.")
    assert edit.startswith("Error: Could not parse application options: --edit is not available")


def test_describe(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["describe", "-s", "notify", "quack", *options]) == 0
    out = capsys.readouterr().out
    assert "    message, name, withpath\n" in out
    assert out.endswith("Unknown type quack\n")
    assert run_words(["describe", *options]) == 0
    assert "USAGE: puppet describe" in capsys.readouterr().out


def test_prerun_command_runs_between_the_compile_and_the_changes(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = tmp_path / "mark"
    before = ["apply", f"--prerun_command=touch {mark}", *options]
    assert run_words([*before, "-e", "notify {"]) == 1
    assert not mark.exists()
    code = f"if find_file('{mark}') {{ fail('too early') }}"
    assert run_words([*before, "-e", code]) == 0
    assert mark.exists()
    after = f"--postrun_command=rm {mark}"
    failing = ["apply", "--prerun_command=/bin/false", after, *options]
    assert run_words([*failing, "-e", "notify { quack: }"]) == 1
    assert "Notice: quack" not in capsys.readouterr().out
    assert not mark.exists()


def start(*words: str) -> subprocess.Popen[str]:
    code = "import sys; from duckrow.cli.drop_ins.puppet.main import main; sys.exit(main())"
    command = [sys.executable, "-c", code, *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.parametrize("is_resource", [False, True])
def test_runs_at_once_follow_each_other(
    options: list[str], tmp_path: Path, *, is_resource: bool
) -> None:
    began, end, log = tmp_path / "began", tmp_path / "end", tmp_path / "log"
    wait = f"echo first >> {log}; : > {began}; until [ -e {end} ]; do sleep 0.02; done"
    first = start("apply", *options, "-e", f"exec {{ \"/bin/sh -c '{wait}'\": }}")
    while not began.exists() and first.poll() is None:
        time.sleep(0.01)
    if is_resource:
        second = start("resource", *options, "file", str(tmp_path / "new"), "ensure=file")
    else:
        second = start("apply", *options, "-e", f"file {{ '{tmp_path}/new': ensure => file }}")
    assert second.stderr is not None
    said = second.stderr.readline()
    assert f"Waiting for another run (process {first.pid}) to end" in said
    assert not (tmp_path / "new").exists()
    end.touch()
    assert (first.communicate()[1], first.returncode) == ("", 0)
    assert (second.communicate()[1], second.returncode) == ("", 0)
    assert (tmp_path / "new").exists()


def test_classes_that_no_run_has_written(options: list[str]) -> None:
    assert run_words(["apply", "--loadclasses", "-e", "notice(1)", *options]) == 0


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("--log_level=foo", "log_level is one of debug, info,"),
        ("--runinterval=abc", "runinterval is a time such as 30m, not 'abc'"),
        ("--number_of_facts_soft_limit=abc", "number_of_facts_soft_limit is a whole number"),
    ],
)
def test_a_setting_of_the_wrong_kind_ends_the_run(
    setting: str, said: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(["apply", setting, "-e", "notify { 'quack': }", *options]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_a_cycle_is_printed_without_places(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = "notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }"
    assert run_words(["apply", "-e", code, *options]) == 1
    out, err = capsys.readouterr()
    assert "Found 1 dependency cycle" in err
    assert "is declared at" not in out + err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["describe", "quack"], "try: puppet describe --list"),
        (["resource", "quack"], "try: puppet resource --types"),
        (["resource", "host", "pond", "quack=1"], "try: puppet describe host"),
    ],
)
def test_hints_name_commands_of_puppet(
    words: list[str], hint: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run_words([*words, *options])
    assert hint in capsys.readouterr().err
