"""The printer's intermediate form: a flat stream of words and marks.

A word is a plain string on one line. The marks between words say where lines may break and how far
they are indented, and carry the few things that depend on what follows:

    OPEN ... CLOSE        a group: all on one line if it fits, else broken at each of its breaks
    INDENT ... DEDENT     lines that start in between are indented
    BREAK, SOFT           a possible break; otherwise a space, or nothing
    LINE                  a line break, always
    FORCE                 breaks the group around it, except inside a string
    BARE                  the next variable is written without its dollar sign
    EXPRESSION ... EXPRESSION_END   the part between ${ and } in a string
    HEREDOC_END           ends a HeredocStart
    RENDER ... RENDER_END the part between <%= and %> in a template
    TAG_END               the code tag of a template ends here
    LEAVE                 ends the namespace that a DefinedName opened

Invariant: OPEN and CLOSE, INDENT and DEDENT, and the other pairs nest.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Mark:
    """A mark without further data."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


OPEN: Final = Mark("OPEN")
CLOSE: Final = Mark("CLOSE")
INDENT: Final = Mark("INDENT")
DEDENT: Final = Mark("DEDENT")
BREAK: Final = Mark("BREAK")
SOFT: Final = Mark("SOFT")
LINE: Final = Mark("LINE")
FORCE: Final = Mark("FORCE")
BARE: Final = Mark("BARE")
EXPRESSION: Final = Mark("EXPRESSION")
EXPRESSION_END: Final = Mark("EXPRESSION_END")
HEREDOC_END: Final = Mark("HEREDOC_END")
RENDER: Final = Mark("RENDER")
RENDER_END: Final = Mark("RENDER_END")
TAG_END: Final = Mark("TAG_END")
LEAVE: Final = Mark("LEAVE")


class Separate:
    """The line break between two statements.

    Some statements, such as -1 or { }, would continue the previous one; a semicolon separates them.
    The first character that follows decides this, unless `needs_semicolon` is set.
    """

    __slots__ = ("is_blank", "needs_semicolon")

    def __init__(self, is_blank: bool, needs_semicolon: bool) -> None:
        self.is_blank = is_blank
        self.needs_semicolon = needs_semicolon


class Guard:
    """Text to insert if the next word begins with one of some characters."""

    __slots__ = ("following", "text")

    def __init__(self, following: str, text: str) -> None:
        self.following = following
        self.text = text


class IfBroken:
    """A word that appears only if the group around it is broken, such as a last comma."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Text:
    """Text of a heredoc, written as it is, including line breaks."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value


class HeredocStart:
    """The beginning of a heredoc's text; up to HEREDOC_END everything belongs to it."""

    __slots__ = ("escapes", "interpolates", "syntax")

    def __init__(self, syntax: str, interpolates: bool, escapes: str) -> None:
        self.syntax = syntax
        self.interpolates = interpolates
        self.escapes = escapes


class TemplateText:
    """Text of a template, outside all tags."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value


class DefinedName:
    """The name of a definition; the prefix of the enclosing classes is omitted."""

    __slots__ = ("name", "opens_namespace")

    def __init__(self, name: str, opens_namespace: bool) -> None:
        self.name = name
        self.opens_namespace = opens_namespace
