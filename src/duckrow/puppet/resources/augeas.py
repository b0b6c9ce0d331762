"""augeas: changes to the tree that the Augeas library reads from configuration files."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, listed_value, only_text
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "augeas",
    properties={
        "returns": "",
    },
    parameters={
        "name": "",
        "context": "",
        "onlyif": "",
        "changes": "",
        "root": "",
        "load_path": "",
        "force": "",
        "type_check": "true false",
        "lens": "",
        "incl": "",
        "show_diff": "true false yes no",
        "provider": "",
    },
    summary=(
        "Changes configuration files through the trees that the Augeas library reads from them."
    ),
    attribute_help={
        "returns": "What a run ends with; there is no reason to set it.",
        "name": "What the changes are called.",
        "context": (
            "The path that comes before every relative path; with incl it is that file's "
            "place in the tree."
        ),
        "onlyif": (
            "A question to the tree, such as 'match PATH size > 0', that must be answered with yes."
        ),
        "changes": "The commands, one per line or item: set, rm, ins, mv, clear and others.",
        "root": "The directory below which files are read.",
        "load_path": "More directories with lenses, as a list or with colons between them.",
        "force": "Whether to run the changes even if no file would change.",
        "type_check": "Whether lenses are checked when they are loaded.",
        "lens": "The lens that reads the file given as incl.",
        "incl": "The only file to load; needs lens.",
        "show_diff": "Whether the log may show how files change.",
    },
)


class AugeasType(Behaviour):
    """A lens and the file that it is for come together, or neither does."""

    __slots__ = ()
    providers = ("augeas",)
    defaults = {"root": "/", "type_check": "false", "returns": 0, "show_diff": True}

    def munge_context(self, desired: Desired, value: object) -> str:
        incl = desired.given.get("incl")
        if not value and incl:
            return f"/files{incl}"
        if type(value) in (list, dict):
            return str(value)
        return only_text("context", value, "empty?")

    def default_context(self, desired: Desired) -> str:
        return ""

    def munge_show_diff(self, desired: Desired, value: object) -> bool:
        found: bool = listed_value("true false yes no", value)
        return found

    def validate(self, desired: Desired) -> None:
        if ("lens" in desired) != ("incl" in desired):
            raise ValueError("You must specify both the lens and incl parameters, or neither.")


BEHAVIOUR = AugeasType(TABLE)
