"""Static rules that check a tree without running it, one family per file.

`validate` returns all findings, in the order in which the reference implementation reports them.
`rules.py` lists the rules of each kind of node; `messages.py` holds the messages. The text of a
heredoc that names its language is checked here too.
"""

from __future__ import annotations

from duckrow.puppet.validation.autoload import namespace_of
from duckrow.puppet.validation.inspection import Inspection
from duckrow.puppet.validation.walk import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.syntax.nodes import Program
    from duckrow.source.diagnostic import Diagnostic

__all__ = ["validate"]


def validate(
    program: Program,
    *,
    strict: str = "error",
    tasks: bool = False,
    module_path: Sequence[str] = (),
    manifest: str | None = None,
    has_unbounded_integers: bool = False,
    has_strict_names: bool = False,
    name_may_be_parameter: bool = False,
) -> list[Diagnostic]:
    """Return all findings about a tree.

    `strict` is off, warning or error and sets the severity of duplicate keys. `tasks` reads the
    file as one for plans. A file below one of the directories of `module_path` must define what its
    path promises, unless its path starts with `manifest`, the environment's own manifests.

    The last three are rules of a dialect: integers of any size are allowed, no part of a qualified
    name may begin with an underscore, and a define may have a parameter $name.
    """
    namespace = namespace_of(program.source.name, module_path, manifest)
    inspection = Inspection(program.source, walk, strict=strict, tasks=tasks, namespace=namespace)
    inspection.has_unbounded_integers = has_unbounded_integers
    inspection.has_strict_names = has_strict_names
    inspection.name_may_be_parameter = name_may_be_parameter
    walk(program, inspection)
    return inspection.findings
