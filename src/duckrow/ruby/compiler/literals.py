"""Strings, symbols, numbers, arrays, hashes, ranges and regular expressions."""

from __future__ import annotations

import re

from duckrow.ruby.compiler.words import symbol, word
from duckrow.ruby.compiler.writer import SKIPPED, Writer, children, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "s": " ",
    "r": "\r",
    "0": "\0",
    "e": "\x1b",
    "a": "\a",
    "b": "\b",
    "v": "\v",
    "f": "\f",
}
_FLAGS = {"i": 1, "m": 2, "x": 4}
_PARTS = ("string_content", "escape_sequence", "interpolation", "heredoc_content")


class Literals(Writer):
    """Writes literals."""

    def integer(self, node: Node) -> ast.expr:
        digits = text(node).replace("_", "").lower()
        if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
            return py.constant(int(digits, 8), self.at(node))
        return py.constant(
            int(digits.removeprefix("0d"), 0 if digits[:2] != "0d" else 10), self.at(node)
        )

    def float_(self, node: Node) -> ast.expr:
        return py.constant(float(text(node).replace("_", "")), self.at(node))

    def character(self, node: Node) -> ast.expr:
        written = text(node)[1:]
        is_escaped = written[:1] == "\\" and len(written) > 1
        return py.constant(unescaped(written) if is_escaped else written, self.at(node))

    def string(self, node: Node) -> ast.expr:
        opening = text(node.children[0])
        if opening.startswith(("'", "%q")):
            return self._joined(self._raw_pieces(node, opening), node)
        return self._joined(self._pieces(node), node)

    def chained(self, node: Node) -> ast.expr:
        return py.text([self.value(each) for each in children(node)], self.at(node))

    def _pieces(self, node: Node) -> list[str | Node]:
        """Return the pieces of a string: its text, and the nodes of its interpolations."""
        pieces: list[str | Node] = []
        for child in node.children:
            if child.type == "interpolation":
                pieces.append(child)
            elif child.type == "escape_sequence":
                pieces.append(unescaped(text(child)))
            elif child.type in _PARTS:
                pieces.append(text(child))
        return pieces

    def _raw_pieces(self, node: Node, opening: str, around: Node | None = None) -> list[str | Node]:
        """Return the text of a string in which a backslash escapes itself and the quotes only."""
        closing = text((around or node).children[-1])[-1:]
        escaped = f"\\{opening.lstrip('%wiqs')}{closing}"
        raw = "".join(text(each) for each in node.children if each.type in _PARTS)
        return [re.sub(f"\\\\([{re.escape(escaped)}])", r"\1", raw)]

    def _joined(self, pieces: list[str | Node], node: Node) -> ast.expr:
        at = self.at(node)
        made: list[ast.expr] = []
        for piece in merged(pieces):
            if isinstance(piece, str):
                made.append(py.constant(piece, at))
            else:
                inside = self._inside(piece)
                made.append(word("to_s", [inside], self.at(piece)))
        if not made:
            return py.constant("", at)
        if len(made) == 1 and isinstance(pieces[0], str):
            return made[0]
        return py.text(made, at)

    def _inside(self, node: Node) -> ast.expr:
        parts = children(node)
        if not parts:
            return py.constant(None, self.at(node))
        if len(parts) == 1:
            return self.value(parts[0])
        return py.in_order([self.value(each) for each in parts], self.at(node))

    def heredoc_text(self, node: Node) -> ast.expr:
        beginning = text(node)
        body = self.heredoc(node)
        is_raw = "'" in beginning
        pieces: list[str | Node] = []
        for child in body.children:
            if child.type == "interpolation":
                pieces.append(child)
            elif child.type == "escape_sequence":
                part = text(child)
                pieces.append(part if is_raw else Escaped(unescaped(part), joins=part == "\\\n"))
            elif child.type == "heredoc_content":
                pieces.append(text(child))
        if pieces and isinstance(pieces[0], str):
            pieces[0] = pieces[0].removeprefix("\n")
        if beginning.startswith("<<~"):
            pieces = dedented(pieces)
        elif pieces and isinstance(pieces[-1], str):
            # The text before the end marker on its line is not part of the heredoc.
            last = pieces[-1]
            pieces[-1] = last[: last.rfind("\n") + 1]
        return self._joined(pieces, node)

    def symbol(self, node: Node) -> ast.expr:
        at = self.at(node)
        match node.type:
            case "simple_symbol":
                name: ast.expr = py.constant(text(node)[1:], at)
            case "hash_key_symbol":
                name = py.constant(text(node), at)
            case _:
                opening = text(node.children[0])
                is_raw = opening == ":'" or opening.startswith("%s")
                pieces = self._raw_pieces(node, opening) if is_raw else self._pieces(node)
                name = self._joined(pieces, node)
        return symbol(name, at)

    def words(self, node: Node) -> ast.expr:
        """Write %w[...] and %i[...]."""
        at = self.at(node)
        opening = text(node.children[0])
        is_raw = opening[1:2] in ("w", "i")
        items = [
            self._joined(
                self._raw_pieces(each, opening + " ", node) if is_raw else self._pieces(each), each
            )
            for each in children(node)
        ]
        if node.type == "symbol_array":
            items = [symbol(each, at) for each in items]
        return py.list_(items, at)

    def regexp(self, node: Node) -> ast.expr:
        at = self.at(node)
        closing = text(node.children[-1])
        between_slashes = text(node.children[0]) == "/"
        flags = sum(_FLAGS.get(letter, 0) for letter in set(closing[1:]))
        pieces: list[str | ast.expr] = []
        for child in node.children[1:-1]:
            if child.type == "interpolation":
                pieces.append(word("regexp_part", [self._inside(child)], at))
            elif child.type not in SKIPPED:
                # Escapes belong to the expression; only that of the slash is the literal's.
                part = text(child)
                if between_slashes:
                    part = part.replace("\\/", "/")
                pieces.append(part)
        fixed = [each for each in pieces if isinstance(each, str)]
        if len(fixed) == len(pieces):
            written = py.constant(f"{flags}{''.join(fixed)}", at)
        else:
            pieces.insert(0, str(flags))
            parts = [py.constant(each, at) if isinstance(each, str) else each for each in pieces]
            written = py.text(parts, at)
        return py.call("own_regexp", [written], at)

    def array(self, node: Node) -> ast.expr:
        return py.list_(self.items(children(node)), self.at(node))

    def items(self, nodes: list[Node]) -> list[ast.expr]:
        """Write values one after the other; pairs at the end make one hash."""
        made: list[ast.expr] = []
        pairs: list[Node] = []
        for node in nodes:
            if node.type in ("pair", "hash_splat_argument"):
                pairs.append(node)
            elif node.type == "splat_argument":
                at = self.at(node)
                value = self._splatted(node, "_rest")
                made.append(py.starred(word("splat", [value], at), at))
            elif node.type == "forward_argument":
                at = self.at(node)
                made.append(py.starred(self._splatted(node, "_rest"), at))
            elif node.type != "block_argument":
                made.append(self.value(node))
        if pairs:
            made.append(self.hash_of(pairs, pairs[0]))
        return made

    def _splatted(self, node: Node, unnamed: str) -> ast.expr:
        """Write the value of *value or **value; without one it is the parameter without a name."""
        inner = children(node)
        if inner:
            return self.value(inner[0])
        known = self.frame.find(unnamed)
        if known is None:
            raise self.unsupported_error(node, f"no anonymous {text(node)} parameter")
        return py.name(known, self.at(node))

    def hash(self, node: Node) -> ast.expr:
        return self.hash_of(children(node), node)

    def hash_of(self, pairs: list[Node], node: Node) -> ast.expr:
        at = self.at(node)
        made: list[ast.expr] = []
        for pair in pairs:
            if pair.type == "hash_splat_argument":
                parts = [py.name("SPLAT", at), self._splatted(pair, "_keywords")]
            else:
                parts = [self._key(pair), self._pair_value(pair)]
            made += parts
        return word("hash_of", made, at)

    def _key(self, pair: Node) -> ast.expr:
        key = pair.child_by_field_name("key")
        assert key is not None
        is_symbol = any(child.type == ":" for child in pair.children)
        if is_symbol and key.type == "string":
            return symbol(self.value(key), self.at(key))
        return self.value(key)

    def _pair_value(self, pair: Node) -> ast.expr:
        value = pair.child_by_field_name("value")
        if value is not None:
            return self.value(value)
        # { name: } means { name: name }
        key = pair.child_by_field_name("key")
        assert key is not None
        at = self.at(key)
        known = self.frame.find(text(key))
        if known is not None:
            return py.name(known, at)
        return word("send_self", [self.self_(at), py.constant(text(key), at)], at)

    def range(self, node: Node) -> ast.expr:
        at = self.at(node)
        first, last = node.child_by_field_name("begin"), node.child_by_field_name("end")
        operator = node.child_by_field_name("operator")
        ends = [
            py.constant(None, at) if each is None else self.value(each) for each in (first, last)
        ]
        excludes = operator is not None and text(operator) == "..."
        return word("range_of", [*ends, py.constant(excludes, at)], at)


def unescaped(raw: str) -> str:
    """Return the character that an escape in a double-quoted string means."""
    letter = raw[1:2]
    if letter in _ESCAPES and len(raw) == 2:
        return _ESCAPES[letter]
    if letter == "u":
        if raw[2:3] == "{":
            return "".join(chr(int(code, 16)) for code in raw[3:-1].split())
        return chr(int(raw[2:], 16))
    if letter == "x":
        return _byte(int(raw[2:], 16))
    if letter.isdigit():
        return _byte(int(raw[1:], 8) & 0xFF)
    return "" if letter == "\n" else raw[1:]


def _byte(code: int) -> str:
    """Return a byte; one beyond ASCII is a character only together with its neighbours."""
    return chr(code) if code < 0x80 else chr(0xDC00 + code)


def merged(pieces: list[str | Node]) -> list[str | Node]:
    """Join adjacent texts, and decode the bytes in them to characters."""
    made: list[str | Node] = []
    for piece in pieces:
        if made and isinstance(piece, str) and isinstance(made[-1], str):
            made[-1] += piece
        else:
            made.append(piece)
    return [_with_characters(each) if isinstance(each, str) else each for each in made]


def _with_characters(part: str) -> str:
    if part.isascii():
        return part
    return part.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


class Escaped(str):
    """The text of an escape in a heredoc: spaces in it are no indentation."""

    __slots__ = ("joins",)

    joins: bool  # two lines, which are indented each

    def __new__(cls, part: str, *, joins: bool) -> Escaped:
        made = super().__new__(cls, part)
        made.joins = joins
        return made


def dedented(pieces: list[str | Node]) -> list[str | Node]:
    """Take the common indentation off the lines of a <<~ heredoc."""
    lines = "".join(map(_as_written, pieces)).split("\n")
    widths = [_width(line) for line in lines[:-1] if line.strip(" \t\r\v\f")]
    width = min(widths, default=0)
    made: list[str | Node] = []
    starts_line = True
    for index, piece in enumerate(pieces):
        if not isinstance(piece, str) or isinstance(piece, Escaped):
            made.append(piece)
            starts_line = isinstance(piece, Escaped) and piece.joins
            continue
        parts = piece.split("\n")
        cut = [
            _cut(part, width) if number or starts_line else part
            for number, part in enumerate(parts)
        ]
        if index == len(pieces) - 1:
            cut[-1] = ""  # before the end marker
        made.append("\n".join(cut))
        starts_line = False
    return made


def _as_written(piece: str | Node) -> str:
    if isinstance(piece, Escaped):
        return "\n" if piece.joins else "\0"
    return piece if isinstance(piece, str) else "\0"


def _width(line: str) -> int:
    """Return how wide the indentation of a line is; a tab goes to the next multiple of eight."""
    width = 0
    for letter in line:
        if letter == "\t":
            width += 8 - width % 8
        elif letter == " ":
            width += 1
        else:
            break
    return width


def _cut(line: str, width: int) -> str:
    """Take indentation of a width off a line; a tab that is wider stays."""
    at = 0
    while at < len(line) and line[at] in " \t" and _width(line[: at + 1]) <= width:
        at += 1
    return line[at:]
