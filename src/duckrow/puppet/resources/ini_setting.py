"""ini_setting: one setting in a section of a file."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, listed_value, single_text, word_of
from duckrow.puppet.resources.file_line import full_path
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "ini_setting",
    properties={
        "ensure": "present absent",
        "value": "",
    },
    parameters={
        "name": "",
        "section": "",
        "setting": "",
        "force_new_section_creation": "true false yes no",
        "path": "",
        "show_diff": "true md5 false",
        "key_val_separator": "",
        "section_prefix": "",
        "section_suffix": "",
        "indent_char": "",
        "indent_width": "",
        "refreshonly": "true false yes no",
        "provider": "",
    },
    summary="Looks after one setting in a file of sections.",
    attribute_help={
        "ensure": "Whether the setting is in the file.",
        "value": "Its value.",
        "name": "What it is called in the catalog.",
        "section": "The section.",
        "setting": "The name of the setting.",
        "force_new_section_creation": "Whether a missing section is made.",
        "path": "The file.",
        "show_diff": "Whether the log may show the values, their digests or nothing.",
        "key_val_separator": "What stands between name and value.",
        "section_prefix": "What stands before the name of a section.",
        "section_suffix": "What stands behind it.",
        "indent_char": "What lines are indented with.",
        "indent_width": "How far they are indented.",
        "refreshonly": "Whether the value is set only on a refresh.",
    },
)


class IniSettingType(Behaviour):
    """Where a setting is, and how its file is written."""

    __slots__ = ()
    providers = ("ruby",)
    strings = (
        "key_val_separator",
        "section_prefix",
        "section_suffix",
        "indent_char",
    )
    aliases = {"show_diff": {"yes": "true", "no": "false"}}
    defaults = {
        "ensure": "present",
        "section": "",
        "show_diff": "true",
        "key_val_separator": " = ",
        "section_prefix": "[",
        "section_suffix": "]",
        "indent_char": " ",
    }
    can_refresh = True

    def munge_setting(self, desired: Desired, value: object) -> str:
        text = word_of(value)
        if text != text.strip():
            desired.log(
                "warning",
                "Settings should not have spaces in the value, "
                "we are going to strip the whitespace",
                "Puppet",
            )
        return text.strip()

    def munge_force_new_section_creation(self, desired: Desired, value: object) -> str:
        # As a word, since False counts as an attribute that is not set.
        return "true" if listed_value("true false yes no", value) else "false"

    def munge_indent_width(self, desired: Desired, value: object) -> int:
        text = single_text("indent_width", value)
        if not (text.isascii() and text.isdigit() and len(text) < 5):
            raise ValueError(f"indent_width must be a number of characters, not '{text}'")
        return int(text)

    def munge_path(self, desired: Desired, value: object) -> str:
        return full_path(value)

    def munge_value(self, desired: Desired, value: object) -> str:
        return word_of(value).strip()

    def autorequire(self, desired: Desired) -> Related:
        path = desired["path"]
        if path is not None:
            yield "file", [path.rstrip("/").rpartition("/")[0] or "/"]

    def validate(self, desired: Desired) -> None:
        if desired["path"] is None:
            raise ValueError("path is a required attribute")


BEHAVIOUR = IniSettingType(TABLE)
