"""INI files of package tools: sections with settings.

    [updates]
    name=Updates
    enabled=1

Every line keeps its bytes until its setting is changed. A line that begins with a space continues
the setting before.
"""

from __future__ import annotations

from duckrow.machine.texts.lines import split_lines


class IniError(ValueError):
    """A line that is neither a section, a setting nor a comment."""


class Entry:
    """One or more lines of a setting; comments have no key."""

    __slots__ = ("key", "text", "value")

    def __init__(self, text: str, key: str | None = None, value: str = "") -> None:
        self.text = text
        self.key = key
        self.value = value


class Section:
    """A section: its header line, and its entries."""

    __slots__ = ("entries", "name", "text")

    def __init__(self, name: str, text: str | None = None) -> None:
        self.name = name
        self.text = f"[{name}]\n" if text is None else text
        self.entries: list[Entry] = []

    def get(self, key: str) -> str | None:
        """Return the value of a setting."""
        return next((entry.value for entry in self.entries if entry.key == key), None)

    def settings(self) -> dict[str, str]:
        """Return all settings; of several with one key, the first."""
        found: dict[str, str] = {}
        for entry in self.entries:
            if entry.key is not None:
                found.setdefault(entry.key, entry.value)
        return found

    def set(self, key: str, value: str | None) -> None:
        """Change, add or remove a setting."""
        if value is not None and ("\0" in value or "\n[" in value):
            raise ValueError(f"cannot be written as one setting: {key}")
        for number, entry in enumerate(self.entries):
            if entry.key == key:
                if value is None:
                    del self.entries[number]
                else:
                    entry.text, entry.value = f"{key}={value}\n", value
                return
        if value is not None:
            self._end_last_line()
            self.entries.append(Entry(f"{key}={value}\n", key, value))

    def _end_last_line(self) -> None:
        last = self.entries[-1] if self.entries else self
        if not last.text.endswith("\n"):
            last.text += "\n"

    @property
    def content(self) -> str:
        """Return the section as a string."""
        return self.text + "".join(entry.text for entry in self.entries)


class IniText:
    """A whole file."""

    __slots__ = ("head", "sections")

    def __init__(self, content: bytes = b"") -> None:
        self.head = ""
        self.sections: list[Section] = []
        for line in split_lines(content.decode("utf-8", "surrogateescape")):
            self._read(line)

    def _read(self, line: str) -> None:
        section = self.sections[-1] if self.sections else None
        bare = line.rstrip("\r\n")
        if not bare.strip() or bare[0] in "#;" or bare.lstrip().lower().startswith("rem "):
            if section is None:
                self.head += line
            else:
                section.entries.append(Entry(line))
            return
        if bare[0] in " \t" and section is not None:
            last = section.entries[-1] if section.entries else None
            if last is not None and last.key is not None:
                last.text += line
                last.value += f"\n{bare}"
                return
        if bare[0] == "[" and "]" in bare:
            self.sections.append(Section(bare[1 : bare.index("]")], line))
            return
        key, equals, value = bare.partition("=")
        if not equals or not key.strip() or section is None:
            raise IniError(f"Can't parse line '{bare}'")
        section.entries.append(Entry(line, key.strip(), value.strip()))

    def find(self, name: str) -> Section | None:
        """Return a section by its name."""
        return next((section for section in self.sections if section.name == name), None)

    def add(self, section: Section) -> None:
        """Add a section at the end."""
        if self.sections:
            self.sections[-1]._end_last_line()
        elif self.head and not self.head.endswith("\n"):
            self.head += "\n"
        self.sections.append(section)

    @property
    def content(self) -> bytes:
        """Return the whole file."""
        text = self.head + "".join(section.content for section in self.sections)
        return text.encode("utf-8", "surrogateescape")
