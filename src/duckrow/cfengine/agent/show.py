"""Tables of classes and variables, as the reference prints them."""

from __future__ import annotations

from duckrow.cfengine.evaluation.pattern_errors import PatternError
from duckrow.cfengine.evaluation.patterns import compile as compile_pattern
from duckrow.cfengine.values.json_text import compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.variables import Variable

_SPECIAL = ("const", "sys", "mon", "edit")


def show_classes(context: Context, wanted: str) -> None:
    """Print the classes whose names match."""
    rows = [
        f"{each.qualified_name:<60} {','.join(each.tags):<40} {each.comment or '':<40}"
        for each in context.classes.all()
    ]
    _print(context, wanted, rows, f"{'Class name':<60} {'Meta tags':<40} {'Comment':<40}")


def show_variables(context: Context, wanted: str) -> None:
    """Print the variables whose names match."""
    rows = [
        f"{name:<40} {_shown(each):<60} {','.join(each.tags):<40} {each.comment or '':<40}"
        for name, each in _variables(context)
    ]
    head = f"{'Variable name':<40} {'Variable value':<60} {'Meta tags':<40} {'Comment':<40}"
    _print(context, wanted, rows, head)


def _print(context: Context, wanted: str, rows: list[str], head: str) -> None:
    try:
        pattern = compile_pattern(wanted)
    except PatternError:
        context.log.error(f"Sorry, we could not compile regular expression {wanted}")
        return
    context.log.plain(head)
    for row in sorted(rows, key=lambda each: each.encode("utf-8", "surrogateescape")):
        name = row.partition(" ")[0]
        if pattern.search(name):
            context.log.plain(row)


def _variables(context: Context) -> Iterator[tuple[str, Variable]]:
    for (namespace, scope), table in context.variables.scopes():
        for key, variable in table.items():
            yield f"{namespace}:{scope}.{_written(key)}", variable
    for scope in _SPECIAL:
        for key in context.specials.names(scope):
            name = f"{scope}.{_written(key)}"
            special = context.variable(name)
            if special is not None:
                yield f"default:{name}", special


def _written(key: Any) -> str:
    if isinstance(key, str):
        return key
    return str(key[0]) + "".join(f"[{each}]" for each in key[1:])


def _shown(variable: Variable) -> str:
    value = variable.value
    if variable.kind == "data":
        text = compact(value)
    elif isinstance(value, list | tuple):
        items = ",".join(f'"{_escaped(str(item))}"' for item in value)
        text = f" {{{items}}}" if items else ""
    else:
        text = _escaped(str(value))
    is_printable = all(" " <= character <= "~" for character in text)
    return text if is_printable else "<non-printable>"


def _escaped(text: str) -> str:
    return text.replace('"', '\\"')
