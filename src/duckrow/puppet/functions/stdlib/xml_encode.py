"""Write a text so that it may stand in XML, between tags or as an attribute."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = {**_TEXT, ord('"'): "&quot;", ord("'"): "&apos;"}


def _xml_encode(_scope: Scope, text: str, use: str = "text") -> str:
    return text.translate(_TEXT) if use == "text" else f'"{text.translate(_ATTRIBUTE)}"'


FUNCTION = Function(
    "stdlib::xml_encode",
    Form("String str", "Enum['text','attr'] type?", run=_xml_encode, returns="String"),
)
