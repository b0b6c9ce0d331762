"""ini_subsetting: one item of a setting that lists several."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, word_of
from duckrow.puppet.resources.file_line import full_path
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "ini_subsetting",
    properties={
        "ensure": "present absent",
        "value": "",
    },
    parameters={
        "name": "",
        "section": "",
        "setting": "",
        "subsetting": "",
        "subsetting_separator": "",
        "subsetting_key_val_separator": "",
        "path": "",
        "show_diff": "true md5 false",
        "key_val_separator": "",
        "quote_char": "",
        "use_exact_match": "true false",
        "insert_type": "start end before after index",
        "insert_value": "",
        "delete_if_empty": "true false",
        "provider": "",
    },
    summary="Looks after one part of a setting in a file of sections.",
    attribute_help={
        "ensure": "Whether the part is there.",
        "value": "Its value.",
        "name": "What it is called in the catalog.",
        "section": "The section.",
        "setting": "The name of the setting.",
        "subsetting": "The name of the part.",
        "subsetting_separator": "What stands between parts.",
        "subsetting_key_val_separator": "What stands between the name of a part and its value.",
        "path": "The file.",
        "show_diff": "Whether the log may show the values, their digests or nothing.",
        "key_val_separator": "What stands between the setting and its value.",
        "quote_char": "What quotes stand around the parts.",
        "use_exact_match": "Whether a part is found by its whole name only.",
        "insert_type": "Where a new part goes: start, end, before, after or index.",
        "insert_value": "What insert_type is about.",
        "delete_if_empty": "Whether a setting without parts is removed.",
    },
)


class IniSubsettingType(Behaviour):
    """The setting that an item is in, and how items are distinguished."""

    __slots__ = ()
    providers = ("ruby",)
    strings = ("subsetting_separator", "subsetting_key_val_separator", "key_val_separator")
    aliases = {"show_diff": {"yes": "true", "no": "false"}}
    defaults = {
        "ensure": "present",
        "section": "",
        "subsetting_separator": " ",
        "subsetting_key_val_separator": "",
        "show_diff": "true",
        "key_val_separator": " = ",
        "quote_char": "",
        "use_exact_match": "false",
        "insert_type": "end",
        "delete_if_empty": "false",
    }

    def munge_path(self, desired: Desired, value: object) -> str:
        return full_path(value)

    def munge_value(self, desired: Desired, value: object) -> str:
        return word_of(value)

    def munge_quote_char(self, desired: Desired, value: object) -> str:
        if value not in ("", '"', "'"):
            raise ValueError(":quote_char valid values are '', '\"' and \"'\"")
        return str(value)

    def validate(self, desired: Desired) -> None:
        if desired["path"] is None:
            raise ValueError("path is a required attribute")


BEHAVIOUR = IniSubsettingType(TABLE)
