"""Refuse what is no array."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.each_checked import kinds_checked

LEGACY = kinds_checked("validate_array", (list,), "an Array")
FUNCTION = use_validate_legacy(LEGACY, "Stdlib::Compat::Array")
