"""Every rule against programs that keep it and programs that break it.

The answers in `cases` are those of Puppet 7.23, all findings in its order. A case is a title, with
options in parentheses, then the program, then one line for each finding. What Puppet says about
JSON opens with a line number of the JSON reader's own source, which is left out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.syntax import nodes
from duckrow.puppet.validation.messages import HINTS, MESSAGES, REASONS
from duckrow.puppet.validation.rules import CATALOG_RULES, PLAN_RULES
from duckrow.source.diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .conftest import Inspect

CASES = Path(__file__).parent / "cases"


def read_cases(path: Path) -> Iterator[tuple[str, dict[str, str | bool], str, list[str]]]:
    for block in path.read_text(encoding="utf-8").removeprefix("=== ").split("\n=== "):
        title, *lines = block.rstrip("\n").split("\n")
        source = [line for line in lines if not line.startswith("--- ")]
        answers = [line.removeprefix("--- ") for line in lines if line.startswith("--- ")]
        yield title, options_of(title), "\n".join(source) + "\n", answers


def options_of(title: str) -> dict[str, str | bool]:
    if not title.endswith(")"):
        return {}
    words = title.rpartition("(")[2].removesuffix(")").split(", ")
    return {name: value or True for name, _, value in (word.partition("=") for word in words)}


def written(found: Diagnostic) -> str:
    return f"{found.line}:{found.column} {found.severity} [{found.code}] {found.what}"


ALL = {
    f"{path.stem}: {title}": (options, source, answers)
    for path in sorted(CASES.glob("*.txt"))
    for title, options, source, answers in read_cases(path)
}


@pytest.mark.parametrize(("options", "source", "answers"), ALL.values(), ids=ALL)
def test_findings_are_those_of_the_reference(
    inspect: Inspect, options: dict[str, str | bool], source: str, answers: list[str]
) -> None:
    assert [written(found) for found in inspect(source, **options)] == answers


def test_every_message_is_heard_in_some_case() -> None:
    heard = {line.split("[")[1].split("]")[0] for *_, answers in ALL.values() for line in answers}
    # The reference words this one as a mistake of its own, without a place.
    assert set(MESSAGES) - heard == {"unsuitable-syntax"}


def test_reasons_and_hints_belong_to_messages() -> None:
    assert set(REASONS) <= set(MESSAGES)
    assert set(HINTS) <= set(MESSAGES)


@pytest.mark.parametrize("rules", [CATALOG_RULES, PLAN_RULES])
def test_rules_are_for_classes_that_a_tree_can_hold(rules: dict[type[nodes.Node], object]) -> None:
    assert all(kind in vars(nodes).values() and "__match_args__" in vars(kind) for kind in rules)
