"""Print tables of classes and variables for --show-evaluated-*."""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.names import index_text
from duckrow.cfengine.values.json_text import compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.regexp.pcre.pattern import Pattern


def show_classes(context: Context, wanted: str) -> None:
    """Print the classes whose names match a pattern."""
    pattern = _compile(context, wanted)
    if pattern is None:
        return
    lines = [
        _line((name, 60), (",".join(found.tags), 40), (found.comment or "", 40))
        for found in context.classes.all()
        if pattern.search(name := found.qualified_name)
    ]
    _print(context, _line(("Class name", 60), ("Meta tags", 40), ("Comment", 40)), lines)


def show_variables(context: Context, wanted: str) -> None:
    """Print the variables whose names match a pattern."""
    pattern = _compile(context, wanted)
    if pattern is None:
        return
    lines = [
        _line(
            (name, 40), (_value(found), 60), (",".join(found.tags), 40), (found.comment or "", 40)
        )
        for name, found in _variables(context)
        if pattern.search(name)
    ]
    title = (("Variable name", 40), ("Variable value", 60), ("Meta tags", 40), ("Comment", 40))
    _print(context, _line(*title), lines)


def _line(*columns: tuple[str, int]) -> str:
    """Return a table row; column widths are in bytes."""
    return " ".join(
        text
        if len(text) >= width
        else text + " " * (width - len(text.encode("utf-8", "surrogateescape")))
        for text, width in columns
    )


def _compile(context: Context, wanted: str) -> Pattern | None:
    found = context.patterns.compile(wanted)
    if found is None:
        context.log.error(f"Sorry, we could not compile regular expression {wanted}")
    return found


def _print(context: Context, title: str, lines: list[str]) -> None:
    lines.sort(key=lambda line: line.encode("utf-8", "surrogateescape"))
    for line in (title, *lines):
        context.log.plain(line)


def _variables(context: Context) -> Iterator[tuple[str, Variable]]:
    for scope in ("const", "mon", "sys"):
        for key, found in context.agent_variables.all(scope).items():
            yield f"default:{scope}.{index_text(key)}", found
    for (namespace, scope), table in context.variables.scopes():
        for key, found in table.items():
            yield f"{namespace}:{scope}.{index_text(key)}", found


def _value(found: Variable) -> str:
    value: Any = found.value
    if found.kind == "data":
        text = compact(value)
    elif isinstance(value, list | tuple):
        inner = ",".join(f'"{_escaped(str(each))}"' for each in value)
        text = f" {{{inner}}}" if value else ""
    else:
        text = _escaped(str(value))
    return text if all(" " <= letter <= "~" for letter in text) else "<non-printable>"


def _escaped(text: str) -> str:
    return text.replace('"', '\\"')
