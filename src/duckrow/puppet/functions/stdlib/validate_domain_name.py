"""Refuse what could not be the name of a domain."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_checked import texts_checked
from duckrow.puppet.functions.stdlib.is_domain_name import is_domain_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _is_name(scope: Scope, text: str) -> bool:
    return is_domain_name(scope, [text])


FUNCTION = texts_checked("validate_domain_name", _is_name, "a syntactically correct domain name")
