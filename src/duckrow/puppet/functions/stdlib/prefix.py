"""Put a text in front of the elements of an array, or of the keys of a hash."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.affix import affix

FUNCTION = affix("prefix", lambda text, added: added + text)
