"""Commands of an augeas resource, taken apart.

    set /files/etc/hosts/1/ipaddr 10.0.0.1      ["set", "/files/etc/hosts/1/ipaddr", "10.0.0.1"]

Paths may hold brackets and quotes with spaces in them; a path that does not begin with a slash or
a variable is below the context.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.runtime.flatten import flattened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATH, TEXT, COMPARATOR, NUMBER, REST = "path", "string", "comparator", "int", "glob"

COMMANDS: dict[str, tuple[str, ...]] = {
    "set": (PATH, TEXT),
    "setm": (PATH, TEXT, TEXT),
    "rm": (PATH,),
    "remove": (PATH,),
    "clear": (PATH,),
    "clearm": (PATH, TEXT),
    "touch": (PATH,),
    "mv": (PATH, PATH),
    "move": (PATH, PATH),
    "rename": (PATH, TEXT),
    "insert": (TEXT, TEXT, PATH),
    "ins": (TEXT, TEXT, PATH),
    "get": (PATH, COMPARATOR, TEXT),
    "values": (PATH, REST),
    "defvar": (TEXT, PATH),
    "defnode": (TEXT, PATH, TEXT),
    "match": (PATH, REST),
    "size": (COMPARATOR, NUMBER),
    "include": (TEXT,),
    "not_include": (TEXT,),
    "==": (REST,),
    "!=": (REST,),
}
_COMPARATORS = ("==", "!=", "=~", "<=", ">=", "<", ">")


def parse_commands(commands: object, context: str) -> list[list[Any]]:
    """Take commands apart: a text of lines, or a list of them."""
    if context and not context.endswith("/"):
        context += "/"
    lines = commands.split("\n") if type(commands) is str else flattened(commands)
    stripped = (str(line).strip() for line in lines if line is not None)
    return [_parse(line, context) for line in stripped if line]


def _parse(line: str, context: str) -> list[object]:
    import re

    name = re.match(r"\w+|==|!=", line)
    forms = None if name is None else COMMANDS.get(name[0])
    if name is None or forms is None:
        raise ProviderError(f"Unknown command {'' if name is None else name[0]}")
    found: list[object] = [name[0]]
    rest = line[name.end() :]
    for number, form in enumerate(forms, 1):
        rest = rest.lstrip()
        if form == PATH:
            is_missing = not rest and number == len(forms)
            word, rest = _path(rest)
            if is_missing:
                raise ProviderError(f"missing path argument {number} for {name[0]}")
            found.append(_whole(word, context))
        elif form == TEXT:
            text, rest = _text(rest)
            if text is None:
                raise ProviderError(f"missing string argument {number} for {name[0]}")
            found.append(text)
        elif form == COMPARATOR:
            word = next((each for each in _COMPARATORS if rest.startswith(each)), "")
            if not word:
                raise ProviderError(f"invalid comparator for command {name[0]}")
            found.append(word)
            rest = rest[len(word) :]
        elif form == NUMBER:
            digits = re.match(r"\d*", rest)
            found.append(int(digits[0] or 0) if digits else 0)
        else:
            found.append(rest)
    return found


def _path(text: str) -> tuple[str, str]:
    """Take a path from the front: up to a space outside of brackets and quotes."""
    depth = 0
    quote = {"'": False, '"': False}
    at = 0
    while at < len(text):
        letter = text[at]
        if letter == "\\":
            at += 1
        elif letter in quote:
            quote[letter] = not quote[letter]
        elif letter == "[":
            depth += 1
        elif letter == "]":
            depth -= 1
            if depth < 0:
                raise ProviderError("unmatched [")
        elif letter.isspace() and not depth and not any(quote.values()):
            break
        at += 1
    return text[:at], text[at:]


def _whole(path: str, context: str) -> str:
    if path[:1] and path[0] in "'\"":
        path = path[1:-1]
    path = path.removesuffix("/")
    return path if path[:1] in ("$", "/") else context + path


def _text(text: str) -> tuple[str | None, str]:
    import re

    quote = text[:1]
    if quote in ("'", '"'):
        match = re.match(rf"{quote}((?:[^\\{quote}]|\\.)*)", text, re.DOTALL)
        assert match is not None
        return match[1].replace(f"\\{quote}", quote), text[match.end() + 1 :]
    match = re.match(r"\S+", text)
    return (None, text) if match is None else (match[0], text[match.end() :])


def parse_array(text: str) -> list[str]:
    """Read an array of texts in quotes: ['a', "b"]."""
    import re

    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        raise ValueError(text)
    inner = text[1:-1].strip()
    item = r"""'(?:[^\\']|\\.)*'|"(?:[^\\"]|\\.)*\""""
    if inner and re.fullmatch(rf"(?:{item})(?:\s*,\s*(?:{item}))*\s*,?", inner, re.DOTALL) is None:
        raise ValueError(text)
    return [re.sub(r"\\(.)", r"\1", each[1:-1]) for each in re.findall(item, inner, re.DOTALL)]
