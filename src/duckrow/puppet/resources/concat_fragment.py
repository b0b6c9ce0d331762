"""concat_fragment: a part of a file that is put together."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.concat_file import is_fragment_of
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "concat_fragment",
    properties={},
    parameters={
        "name": "",
        "target": "",
        "content": "",
        "source": "",
        "order": "",
        "tag": "",
    },
    summary="A part of a file that is put together.",
    attribute_help={
        "name": "What the fragment is called.",
        "target": "The file that it is part of.",
        "content": "What it holds.",
        "source": "Where its content comes from.",
        "order": "Its place among the fragments.",
        "tag": "The tag by which a file finds it.",
    },
)


class ConcatFragmentType(Behaviour):
    """A content, and where in which file it belongs."""

    __slots__ = ()
    providers = ("concat_fragment",)
    defaults = {"order": "10"}

    def munge_target(self, desired: Desired, value: object) -> str:
        if type(value) is not str:
            raise ValueError("Target must be a String")
        return value

    def munge_content(self, desired: Desired, value: object) -> str:
        if type(value) is not str:
            raise ValueError("Content must be a String")
        return value

    def munge_source(self, desired: Desired, value: object) -> list[object]:
        if type(value) not in (str, list):
            raise ValueError("Content must be a String or Array")
        return value if type(value) is list else [value]

    def munge_order(self, desired: Desired, value: object) -> str:
        if type(value) not in (str, int):
            raise ValueError("$order is not a string or integer.")
        text = str(value)
        if any(sign in text for sign in ":\n/"):
            raise ValueError("Order cannot contain '/', ':', or '\\n'.")
        return text

    def validate(self, desired: Desired) -> None:
        if desired["target"] is None and desired["tag"] is None:
            raise ValueError("No 'target' or 'tag' set")
        has_content, has_source = desired["content"] is not None, desired["source"] is not None
        if not has_content and not has_source:
            raise ValueError("Set either 'source' or 'content'")
        if has_content and has_source:
            raise ValueError("Can't use 'source' and 'content' at the same time")

    def autorequire(self, desired: Desired) -> Related:
        files = [] if desired.catalog is None else desired.catalog.of_type("concat_file")
        if not any(is_fragment_of(desired, file) for file in files):
            by_tag = "" if desired["tag"] is None else f"or tag '{desired['tag']} "
            desired.log(
                "warning",
                f"Target Concat_file with path or title '{desired['target'] or ''}' {by_tag}"
                "not found in the catalog",
            )
        return ()


BEHAVIOUR = ConcatFragmentType(TABLE)
