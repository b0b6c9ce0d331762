"""Write texts so that they may stand in a URI."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.text_function import text_function

_SAFE = "-_.!~*'();/?:@&=+$,[]"


def _escaped(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe=_SAFE, encoding="utf-8", errors="surrogateescape")


FUNCTION = text_function("uriescape", _escaped)
