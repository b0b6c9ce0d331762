"""Refuse what is no whole number, or not between two others."""

from __future__ import annotations

from duckrow.puppet.functions.platform_numbers import to_integer
from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.validate_number import number_checked

LEGACY = number_checked("validate_integer", "an Integer", to_integer, "validate_integer")
FUNCTION = use_validate_legacy(LEGACY, "Stdlib::Compat::Integer")
