"""Refuse what could not be an address of electronic mail."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_checked import texts_checked
from duckrow.puppet.functions.stdlib.is_email_address import FUNCTION as IS_EMAIL_ADDRESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _is_address(scope: Scope, text: str) -> bool:
    return bool(IS_EMAIL_ADDRESS.run(scope, [text]))


FUNCTION = texts_checked("validate_email_address", _is_address, "a valid email address")
