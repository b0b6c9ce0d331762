"""docs/supported.md lists what runs, from the tables that the code uses.

`pytest tests/docs --accept` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from duckrow.cfengine.functions.table import FUNCTIONS as CFENGINE_FUNCTIONS
from duckrow.cfengine.promises.table import PROMISE_TYPES
from duckrow.puppet.functions.stdlib.table import NEWER, OLDER
from duckrow.puppet.functions.table import FUNCTIONS as PUPPET_FUNCTIONS
from duckrow.puppet.resources.behaviour import behaviour_of
from duckrow.puppet.resources.index import MODULES, OF_MODULES, find, find_of_module

PAGE = Path(__file__).parents[2] / "docs" / "supported.md"
INTERNAL = {"component", "whit"}
STDLIB_FUNCTIONS = {*NEWER, *OLDER}
# A type that only fails, with a message that says so.
UNSUPPORTED = {"guest_environments"}


def page() -> str:
    return "\n".join(
        [
            "# What is supported",
            "",
            "These lists come from the tables that duckrow itself uses.",
            "",
            "## Puppet: resource types",
            "",
            "Types that come with a module work without it too. Types that are not listed are read",
            "from the Ruby of their module ([types of modules](module_types.md)).",
            "",
            "| type | module | providers |",
            "|---|---|---|",
            *_types(),
            "",
            f"## Puppet: functions ({len(PUPPET_FUNCTIONS)})",
            "",
            *_wrapped(PUPPET_FUNCTIONS),
            "",
            f"## Puppet: functions of stdlib ({len(STDLIB_FUNCTIONS)})",
            "",
            "They run natively where stdlib is installed. Functions in Ruby of other modules run",
            "in duckrow's Ruby interpreter; [`duckrow module check`](module_check.md) tells which.",
            "",
            *_wrapped(STDLIB_FUNCTIONS),
            "",
            "## CFEngine: promise types",
            "",
            "Custom promise types run through their promise module.",
            "",
            *_wrapped(PROMISE_TYPES - UNSUPPORTED),
            "",
            f"## CFEngine: functions ({len(CFENGINE_FUNCTIONS)})",
            "",
            *_wrapped(CFENGINE_FUNCTIONS),
            "",
        ]
    )


def _types() -> Iterable[str]:
    for name, module in sorted({**OF_MODULES, **MODULES}.items()):
        table = find(name) or find_of_module(name)
        if name in INTERNAL or table is None:
            continue
        behaviour = behaviour_of(table)
        has_choice = "provider" in table.parameters
        names = sorted({*behaviour.providers, *behaviour.own_providers}) if has_choice else []
        listed = ", ".join(names) or ("none on Linux" if has_choice else "")
        yield f"| `{name}` | {module} | {listed} |"


def _wrapped(names: Iterable[str]) -> list[str]:
    return [" ".join(f"`{name}`" for name in sorted(names))]


def test_the_page_is_up_to_date(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--accept"):
        PAGE.write_text(page())
    assert PAGE.read_text() == page()
