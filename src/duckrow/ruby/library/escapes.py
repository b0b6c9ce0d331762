"""Text made safe for other languages: ERB::Util, CGI, Shellwords."""

from __future__ import annotations

import re
from functools import partial

from duckrow.ruby.core.arguments import to_ary
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_str
from duckrow.ruby.errors import UnsupportedError, argument_error
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_html = re.compile("[&<>\"']")
_entity = re.compile(r"&(apos|amp|quot|gt|lt|\#[0-9]+|\#[xX][0-9A-Fa-f]+);")
_ALPHANUMERIC = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
_NAMED = {"apos": "'", "amp": "&", "quot": '"', "gt": ">", "lt": "<"}


def html_escape(ruby: Interpreter, _self: object, text: object) -> str:
    return _html.sub(lambda match: _HTML[match[0]], to_s(ruby, text))


def _html_unescape(ruby: Interpreter, _self: object, text: object) -> str:
    return _entity.sub(_character, to_str(ruby, text))


def _character(match: re.Match[str]) -> str:
    name = match[1]
    if name in _NAMED:
        return _NAMED[name]
    code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(code) if code < 0x110000 else match[0]


def percent(text: str, kept: str) -> str:
    """Write the bytes of all but letters, digits and some signs as %XX."""
    return "".join(
        chr(byte) if byte in _ALPHANUMERIC or chr(byte) in kept else f"%{byte:02X}"
        for byte in to_bytes(text)
    )


def unpercent(text: str) -> str:
    """Read %XX as bytes."""
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda match: bytes((int(match[1], 16),)), to_bytes(text))
    return from_bytes(data)


def _url_encode(ruby: Interpreter, _self: object, text: object) -> str:
    return percent(to_s(ruby, text), "-_.~")


def _cgi_escape(ruby: Interpreter, _self: object, text: object) -> str:
    return percent(to_str(ruby, text), "-_.~ ").replace(" ", "+")


def _cgi_unescape(ruby: Interpreter, _self: object, text: object, *_: object) -> str:
    return unpercent(to_str(ruby, text).replace("+", " "))


# ---- Shellwords

_SAFE = re.compile(r"[^A-Za-z0-9_\-.,:+/@\n]")
_WORD = re.compile(
    r"""\s*(?:([^\s\\'"]+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|(\\.?)|(\S))(\s|\Z)?""",
    re.DOTALL | re.ASCII,
)


def shell_escape(ruby: Interpreter, text: object) -> str:
    """Write a text so that a shell takes it for one word."""
    word = to_s(ruby, text)
    if not word:
        return "''"
    return _SAFE.sub(lambda match: "\\" + match[0], word).replace("\n", "'\n'")


def shell_split(ruby: Interpreter, text: object) -> list[str]:
    """Split a line as a shell does."""
    line = to_str(ruby, text)
    words: list[str] = []
    field = ""
    for match in _WORD.finditer(line):
        word, single, double, escape, garbage, separator = match.groups()
        if garbage is not None:
            raise argument_error(f"Unmatched quote: {inspect(ruby, line)}")
        if word is not None:
            field += word
        elif single is not None:
            field += single
        elif double is not None:
            field += re.sub(r'\\([$`"\\\n])', r"\1", double)
        elif escape is not None:
            field += re.sub(r"\\(.)", r"\1", escape, flags=re.DOTALL)
        if separator is not None:
            words.append(field)
            field = ""
    return words


def shell_join(ruby: Interpreter, items: object) -> str:
    return " ".join(map(partial(shell_escape, ruby), to_ary(ruby, items)))


def _new_erb(_ruby: Interpreter, _self: object, *_: object) -> object:
    raise UnsupportedError("ERB.new")


def make(_ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    util = {
        "html_escape": html_escape,
        "h": html_escape,
        "url_encode": _url_encode,
        "u": _url_encode,
    }
    cgi = {
        "escape": _cgi_escape,
        "unescape": _cgi_unescape,
        "escapeHTML": html_escape,
        "escape_html": html_escape,
        "h": html_escape,
        "unescapeHTML": _html_unescape,
        "unescape_html": _html_unescape,
        "escapeURIComponent": _url_encode,
    }
    words = {
        "escape": lambda ruby, _self, text: shell_escape(ruby, text),
        "shellescape": lambda ruby, _self, text: shell_escape(ruby, text),
        "split": lambda ruby, _self, text: shell_split(ruby, text),
        "shellsplit": lambda ruby, _self, text: shell_split(ruby, text),
        "shellwords": lambda ruby, _self, text: shell_split(ruby, text),
        "join": lambda ruby, _self, items: shell_join(ruby, items),
        "shelljoin": lambda ruby, _self, items: shell_join(ruby, items),
    }
    return {
        "ERB": RubyModule("ERB", None, singleton={"new": _new_erb}),
        "ERB::Util": RubyModule(
            "ERB::Util", None, is_class=False, methods=dict(util), singleton=util
        ),
        "CGI": RubyModule("CGI", None, singleton=cgi),
        "Shellwords": RubyModule("Shellwords", None, is_class=False, singleton=words),
    }
