"""Where variables live, decided while code is generated.

A manifest's code becomes Python functions, and a frame is one such function while it is written:

  body    a class, define, node or the top of a manifest: variables are kept in `scope.variables`,
          since others may ask for them by name; or a function or template: Python's locals
  block   |$x| { ... }: Python's locals
  thunk   a piece that must be an expression but needs statements (an `if` with several statements
          used as a value); it has no variables of its own and shares those of its home

Invariants:
 1. Text order is evaluation order within a body: a name is looked up among the variables assigned
    above it; a use above the assignment sees the outer variable.
 2. `definite` holds the variables surely assigned at the current point. A variable that is
    assigned on one side of a condition only is `possible`: such a Python local starts as UNSET.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from duckrow.source.python_ast import Range

    # A call that assigns, the offset of its statement, and its position.
    Assignment = tuple[ast.expr, int, Range]

BODY, BLOCK, THUNK = "body", "block", "thunk"
IN_SCOPE = "scope.match"  # where a body keeps the last match of a regular expression


class Frame:
    """One Python function that is being written."""

    __slots__ = (
        "announces_type",  # of a function: it has a return type, which return() is not held to
        "assigned_here",  # of a thunk: Python names of its home that it sets
        "assignments",  # of a body that keeps its scope: the first call for each variable
        "branches",  # how many conditions the point being written is inside of
        "catches_next",
        "catches_return",
        "definite",
        "drops_value",  # of a body: nobody uses the value of its last statement
        "home",
        "keeps_scope",  # variables are in scope.variables
        "kind",
        "locals",  # Puppet name -> Python name
        "match",  # the Python name that holds the last match, IN_SCOPE, or None if unused
        "number",
        "parent",
        "statements",
        "unset",  # Python names that start as UNSET
        "uses_variables",  # scope.variables is needed as `v`
    )

    def __init__(self, kind: str, parent: Frame | None, number: int, keeps_scope: bool) -> None:
        self.kind = kind
        self.parent = parent
        self.number = number
        self.keeps_scope = keeps_scope
        self.home: Frame = self
        if kind == THUNK:
            assert parent is not None
            self.home = parent.home
        self.statements: list[ast.stmt] = []
        self.locals: dict[str, str] = {}
        self.definite: set[str] = set()
        self.unset: set[str] = set()
        self.assigned_here: set[str] = set()
        self.announces_type = False
        self.branches = 0
        self.match: str | None = IN_SCOPE if keeps_scope else None
        self.catches_next = False
        self.drops_value = False
        self.catches_return = False
        self.uses_variables = False
        self.assignments: dict[str, Assignment | None] = {}

    def body(self) -> Frame:
        """Return the body that this frame is part of."""
        frame: Frame = self
        while frame.kind != BODY:
            assert frame.parent is not None
            frame = frame.parent
        return frame

    def outer_home(self) -> Frame | None:
        """Return the home around this home, if this is a block."""
        return self.home.parent.home if self.home.parent is not None else None

    def python_name(self, name: str) -> str:
        """Return the name of a local variable in Python: its own, and a number against clashes."""
        return f"{name}_{self.home.number}"
