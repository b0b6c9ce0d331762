"""Put a text behind the elements of an array, or the keys of a hash."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.affix import affix

FUNCTION = affix("suffix", lambda text, added: text + added)
