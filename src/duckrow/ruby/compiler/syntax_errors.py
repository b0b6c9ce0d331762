"""Where Ruby text has a syntax error, in the words of Ruby.

The parser recovers from errors and does not say what it expected. Most errors are brackets and
`end`s that do not match, so this counts those in the parts that the parser could not understand;
for the rest it names the first position that the parser rejected.
"""

from __future__ import annotations

from duckrow.ruby.errors import RubySyntaxError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_END_OF_INPUT = "end-of-input"
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _BRACKETS.items()}
_BODIES = frozenset(("def", "class", "module", "begin", "do", "case"))
_CONDITIONS = frozenset(("if", "unless", "while", "until", "for"))  # may also follow a statement
_LOOPS = frozenset(("while", "until", "for"))  # may have a `do` of their own
# After these a condition begins an expression, else it belongs to the statement before it.
_BEFORE_EXPRESSIONS = frozenset(("=", "(", "[", "{", ",", "|", "then", "else", "do", "return", ";"))


def syntax_error(root: Node, file: str | None) -> RubySyntaxError:
    """Return the error of a tree that has one."""
    return _unmatched(root, file) or _rejected(root, file)


def _unmatched(root: Node, file: str | None) -> RubySyntaxError | None:
    """Return the error about the first bracket or `end` that does not match."""
    opened: list[tuple[str, int]] = []
    before: tuple[str, int] = ("", -1)
    for node in _broken_leaves(root):
        word, line = _word(node), node.start_point[0]
        is_first = before[1] != line or before[0] in _BEFORE_EXPRESSIONS
        if word[-1:] in _CLOSING:  # also %w( and #{
            opened.append((word[-1], line))
        elif word in _LOOPS and is_first:
            opened.append((word, line))
        elif word == "do" and opened and opened[-1][0] in _LOOPS and opened[-1][1] == line:
            pass  # it belongs to the loop
        elif word in _BODIES or (word in _CONDITIONS and is_first):
            opened.append((word, line))
        elif word in _BRACKETS or word == "end":
            wanted = opened.pop()[0] if opened else ""
            if wanted != _BRACKETS.get(word, wanted) or (word == "end" and wanted in _CLOSING):
                return _unexpected(word, wanted, file, line)
            if not wanted:
                return _unexpected(word, "", file, line)
        before = (word, line)
    if opened:
        lines = (root.text or b"").rstrip(b"\n").count(b"\n")
        return _unexpected(_END_OF_INPUT, opened[-1][0], file, lines)
    return None


def _unexpected(word: str, opened: str, file: str | None, line: int) -> RubySyntaxError:
    expected = _quoted(_CLOSING.get(opened, "end") if opened else _END_OF_INPUT)
    return RubySyntaxError(f"unexpected {_quoted(word)}, expecting {expected}", file, line + 1)


def _quoted(word: str) -> str:
    if word == _END_OF_INPUT:
        return word
    return f"`{word}'" if word.isalpha() else f"'{word}'"


def _broken_leaves(node: Node) -> Iterator[Node]:
    """Return the leaves that are in no part that the parser understood."""
    for child in node.children:
        if child.child_count == 0:
            if not child.is_missing:
                yield child
        elif child.has_error or node.type == "ERROR":
            yield from _broken_leaves(child)


def _word(node: Node) -> str:
    """Return the type of a leaf; in broken parts keywords may be taken for names."""
    if node.type == "identifier":
        return (node.text or b"").decode("utf-8", "replace")
    return node.type


def _rejected(root: Node, file: str | None) -> RubySyntaxError:
    """Return the error about the first position that the parser rejected."""
    node = root
    while True:
        broken = (each for each in node.children if each.is_missing or each.has_error)
        found = next(broken, None)
        if found is None:
            break
        node = found
        if node.is_missing:
            expected = "" if node.is_named else f", expecting {_quoted(node.type)}"
            return RubySyntaxError(expected.removeprefix(", "), file, node.start_point[0] + 1)
    return RubySyntaxError("", file, node.start_point[0] + 1)
