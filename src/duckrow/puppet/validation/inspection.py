"""The shared state of the rules while they check one tree.

A rule is a function of a node and an inspection. It looks at the node in isolation; the few that
need the node's surroundings read `parents`, in which a container's own rule, called before the
rules of its content, has recorded the relevant containers. All other nodes cost nothing.
"""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import Definition, Nop
from duckrow.puppet.validation.literals import LiteralTokens
from duckrow.puppet.validation.messages import describe
from duckrow.source.diagnostic import DEPRECATION, ERROR, WARNING, Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.syntax.nodes import Node, Program
    from duckrow.source.text import SourceText

    Rule = Callable[[Any, "Inspection"], None]

_SEVERITIES: dict[str, dict[str, str | None]] = {
    "off": {"future-reserved-word": DEPRECATION, "duplicate-key": None},
    "warning": {"future-reserved-word": DEPRECATION, "duplicate-key": WARNING},
    "error": {"future-reserved-word": DEPRECATION, "duplicate-key": ERROR},
}

_NOTHING = Nop(0, 0)


class Inspection:
    """The state that the rules share while one tree is walked."""

    __slots__ = (
        "_severities",
        "chain_end",
        "chain_link",
        "effects",
        "findings",
        "has_strict_names",
        "has_unbounded_integers",
        "in_apply",
        "name_may_be_parameter",
        "namespace",
        "nesting",
        "parents",
        "source",
        "strict",
        "tasks",
        "tokens",
        "walk",
    )

    def __init__(
        self,
        source: SourceText,
        walk: Callable[[Program, Inspection], None],
        *,
        strict: str = "error",
        tasks: bool = False,
        namespace: str | None = None,
        nesting: int = 0,
    ) -> None:
        self.source = source
        # Runs the rules of every node; code inside a heredoc is walked in the same way.
        self.walk = walk
        self.strict = strict
        self.tasks = tasks
        self.findings: list[Diagnostic] = []
        # Rules of a dialect.
        self.has_strict_names = False
        self.has_unbounded_integers = False
        self.name_may_be_parameter = False
        # The prefix of names that the file may define, if a module autoloads it.
        self.namespace = namespace
        # The number of heredocs of checked code around this text.
        self.nesting = nesting
        self.parents: dict[int, Node] = {}
        # The content of apply blocks, by id; only for plans.
        self.in_apply: set[int] = set()
        # The last expression searched for a value, and the result.
        self.chain_link: Node = _NOTHING
        self.chain_end: Node = _NOTHING
        # Compound statements with a known effect, by id.
        self.effects: dict[int, bool] = {}
        self.tokens = LiteralTokens()
        self._severities = _SEVERITIES[strict]

    def report(self, code: str, node: Node, **details: object) -> None:
        """Add a finding about a node; `why` among the details goes with it."""
        severity = self._severities.get(code, ERROR)
        if severity is None:
            return
        what, why, hint = describe(code, node, details)
        start, end = node.at, node.end
        if isinstance(node, Definition):
            # The location is the head of a definition, never its whole body.
            line_end = self.source.text.find("\n", start, end)
            end = end if line_end < 0 else line_end
        self.findings.append(
            Diagnostic(code, what, self.source, start, max(start, end), severity, why, hint)
        )
