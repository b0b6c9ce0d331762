"""What a log does not say of a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.excerpt import excerpt
from duckrow.puppet.environment import Environment, Node, compile_catalog


def shown(code: str) -> list[str]:
    failure = compile_catalog(Environment(code=code), Node("pond.example.com", None)).failure
    assert failure is not None
    return excerpt(failure, code, color=False).splitlines()


def test_a_place_is_marked() -> None:
    assert shown("$x = 1\n$y = nosuch(1)") == ["   2 | $y = nosuch(1)", "     |      ^"]


def test_a_line_without_a_column_is_marked_as_a_whole() -> None:
    assert shown("define d($a) { }\n  d { 'x': }\n") == [
        "   2 |   d { 'x': }",
        "     |   ^^^^^^^^^^",
    ]


def test_a_message_without_a_place_has_one() -> None:
    assert shown("\nlookup('nothing')") == ["   2 | lookup('nothing')", "     | ^"]


def test_an_error_inside_a_definition_is_shown() -> None:
    assert shown("define d() { fail('x') }\nd { 'a': }")[1] == "     |              ^"


def test_reason_and_hint_without_a_location() -> None:
    assert shown("File['/x'] { mode => '1' }") == [" why: File[/x] is overridden at (line: 1)"]
    (line,) = shown("node 'x' { }")
    assert line.startswith(" try: node default { }")


@pytest.mark.parametrize(
    "code",
    ["nosuch(Sensitive('hunter2'))", "$password = 'hunter2' $x = nosuch()"],
)
def test_lines_that_may_hold_secrets_are_not_shown(code: str) -> None:
    assert shown(code) == []


def test_a_file_that_is_gone_shows_nothing(tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    site.write_text("nottice(1)")
    environment = Environment(manifest=str(site))
    failure = compile_catalog(environment, Node("pond.example.com", None)).failure
    site.unlink()
    assert failure is not None
    assert excerpt(failure, None, color=False) == " try: did you mean notice?"
