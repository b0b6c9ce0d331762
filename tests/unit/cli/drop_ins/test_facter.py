"""The command line of facter, where tests/conformance/command_lines does not reach."""

from __future__ import annotations

import sys

import pytest

from duckrow.cli.drop_ins.facter import main
from duckrow.cli.drop_ins.facter_options import (
    COMMANDS,
    OPTIONS,
    FacterUsageError,
    help_text,
    read_words,
)


def test_letters_may_be_combined() -> None:
    arguments = read_words(["-jt", "os"])
    assert arguments.has("json")
    assert arguments.has("timing")
    assert arguments.queries == ["os"]


def test_values_follow_or_are_joined() -> None:
    arguments = read_words(["--external-dir=a", "--external_dir", "b", "--", "--json"])
    assert arguments.all("external-dir") == ["a", "b"]
    assert arguments.get("external-dir") == "b"
    assert arguments.queries == ["--json"]
    assert not arguments.has("json")


@pytest.mark.parametrize(
    ("words", "is_on"),
    [
        (["--json"], True),
        (["--json=false"], False),
        (["--json", "false"], False),
        (["--no-json"], False),
        (["--skip-json"], False),
        (["--json", "true"], True),
    ],
)
def test_a_switch_may_have_a_value_or_an_opposite(words: list[str], is_on: bool) -> None:
    assert read_words(words).has("json") == is_on


@pytest.mark.parametrize("words", [["-z"], ["-zj"], ["--no-such"], ["os", "-xyz"]])
def test_unknown_options_are_rejected(words: list[str]) -> None:
    if words == ["-zj"]:  # one known letter makes it a group; the unknown one is named
        with pytest.raises(FacterUsageError, match="'-z'"):
            read_words(words)
        return
    with pytest.raises(FacterUsageError, match="unrecognised option"):
        read_words(words)


def test_every_option_is_in_the_help_and_in_the_manual(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["facter", "man"])
    assert main() == 0
    manual = capsys.readouterr().out
    for option in OPTIONS + COMMANDS:
        assert f"[--{option.name}]" in help_text()
        assert f"--{option.name}\n" in manual


@pytest.mark.parametrize("word", ["quack", "arg_parser"])
def test_a_word_before_a_command_is_an_unknown_command(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["facter", word, "version"])
    assert main() == 1
    assert f'Could not find command "{word}"' in capsys.readouterr().err
