from __future__ import annotations

import pytest

from duckrow.cli.options import Arguments, Option, UsageError, read_options

OPTIONS = (
    Option("-e", "code", metavar="CODE"),
    Option("--strict", "how strict", choices=("off", "warning", "error")),
    Option("-t --tasks", "plans"),
)


def read(*words: str) -> Arguments:
    arguments = Arguments()
    assert read_options(words, OPTIONS, arguments) == len(words)
    return arguments


def test_words_and_options_may_be_mixed() -> None:
    arguments = read("a.pp", "--strict", "off", "b.pp", "--tasks", "-")
    assert arguments.words == ["a.pp", "b.pp", "-"]
    assert arguments.get("strict") == "off"
    assert arguments.has("tasks")


def test_a_value_may_follow_an_equals_sign() -> None:
    assert read("--strict=off").get("strict") == "off"
    assert read("-e=1 == 1").get("e") == "1 == 1"


def test_a_value_may_look_like_an_option() -> None:
    assert read("-e", "--tasks").get("e") == "--tasks"


def test_a_value_may_be_empty() -> None:
    assert read("-e", "").all("e") == [""]


def test_an_underscore_is_a_hyphen() -> None:
    arguments = Arguments()
    read_options(["--show_diff"], (Option("--show-diff", ""),), arguments)
    assert arguments.has("show-diff")


def test_letters_without_a_value_may_be_combined() -> None:
    options = (Option("-q --quiet", ""), Option("-t --test", ""), Option("-e", "", metavar="CODE"))
    arguments = Arguments()
    read_options(["-qt"], options, arguments)
    assert arguments.names() == ["quiet", "test"]
    with pytest.raises(UsageError, match="there is no option -qe"):
        read_options(["-qe", "1"], options, arguments)


def test_the_name_of_a_format_is_an_option() -> None:
    options = (Option("--format", "", choices=("text", "json")),)
    arguments = Arguments()
    read_options(["--json"], options, arguments)
    assert arguments.get("format") == "json"
    with pytest.raises(UsageError, match="there is no option --yaml"):
        read_options(["--yaml"], options, arguments)


def test_a_short_and_a_long_name_are_one_option() -> None:
    assert read("-t").has("tasks")


def test_two_dashes_end_the_options() -> None:
    assert read("--", "--strict", "-e").words == ["--strict", "-e"]


def test_the_last_of_repeated_values_counts() -> None:
    arguments = read("-e", "1", "-e", "2")
    assert arguments.all("e") == ["1", "2"]
    assert arguments.get("e") == "2"


def test_missing_options_have_defaults() -> None:
    arguments = read()
    assert not arguments.has("tasks")
    assert arguments.get("strict", "error") == "error"
    assert arguments.all("e") == []
    assert arguments.count("jobs", 3) == 3


def test_reading_can_stop_before_the_first_word() -> None:
    arguments = Arguments()
    words = ["--strict", "off", "validate", "--tasks"]
    assert read_options(words, OPTIONS, arguments, until_word=True) == 2
    assert not arguments.has("tasks")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--stict=off"], "there is no option --stict; did you mean --strict?"),
        (["-x"], "there is no option -x"),
        (["--strict"], "--strict needs a value: off|warning|error"),
        (["--strict", "no"], "--strict takes off, warning or error, not 'no'"),
        (["--tasks=yes"], "--tasks takes no value"),
    ],
)
def test_errors_name_the_valid_values(words: list[str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(*words)
    assert str(caught.value) == message


def test_options_before_an_error_are_available() -> None:
    arguments = Arguments()
    with pytest.raises(UsageError):
        read_options(["--strict", "off", "--nonsense"], OPTIONS, arguments)
    assert arguments.get("strict") == "off"


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "", "٣", "1_0"])
def test_a_count_is_a_whole_number_from_one(text: str) -> None:
    arguments = Arguments()
    arguments.add("jobs", text)
    with pytest.raises(UsageError, match="whole number"):
        arguments.count("jobs", 1)


def test_a_value_may_follow_its_letter() -> None:
    options = (Option("-o --output", "", metavar="FILE"),)
    arguments = Arguments()
    read_options(["-ofile=x"], options, arguments)
    assert arguments.get("output") == "file=x"


@pytest.mark.parametrize("words", [["--output="], ["-o", ""]])
def test_a_file_has_a_name(words: list[str]) -> None:
    options = (Option("-o --output", "", metavar="FILE"),)
    with pytest.raises(UsageError, match="needs a value: FILE"):
        read_options(words, options, Arguments())
