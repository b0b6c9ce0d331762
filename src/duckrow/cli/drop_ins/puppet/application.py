"""The description of an application: its options and, if it is a face, its actions.

Puppet has two kinds of applications. Those written first (apply, resource) take options and words.
Faces (config, module) have actions, each with options of its own.
"""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.optparse import Switch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Every application has these, and every setting of puppet.conf.
COMMON = (
    Switch("--version -V", "print the version"),
    Switch("--help -h", "print this help"),
)
DEBUG = Switch("--debug -d", "log debugging messages")
VERBOSE = Switch("--verbose -v", "log informational messages")
RENDER_AS = Switch("--render-as", "the form of the result", metavar="FORMAT")
FACE = (DEBUG, VERBOSE, RENDER_AS)


class Action:
    """One action of a face. `arity` is the number of words it takes, if that is fixed."""

    __slots__ = ("arity", "name", "options", "refusal", "summary", "usage")

    def __init__(
        self,
        name: str,
        summary: str,
        usage: str = "",
        options: Sequence[Switch] = (),
        *,
        arity: int | None = None,
        refusal: str = "",
    ) -> None:
        self.name = name
        self.summary = summary
        self.usage = usage
        self.options = tuple(options)
        self.arity = arity
        self.refusal = refusal


class Application:
    """One application. `section` is the section of puppet.conf that it reads besides main.

    `default` is the action of a face that needs no name.
    """

    __slots__ = (
        "actions",
        "default",
        "examples",
        "name",
        "notes",
        "options",
        "section",
        "summary",
        "usage",
    )

    def __init__(
        self,
        name: str,
        summary: str,
        usage: str,
        options: Sequence[Switch] = (),
        *,
        actions: Sequence[Action] = (),
        default: str = "",
        section: str = "user",
        notes: str = "",
        examples: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.summary = summary
        self.usage = usage
        self.actions = {action.name: action for action in actions}
        self.options = (*FACE, *options) if actions else tuple(options)
        self.default = default
        self.section = section
        self.notes = notes
        self.examples = tuple(examples)

    @property
    def is_face(self) -> bool:
        return bool(self.actions)

    def switches(self, action: Action | None = None) -> tuple[Switch, ...]:
        """Return all its options but the settings; those of an action count first."""
        return (*(action.options if action else ()), *self.options, *COMMON)
