"""What a plugin did, for logs and reports: names and locations, never values."""

from __future__ import annotations

SETTING, FACT, VARIABLE, CLASS, DATA = "setting", "fact", "variable", "class", "data"
ADDED, CHANGED, REMOVED = "resource added", "resource changed", "resource removed"
_WORDS = {
    SETTING: "gives the setting {}",
    FACT: "gives the fact {}",
    VARIABLE: "gives the variable ${}",
    CLASS: "adds the class {}",
    DATA: "answers the key {}",
    ADDED: "adds {}",
    REMOVED: "removes {}",
}


class Effect:
    """One effect of a plugin, and the location of the code that has it."""

    __slots__ = ("attribute", "file", "kind", "line", "name", "plugin")

    def __init__(
        self,
        plugin: str,
        kind: str,
        name: str,
        file: str,
        line: int | None,
        attribute: str = "",
    ) -> None:
        self.plugin = plugin
        self.kind = kind
        self.name = name
        self.attribute = attribute
        self.file = file
        self.line = line

    @property
    def message(self) -> str:
        """The effect in words: Plugin pond::census gives the fact depth."""
        if self.kind == CHANGED:
            return f"Plugin {self.plugin} changes '{self.attribute}' of {self.name}"
        return f"Plugin {self.plugin} {_WORDS[self.kind].format(self.name)}"

    def to_data(self) -> dict[str, object]:
        """Return the effect as a report has it."""
        data: dict[str, object] = {
            "plugin": self.plugin,
            "effect": self.kind,
            "name": self.name,
            "message": self.message,
            "file": self.file,
            "line": self.line,
        }
        if self.attribute:
            data["attribute"] = self.attribute
        return data
