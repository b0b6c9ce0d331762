"""concat_file: a file that is put together from fragments."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, account_id
from duckrow.puppet.resources.file_line import full_path
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

FORMATS = ("plain", "yaml", "json", "json-array", "json-pretty", "json-array-pretty")

TABLE = ResourceTypeTable(
    "concat_file",
    namevars=("path",),
    properties={
        "ensure": "present absent",
    },
    parameters={
        "tag": "",
        "path": "",
        "owner": "",
        "group": "",
        "mode": "",
        "order": "alpha numeric",
        "backup": "",
        "replace": "true false yes no",
        "validate_cmd": "",
        "ensure_newline": "true false yes no",
        "format": " ".join(FORMATS),
        "force": "true false yes no",
        "selinux_ignore_defaults": "true false yes no",
        "selrange": "",
        "selrole": "",
        "seltype": "",
        "seluser": "",
        "show_diff": "true false yes no",
    },
    summary="A file that is put together from fragments.",
    attribute_help={
        "ensure": "Whether the file is there.",
        "tag": "Fragments with this tag belong to it.",
        "path": "The full path.",
        "owner": "Whose file it is.",
        "group": "The group of the file.",
        "mode": "The permissions.",
        "order": "Whether fragments are ordered as numbers or as text.",
        "backup": "Where the old content is kept.",
        "replace": "Whether a file that is there already is changed.",
        "validate_cmd": "A command that judges new content.",
        "ensure_newline": "Whether each fragment ends with a new line.",
        "format": "What fragments are: plain text, YAML or JSON, which are merged.",
        "force": "Whether later fragments win where merged values differ.",
        "selinux_ignore_defaults": "Whether to leave the SELinux context alone.",
        "selrange": "The range of the SELinux context.",
        "selrole": "The role of the SELinux context.",
        "seltype": "The type of the SELinux context.",
        "seluser": "The user of the SELinux context.",
        "show_diff": "Whether the log may show how the content changes.",
    },
)


class ConcatFileType(Behaviour):
    """The path of the file, its properties, and how fragments are joined."""

    __slots__ = ()
    providers = ("concat_file",)
    defaults = {
        "ensure": "present",
        "order": "numeric",
        "replace": True,
        "format": "plain",
    }

    def munge_path(self, desired: Desired, value: object) -> str:
        return full_path(value)

    def munge_owner(self, desired: Desired, value: object) -> int | str:
        return account_id("owner", value)

    def munge_group(self, desired: Desired, value: object) -> int | str:
        return account_id("group", value)

    def munge_mode(self, desired: Desired, value: object) -> object:
        from duckrow.puppet.resources.file import BEHAVIOUR as FILE

        return FILE.munge_mode(desired, value)

    def munge_backup(self, desired: Desired, value: object) -> object:
        if type(value) not in (str, bool):
            raise ValueError("Backup must be a Boolean or String")
        # "No backup" differs from an attribute that is not set.
        return "false" if value is False else value

    def munge_validate_cmd(self, desired: Desired, value: object) -> str:
        return _text("Validate_cmd", value)

    def munge_selrange(self, desired: Desired, value: object) -> str:
        return _text("Selrange", value)

    def munge_selrole(self, desired: Desired, value: object) -> str:
        return _text("Selrole", value)

    def munge_seltype(self, desired: Desired, value: object) -> str:
        return _text("Seltype", value)

    def munge_seluser(self, desired: Desired, value: object) -> str:
        return _text("Seluser", value)

    def autorequire(self, desired: Desired) -> Related:
        yield "file", [desired.name]


def is_fragment_of(fragment: Desired, file: Desired) -> bool:
    """Return whether a fragment is part of a file: by path, title or tag."""
    target, tag = fragment["target"], fragment["tag"]
    if target is not None and target in (file["path"], file.title):
        return True
    return tag is not None and tag == file["tag"]


def _text(name: str, value: object) -> str:
    if type(value) is not str:
        raise ValueError(f"{name} must be a String")
    return value


BEHAVIOUR = ConcatFileType(TABLE)
