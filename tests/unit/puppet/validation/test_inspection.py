"""What a finding carries: severity, span, reason and hint."""

from __future__ import annotations

import pytest

from duckrow.source.diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conftest import Inspect


def covered(found: Diagnostic) -> str:
    assert found.start is not None
    return found.source.text[found.start : found.end]


@pytest.mark.parametrize(
    ("strict", "severities"),
    [("off", []), ("warning", ["warning"]), ("error", ["error"])],
)
def test_strictness_judges_duplicate_keys(
    inspect: Inspect, strict: str, severities: list[str]
) -> None:
    found = inspect("$x = { a => 1, a => 2 }", strict=strict)
    assert [f.severity for f in found] == severities


@pytest.mark.parametrize("strict", ["off", "warning", "error"])
def test_future_words_are_deprecated_whatever_the_strictness(inspect: Inspect, strict: str) -> None:
    (found,) = inspect("class plan { }", strict=strict)
    assert found.severity == "deprecation"


def test_a_finding_covers_its_node(inspect: Inspect) -> None:
    (found,) = inspect("notice($Foo)")
    assert covered(found) == "$Foo"


def test_a_finding_about_an_operator_starts_there(inspect: Inspect) -> None:
    (found,) = inspect("$a + 1\nnotice(1)")
    assert covered(found) == "+ 1"


def test_a_finding_about_a_definition_covers_its_head(inspect: Inspect) -> None:
    (found,) = inspect("class Foo {\n  notice(1)\n}\n")
    assert covered(found) == "class Foo {"
    (found,) = inspect("class Foo { }")
    assert covered(found) == "class Foo { }"


def test_reasons_and_hints(inspect: Inspect) -> None:
    (found,) = inspect("notify { message => 'x' }")
    assert found.hint == "put a title and a colon first: notify { 'title': }"
    (found,) = inspect("$x = { a => 1, a => 2 }")
    assert found.why == "a later value takes the place of an earlier one with the same key"
