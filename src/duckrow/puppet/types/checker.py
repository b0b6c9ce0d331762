"""A type turned into a function, for checks that are made over and over.

`accepts` answers any question at once. Where the type is known beforehand, as that of a parameter
is, the question is written out as Python and compiled:

checker(type_)              a function of one value: a check costs one call
values_checker(type_)       a function of many values: a check costs no call at all
parameters_checker(types)   a function of values by name: the parameters of a definition together

The answers are those of `accepts`; a property test holds them together.

checker_writer writes the text, with a rule for each type in checker_shapes.
"""

from __future__ import annotations

from duckrow.puppet.types.checker_writer import Writer, both, indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from duckrow.puppet.types.model.base import Type


def checker(type_: Type) -> Callable[[Any], bool]:
    """Make a function that tells whether a value is an instance of a type."""
    found: Callable[[Any], bool] = Writer().function(type_)
    return found


def values_checker(type_: Type) -> Callable[[Iterable[Any]], list[bool]]:
    """Make a function that tells for each of many values whether it is an instance of a type."""
    writer = Writer()
    lines = writer.statements(type_, "v", 0, "add(True); continue")
    if len(lines) == 1:
        # One question for each value: nothing is faster than a comprehension.
        check = writer.expression(type_, "v", 0)
        body = [f"return [True if {check} else False for v in values]"]
    else:
        asked = indented([*lines, "add(False)"])
        body = ["out = []", "add = out.append", "for v in values:", *asked, "return out"]
    found: Callable[[Iterable[Any]], list[bool]] = writer.compiled("values", body)
    return found


def parameters_checker(types: Mapping[str, Type]) -> Callable[[Mapping[str, Any]], bool]:
    """Make a function that tells whether all of several values, by name, fit their types.

    The parameters of a definition are checked together, in one call for all of them.
    """
    writer = Writer()
    body, checks = [], []
    for number, (name, type_) in enumerate(types.items()):
        check = writer.expression(type_, f"p{number}", 0)
        if check != "True":
            body.append(f"p{number} = v[{name!r}]")
            checks.append(f"({check})")
    body.append(f"return True if {both(*checks)} else False")
    found: Callable[[Mapping[str, Any]], bool] = writer.compiled("v", body)
    return found
