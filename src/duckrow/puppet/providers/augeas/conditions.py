"""onlyif of an augeas resource: a question to the tree.

get main/port == 80
match main/* size > 0
values main/* include yes
"""

from __future__ import annotations

from duckrow.puppet.providers.augeas.commands import parse_array, parse_commands
from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.texts.augeas import Augeas


def holds(tree: Augeas, command: list[Any], context: str) -> bool:
    """Return whether a condition holds; True for a command that is not a condition."""
    name = command[0]
    if name == "get":
        _, path, comparator, wanted = command
        return _compare(tree.get(path) or "", comparator, wanted)
    if name not in ("match", "values"):
        return True
    _, path, clause = command
    parts = parse_commands(clause, context)[0]
    found: list[Any] = list(tree.match(path))
    if name == "values":
        found = [tree.get(each) for each in found]
    verb = parts[0]
    if verb == "size" and name == "match":
        if len(parts) != 3:
            raise ProviderError(f"Invalid command: {clause}")
        return _ordered(len(found), parts[1], parts[2])
    if verb == "include":
        return bool(parts[1] in found)
    if verb == "not_include":
        return bool(parts[1] not in found)
    if verb in ("==", "!="):
        try:
            wanted = parse_array(parts[1])
        except ValueError:
            raise ProviderError("Invalid array in command: ") from None
        return bool((found == wanted) == (verb == "=="))
    return False


def _compare(value: str, comparator: str, wanted: str) -> bool:
    if comparator == "=~":
        from duckrow.regexp import regexp

        return regexp(wanted).search(value) is not None
    if comparator in ("<", "<=", ">=", ">"):
        numbers = _number(value), _number(wanted)
        if numbers[0] is not None and numbers[1] is not None:
            return _ordered(numbers[0], comparator, numbers[1])
    return _ordered(value, comparator, wanted)


def _ordered(left: object, comparator: str, right: Any) -> bool:
    answers = {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }
    return bool(answers.get(comparator, False))


def _number(text: str) -> float | None:
    import re

    return float(text) if re.fullmatch(r"[+-]?\d+(\.\d+)?", text) else None
