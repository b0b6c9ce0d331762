"""Refuse what is no text."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.each_checked import kinds_checked

LEGACY = kinds_checked("validate_string", (str, type(None)), "a string")
FUNCTION = use_validate_legacy(LEGACY, "Stdlib::Compat::String")
