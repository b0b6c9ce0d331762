"""Escape strings for cmd.exe, PowerShell, regular expressions, URIs and XML."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.text.case_and_strip import each_text
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_BATCH_ESCAPE_CHANGED = str.maketrans({'"': '""', "$": "\\$", "\\": "\\\\"})


def _batch_escape(_scope: Scope, value: object) -> str:
    """Quote a string for cmd.exe."""
    return f'"{to_text(value).translate(_BATCH_ESCAPE_CHANGED)}"'


BATCH_ESCAPE = Function("batch_escape", Form("Any string", run=_batch_escape))

_POWERSHELL_ESCAPE_CHANGED = str.maketrans(
    {**{char: "`" + char for char in " '`|\n$"}, '"': '\\`"'}
)


def _powershell_escape(_scope: Scope, value: object) -> str:
    """Escape a string for PowerShell."""
    return to_text(value).translate(_POWERSHELL_ESCAPE_CHANGED)


POWERSHELL_ESCAPE = Function("powershell_escape", Form("Any string", run=_powershell_escape))
_WRITTEN = {"\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}

_REGEXPESCAPE_CHANGED = str.maketrans(
    {**{char: "\\" + char for char in "[]{}()|-*.\\?+^$# "}, **_WRITTEN}
)

# Escape strings for use in a regular expression.
REGEXPESCAPE = each_text("regexpescape", lambda text: text.translate(_REGEXPESCAPE_CHANGED))
_SAFE = "-_.!~*'();/?:@&=+$,[]"


def _escaped(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe=_SAFE, encoding="utf-8", errors="surrogateescape")


# Escape strings for use in a URI.
URIESCAPE = each_text("uriescape", _escaped)
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = {**_TEXT, ord('"'): "&quot;", ord("'"): "&apos;"}


def _xml_encode(_scope: Scope, text: str, use: str = "text") -> str:
    """Escape a string for XML text or for an XML attribute."""
    return text.translate(_TEXT) if use == "text" else f'"{text.translate(_ATTRIBUTE)}"'


XML_ENCODE = Function(
    "stdlib::xml_encode",
    Form("String str", "Enum['text','attr'] type?", run=_xml_encode, returns="String"),
)
