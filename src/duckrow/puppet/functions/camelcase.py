"""camelcase(value): gives my_name as MyName."""

from __future__ import annotations

from duckrow.puppet.functions.text_function import capitalized, each_text


def _camel(text: str) -> str:
    return "".join(map(capitalized, text.split("_")))


FUNCTION = each_text("camelcase", _camel)
