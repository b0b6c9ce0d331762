"""`puppet` finds its application, or says what is wrong in Puppet's words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.index import APPLICATIONS, REFUSED, load
from duckrow.cli.drop_ins.puppet.main import run_words

RED, RESET = "\x1b[1;31m", "\x1b[0m"
NOT_PARSED = "Error: Could not parse application options"
SEE_HELP = "See 'puppet help' for help on available puppet subcommands\n"


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        ([], 0, SEE_HELP),
        (["quack"], 1, f"{RED}Error: Unknown Puppet subcommand 'quack'{RESET}\n{SEE_HELP}"),
        (
            ["quack", "--color=false"],
            1,
            f"Error: Unknown Puppet subcommand 'quack'\n{SEE_HELP}",
        ),
        (
            ["site.pp"],
            1,
            f"{RED}Error: Could not parse application options: invalid option: site.pp{RESET}\n",
        ),
        (["-V"], 0, "8.0.0\n"),
        (["help", "--version", "1.0"], 0, None),
    ],
)
def test_without_an_application(
    words: list[str], code: int, printed: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(words) == code
    out, err = capsys.readouterr()
    assert err == ""
    assert printed is None or out == printed


def test_unknown_options_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["help", "--color", "false", "--foo"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "Error: Could not parse application options: invalid option: --foo\n"


def test_a_setting_needs_its_value(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["help", "--color=false", "--modulepath"]) == 1
    assert capsys.readouterr().err == (
        "Error: Could not initialize global default settings: Error parsing arguments\n"
        "Wrapped exception:\noption '--modulepath' needs a parameter\n"
    )


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_refused_says_why(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words([name, "--color=false"]) == 1
    assert capsys.readouterr().err == f"Error: puppet {name} is not available: {REFUSED[name]}\n"


@pytest.mark.parametrize("name", sorted(APPLICATIONS))
def test_every_application_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["help", "help", name]) == 0
    assert f"USAGE: puppet {name}" in capsys.readouterr().out
    application, _ = load(name)
    assert application.name == name
    for action in application.actions:
        assert run_words(["help", "help", name, action]) == 0
        assert f"USAGE: puppet {name} {action}" in capsys.readouterr().out


def test_help_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["help", "quack", "--color=false"]) == 1
    assert capsys.readouterr().err == (
        "Error: Could not load help for the face quack.\n"
        "Please check the error logs for more information.\n\n"
        'Detail: "Could not find Puppet Face quack"\n'
        "Error: Try 'puppet help help help' for usage\n"
    )


def test_output_that_cannot_be_written_is_an_error() -> None:
    program = Path(sys.executable).with_name("puppet")
    with open("/dev/full", "w", encoding="utf-8") as full:
        words = [str(program), "config", "print", "noop", "--color=false"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "Error: cannot write the output: No space left on device\n"
