"""`puppet config` prints settings and changes puppet.conf."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.main import run_words


@pytest.fixture
def conf(tmp_path: Path) -> list[str]:
    """Return options for a configuration of our own."""
    for name in ("conf", "var", "code/environments/production/modules"):
        (tmp_path / name).mkdir(parents=True)
    names = {"confdir": "conf", "vardir": "var", "codedir": "code"}
    return [f"--{name}={tmp_path / at}" for name, at in names.items()]


def test_one_setting_is_a_value_and_several_are_lines(
    conf: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(["config", "print", "statedir", *conf]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/var/state\n"
    assert run_words(["config", "print", "noop", "disable_warnings", "quack", *conf]) == 0
    assert capsys.readouterr().out == "disable_warnings = []\nnoop = false\nquack = \n"
    assert run_words(["config", "print", "noop", "--render-as", "json", *conf]) == 0
    assert capsys.readouterr().out == '{"noop":false}\n'


def test_all_settings_are_puppets(conf: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["config", "print", *conf]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "runinterval = 1800" in lines
    assert "name = config" in lines
    assert "maxwaitforcert = unlimited" in lines
    assert lines == sorted(lines, key=lambda line: line.partition(" ")[0])
    assert not any(line.startswith("dialect ") for line in lines)


def test_set_print_and_delete(
    conf: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(["config", "set", "noop", "true", "--section", "agent", *conf]) == 0
    assert (tmp_path / "conf/puppet.conf").read_text() == "[agent]\nnoop = true\n"
    assert run_words(["config", "--section=agent", "print", "noop", *conf]) == 0
    assert run_words(["config", "print", "noop", *conf]) == 0
    assert capsys.readouterr().out == "true\nfalse\n"
    assert run_words(["config", "delete", "noop", "--section", "agent", *conf]) == 0
    assert capsys.readouterr().out == "Deleted setting from 'agent': 'noop = true'\n"
    assert (tmp_path / "conf/puppet.conf").read_text() == "[agent]\n"


def test_set_makes_the_directory(tmp_path: Path) -> None:
    where = f"--confdir={tmp_path}/etc/new"
    assert run_words(["config", "set", "strict", "warning", where]) == 0
    assert (tmp_path / "etc/new/puppet.conf").read_text() == "[main]\nstrict = warning\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["two words", "x"], "the name of a setting has only letters"),
        (["", "x"], "the name of a setting has only letters"),
        (["quack", "x\n[server]\ny = 1"], "the value of a setting is one line"),
        (["quack", "x\u2028y"], "the value of a setting is one line"),
        (["quack", "x", "--section", "a b"], "the name of a section has only letters"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(
    words: list[str],
    message: str,
    conf: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_words(["config", "set", *words, *conf]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "conf/puppet.conf").exists()


def test_usage_errors(conf: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    no_color = "--color=false"
    assert run_words(["config", "set", "noop", no_color, *conf]) == 1
    assert capsys.readouterr().err == (
        "Error: puppet config set takes 2 arguments, but you gave 1\n"
        "Error: Try 'puppet help config set' for usage\n"
    )
    assert run_words(["config", "quack", no_color]) == 1
    assert run_words(["config", no_color]) == 1
    assert run_words(["config", "print", "--render-as", "quack", no_color]) == 1
    assert capsys.readouterr().err == (
        "Error: 'config' has no 'quack' action.  See `puppet help config`.\n"
        "Error: 'config' has no default action.  See `puppet help config`.\n"
        "Error: Could not parse application options: I don't know how to render 'quack'\n"
    )
