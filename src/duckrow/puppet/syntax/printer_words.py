"""Write values so that the lexer reads exactly them again.

Strings get single quotes if possible. Control characters need the escapes of double quotes, and an
apostrophe reads better in them.
"""

from __future__ import annotations

import re
from math import isinf

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.pn_text import integer

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "$": "\\$", "\\": "\\\\"}
_TO_ESCAPE = re.compile('[\x00-\x1f\x7f\ud800-\udfff"$\\\\]')
_READ_AS_ESCAPE = re.compile(r"\\[\\']|\\\Z")

# Variables that may lack the dollar sign at the start of ${ }. true and false also can, but the
# reference then fails on a name that is not a string.
_BARE_VARIABLE = re.compile(
    r"(?!(?:true|false)\Z)(?:::)?[a-z_]\w*(?:::[a-z_]\w*)*|0|[1-9]\d*", re.ASCII
)
_DOLLAR_VARIABLE = re.compile(r"(?:(?:::)?(?:\w+::)*\w+)?", re.ASCII)


def quoted(value: str) -> str:
    """Write a string without expressions."""
    if _CONTROL.search(value):
        return f'"{escaped(value)}"'
    if "'" in value and not any(char in value for char in '"$\\'):
        return f'"{value}"'
    if _READ_AS_ESCAPE.search(value):
        value = value.replace("\\", "\\\\")
    value = value.replace("'", "\\'")
    return f"'{value}'"


def escaped(text: str) -> str:
    """Write text between the expressions of a double-quoted string."""
    return _TO_ESCAPE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _NAMED.get(char) or f"\\u{{{ord(char):x}}}"


def is_bare_variable(name: str) -> bool:
    """Return whether a variable may, or must, be written in ${ } without a dollar sign."""
    return bool(_BARE_VARIABLE.fullmatch(name)) or not _DOLLAR_VARIABLE.fullmatch(name)


def whole_number(node: n.LiteralInteger) -> str:
    if node.radix == 16:
        return f"{node.value:#x}"
    if node.radix == 8:
        return f"0{node.value:o}"
    return integer(node.value)


def fraction(node: n.LiteralFloat) -> str:
    if isinf(node.value):
        return "1e999"
    # The language has no plus sign in an exponent.
    return repr(node.value).replace("e+", "e")


def regular_expression(node: n.LiteralRegularExpression) -> str:
    return "/" + node.pattern.replace("/", "\\/") + "/"


def plain(node: n.Node) -> str | None:
    """Write a node that is a single word in any context; None for any other node."""
    match node:
        case n.LiteralString():
            return quoted(node.value)
        case n.QualifiedName():
            return node.value
        case n.QualifiedReference():
            return node.cased_value
        case n.VariableExpression():
            return "$" + node.name
        case n.LiteralBoolean():
            return "true" if node.value else "false"
        case n.LiteralUndef():
            return "undef"
        case n.LiteralDefault():
            return "default"
        case n.LiteralInteger():
            return whole_number(node)
        case n.LiteralFloat():
            return fraction(node)
        case n.LiteralRegularExpression():
            return regular_expression(node)
        case n.ReservedWord():
            return node.word
    return None


# Heredocs

_BYTE_ORDER_MARK = "\ufeff"


def heredoc_escapes(segments: list[str], interpolates: bool) -> str:
    """Return the escapes that a heredoc needs for these pieces of text."""
    flags = ""
    if interpolates and any("$" in text for text in segments):
        flags += "$"
    if segments[-1].endswith("\r"):  # dropping the last line break would also drop this
        flags += "r"
    if segments[0].startswith(_BYTE_ORDER_MARK):
        flags += "u"
    return flags


def heredoc_text(text: str, escapes: str, is_first: bool, is_last: bool) -> str:
    """Write a piece of a heredoc's text with the heredoc's escapes."""
    if not escapes:
        return text
    text = text.replace("\\", "\\\\")
    if "$" in escapes:
        text = text.replace("$", "\\$")
    if is_last and text.endswith("\r"):
        text = text[:-1] + "\\r"
    if is_first and text.startswith(_BYTE_ORDER_MARK):
        text = f"\\u{{{ord(_BYTE_ORDER_MARK):x}}}{text[1:]}"
    return text


def template_text(text: str) -> str:
    """Write the text of a template, with doubled tags for literal ones."""
    return "<%%".join(part.replace("%>", "%%>") for part in text.split("<%"))
