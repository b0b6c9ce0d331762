"""What a tree becomes on its way back to source: a flat stream of words and marks.

A word is a plain string and stands on one line. The marks between words say where lines may break
and how far they are indented, and carry the few things that depend on what happens to follow:

    OPEN ... CLOSE        a group: all on one line if it fits, else broken at each of its breaks
    INDENT ... DEDENT     lines that start in between stand further to the right
    BREAK, SOFT           a place to break; otherwise a space, or nothing
    LINE                  a line break, always
    FORCE                 breaks the group around it, except inside a string
    BARE                  the variable that follows is written without its dollar sign
    EXPRESSION ... EXPRESSION_END   what stands between ${ and } in a string
    HEREDOC_END           ends what a HeredocStart began
    RENDER ... RENDER_END what stands between <%= and %> in a template
    TAG_END               the code tag of a template ends here
    LEAVE                 ends the namespace that a DefinedName opened

Invariant: OPEN and CLOSE, INDENT and DEDENT, and the other pairs nest.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Mark:
    """A mark that needs no more than its name."""

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

    Some statements would be taken for the rest of the one before, such as -1 or { }; then a
    semicolon goes first. Whether that is so shows in the first character that follows, except
    where `needs_semicolon` knows better.
    """

    __slots__ = ("is_blank", "needs_semicolon")

    def __init__(self, is_blank: bool, needs_semicolon: bool) -> None:
        self.is_blank = is_blank
        self.needs_semicolon = needs_semicolon


class Guard:
    """Text to put in if the next word begins with one of some characters."""

    __slots__ = ("following", "text")

    def __init__(self, following: str, text: str) -> None:
        self.following = following
        self.text = text


class IfBroken:
    """A word that is there only when the group around it is broken, such as a last comma."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Text:
    """Text of a heredoc: it stands as it is, line breaks and all."""

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
    """The name of a definition, of which the part that the classes around it lend is left out."""

    __slots__ = ("name", "opens_namespace")

    def __init__(self, name: str, opens_namespace: bool) -> None:
        self.name = name
        self.opens_namespace = opens_namespace
