"""The rules of Ruby's OptionParser, with the answers that Ruby 3.1 gives."""

from __future__ import annotations

import pytest

from duckrow.cli.drop_ins.puppet.optparse import OptionError, OptionParser, Switch

SWITCHES = (
    Switch("--execute -e", metavar="CODE", key="e"),
    Switch("--debug -d"),
    Switch("--verbose -v"),
    Switch("--version -V"),
    Switch("--detailed-exitcodes"),
    Switch("--extra", metavar="HASH", is_optional=True),
)
SETTINGS = (
    Switch("--[no-]noop"),
    Switch("--[no-]show_diff"),
    Switch("--modulepath", metavar="VALUE"),
    Switch("--module_groups", metavar="VALUE"),
)


def parse(*words: str) -> tuple[list[tuple[str, str | None]], list[str]]:
    others: list[str] = []
    parser = OptionParser(SWITCHES, lambda: SETTINGS)
    given = [(switch.key, value) for switch, value in parser.parse(words, others)]
    return given, others


@pytest.mark.parametrize(
    ("words", "given", "others"),
    [
        (["-e", "a", "b"], [("e", "a")], ["b"]),
        (["-ea"], [("e", "a")], []),
        (["-e=a"], [("e", "=a")], []),
        (["--execute=a=b"], [("e", "a=b")], []),
        (["--execute", "--debug"], [("e", "--debug")], []),
        (["-dve", "x"], [("debug", None), ("verbose", None), ("e", "x")], []),
        (["x", "-d", "--", "-v"], [("debug", None)], ["x", "-v"]),
        (["-"], [], ["-"]),
        (["--noop", "--no-noop"], [("noop", "true"), ("noop", "false")], []),
        (["--NOOP", "--show-diff"], [("noop", "true"), ("show-diff", "true")], []),
        (["--no-show_diff"], [("show-diff", "false")], []),
        (["--det"], [("detailed-exitcodes", None)], []),
        (["--d-exit"], [("detailed-exitcodes", None)], []),
        (["--modulep", "x"], [("modulepath", "x")], []),
        (["--extra", "-d"], [("extra", None), ("debug", None)], []),
        (["--extra", "x"], [("extra", "x")], []),
    ],
)
def test_options(words: list[str], given: list[tuple[str, str | None]], others: list[str]) -> None:
    assert parse(*words) == (given, others)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--foo"], "invalid option: --foo"),
        (["--foo=1"], "invalid option: --foo=1"),
        (["--nopo"], "invalid option: --nopo\nDid you mean?  noop"),
        (["-x"], "invalid option: -x"),
        (["-n"], "ambiguous option: -n"),
        (["--ver"], "ambiguous option: --ver"),
        (["--mod", "x"], "ambiguous option: --mod"),
        (["--execute"], "missing argument: --execute"),
        (["-e"], "missing argument: -e"),
        (["--noop=false"], "needless argument: --noop=false"),
        (["-d=1"], "needless argument: -d=1"),
    ],
)
def test_errors(words: list[str], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse(*words)
    assert str(caught.value) == message


def test_an_option_hides_the_setting_of_its_name() -> None:
    others: list[str] = []
    mine = Switch("--modulepath", key="mine", metavar="X")
    parser = OptionParser([mine], lambda: SETTINGS)
    assert [
        switch.key for switch, _ in parser.parse(["--no-noop", "--modulepath", "x"], others)
    ] == [
        "noop",
        "mine",
    ]


def test_names_as_a_user_types_them() -> None:
    assert SWITCHES[0].names == "-e, --execute CODE"
    assert SETTINGS[1].names == "--[no-]show_diff"
