"""Write my_name as MyName, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_text import each_text
from duckrow.puppet.functions.text_function import capitalized


def _camel(text: str) -> str:
    return "".join(map(capitalized, text.split("_")))


FUNCTION = each_text("camelcase", _camel)
