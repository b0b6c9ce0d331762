"""Tell whether a text could be the name of a domain."""

from __future__ import annotations

import re

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_LAST = re.compile(r"(?m)\.[A-Za-z]+$").search
_LABEL = re.compile(r"(?mi)^[a-z0-9-]+$").search
_LONGEST = 255
_LONGEST_LABEL = 63


def is_domain_name(_scope: Scope, arguments: list[Any]) -> bool:
    """Tell whether the only argument could be the name of a domain."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_domain_name(): Wrong number of arguments given {len(arguments)} for 1"
        )
    name = arguments[0]
    if type(name) is not str:
        return False
    if name == ".":
        return True
    name = name.removesuffix(".")
    if not name or len(name) > _LONGEST or ("." in name and not _LAST(name)):
        return False
    return all(map(_is_label, name.rstrip(".").split(".")))


def _is_label(label: str) -> bool:
    return (
        1 <= len(label) <= _LONGEST_LABEL
        and "-" not in (label[0], label[-1])
        and _LABEL(label) is not None
    )


FUNCTION = LegacyFunction("is_domain_name", is_domain_name)
