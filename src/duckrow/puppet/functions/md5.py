"""Give the MD5 digest of a string."""

from __future__ import annotations

from duckrow.puppet.functions.hex_digest import digest_function

FUNCTION = digest_function("md5")
