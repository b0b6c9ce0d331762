"""Where Ruby's local variables live in the generated code.

A method, the top of a file and a class body each start without variables. A block sees the
variables around it and may set them; a variable that a block sets first belongs to the block. A
thunk, a piece of code that must be an expression but needs statements, has no variables of its own.

All variables of a Python function start as None: in Ruby an unassigned variable is nil.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from typing import Any

METHOD, BLOCK, THUNK = "method", "block", "thunk"


class Loop:
    """A loop that is being written: one of Ruby's, or a `begin` that `retry` runs again.

    Code that must be an expression is a function of its own, so a jump out of it is an exception.
    """

    __slots__ = ("is_result", "is_retry", "left_by", "number", "raised")

    def __init__(self, number: int, is_result: bool = False, is_retry: bool = False) -> None:
        self.number = number
        self.is_result = is_result  # the value of `break` is the result of the function
        self.is_retry = is_retry
        self.raised: set[str] = set()  # the jumps to this loop that are exceptions
        self.left_by: set[str] = set()  # of a `begin`: the jumps in it to the loop around it

    @property
    def flag(self) -> str:
        """Return the Python variable that says which jump has left a `begin`."""
        return f"_j{self.number}"


class Frame:
    """One Python function that is being written."""

    __slots__ = (
        "break_tag",
        "catches_return",
        "has_block",
        "has_return",
        "has_self",
        "has_super",
        "home",
        "is_lambda",
        "kind",
        "locals",
        "loops",
        "next_in_thunk",
        "number",
        "outer",
        "parameters",
        "parent",
        "statements",
        "written",
    )

    def __init__(self, kind: str, parent: Frame | None, number: int) -> None:
        self.kind = kind
        self.parent = parent
        self.number = number
        self.home: Frame = parent.home if kind == THUNK and parent is not None else self
        self.statements: list[ast.stmt] = []
        self.locals: dict[str, str] = {}  # Ruby's name -> Python's
        self.parameters: set[str] = set()  # Python names that are parameters
        self.outer: set[str] = set()  # Python names of functions around that are set here
        self.loops: list[Loop] = []  # the open loops of this very function
        self.catches_return = False
        self.has_block = False  # of a method: it uses the block that it is called with
        self.has_self = False  # of a block: it uses self, or one inside it does
        self.has_return = False  # of a block: it has a `return`, or one inside it has
        self.has_super = False  # of a block: it has a `super`, or one inside it has
        self.next_in_thunk = False
        self.is_lambda = False
        self.break_tag: str | None = None  # of a block: the name that holds the tag of its call
        # Of a method, for `super`: its Python name, its name, and its parameters.
        self.written: tuple[str, str, Any] | None = None

    def find(self, name: str) -> str | None:
        """Return the Python name of a variable that is known here."""
        home: Frame | None = self.home
        while home is not None:
            if name in home.locals:
                return home.locals[name]
            home = home.parent.home if home.kind == BLOCK and home.parent is not None else None
        return None

    def known(self) -> dict[str, str]:
        """Return the variables that are known here: Ruby's name -> Python's."""
        found: dict[str, str] = {}
        home: Frame | None = self.home
        while home is not None:
            found = {**home.locals, **found}
            home = home.parent.home if home.kind == BLOCK and home.parent is not None else None
        return found

    def declare(self, name: str) -> str:
        """Return the Python name of a variable that is about to be set."""
        known = self.find(name)
        if known is None:
            known = self.home.locals[name] = f"{name.rstrip('?!')}_{self.home.number}"
        self._mark(known)
        return known

    def _mark(self, python: str) -> None:
        """Note in every function on the way to the owner that it sets an outer variable."""
        frame: Frame | None = self
        while frame is not None and python not in frame.home_names():
            frame.outer.add(python)
            frame = frame.parent

    def home_names(self) -> set[str]:
        return set(self.locals.values()) if self.kind != THUNK else set()

    def loop_around(self) -> Loop | None:
        """Return the loop of Ruby that code in this function or thunk is part of."""
        frame: Frame | None = self
        while frame is not None:
            loops = [each for each in frame.loops if not each.is_retry]
            if loops:
                return loops[-1]
            frame = frame.parent if frame.kind == THUNK else None
        return None

    def blocks(self) -> list[Frame]:
        """List the blocks that this is part of, the innermost first."""
        found: list[Frame] = []
        frame: Frame = self
        while frame.kind != METHOD:
            if frame.kind == BLOCK:
                found.append(frame)
            assert frame.parent is not None
            frame = frame.parent
        return found

    def method(self) -> Frame:
        """Return the method that this is part of."""
        frame: Frame = self
        while frame.kind != METHOD:
            assert frame.parent is not None
            frame = frame.parent
        return frame
