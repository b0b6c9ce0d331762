"""The files of facts in Ruby, and which facts their text adds, without running them."""

from __future__ import annotations

import re

from duckrow.machine.paths import files_in, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_ADDS = re.compile(rb"Facter\s*\.\s*(?:add|define_fact)\s*\(?\s*")
_LITERAL = re.compile(rb""":?(?:"([\w.-]+)"|'([\w.-]+)'|(?<=:)(\w+))""")


class AddedFacts:
    """The facts that some files add by name, and the files that may add others."""

    __slots__ = ("by_name", "files", "others")

    def __init__(self, files: Sequence[str]) -> None:
        self.files = files
        self.by_name: dict[str, list[str]] = {}
        self.others: list[str] = []  # files that add facts with computed names
        for file in files:
            try:
                text = read_bytes(file)
            except OSError:
                continue
            adds = list(_ADDS.finditer(text))
            for add in adds:
                literal = _LITERAL.match(text, add.end())
                if literal is None:
                    self.others.append(file)
                    break
                name = next(each for each in literal.groups() if each is not None)
                self.by_name.setdefault(name.decode().lower(), []).append(file)
            if not adds:
                self.others.append(file)


def ruby_files(directories: Sequence[str]) -> list[str]:
    """Return the files of facts in some directories."""
    found: dict[str, None] = {}
    for directory in directories:
        for name in files_in(directory):
            if name.endswith(".rb") and not name.startswith("."):
                found[f"{directory}/{name}"] = None
    return list(found)
