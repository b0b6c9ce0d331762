"""A format of the language: `%[flags][width][.precision]letter`, and options of containers."""

from __future__ import annotations

import re

from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.format.sprintf import format_text
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.format.format_map import FormatMap

# The beginning and the end are those of a line: text before and after is allowed, on lines of
# its own. The signature of String.new() asks for the same pattern.
PATTERN = r"^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$"
_DELIMITERS = {"[": ("[", "]"), "{": ("{", "}"), "(": ("(", ")"), "<": ("<", ">"), "|": ("|", "|")}


@frozen
class Format:
    """A parsed format. Unset directives are None or False.

    `is_bare` means that spaces replace the delimiters, so a container has none.
    """

    text: str
    letter: str
    width: int | None
    precision: int | None
    is_left: bool
    is_alternate: bool
    is_bare: bool
    delimiter: str | None
    separator: str | None
    separator2: str | None
    elements: FormatMap | None

    def delimiters(self, default: tuple[str, str]) -> tuple[str, str]:
        """Return the delimiters of a container."""
        if self.delimiter is not None:
            return _DELIMITERS[self.delimiter]
        return ("", "") if self.is_bare else default

    def with_additions(
        self, separator: str | None, separator2: str | None, elements: FormatMap | None
    ) -> Format:
        """Return the same directive with other additions for containers."""
        return Format(
            self.text,
            self.letter,
            self.width,
            self.precision,
            self.is_left,
            self.is_alternate,
            self.is_bare,
            self.delimiter,
            separator,
            separator2,
            elements,
        )

    def apply(self, text: str) -> str:
        """Cut and pad a text as width, precision and the flag `-` say."""
        if self.width is None and self.precision is None:
            return text
        width = "" if self.width is None else str(self.width)
        precision = "" if self.precision is None else f".{self.precision}"
        return format_text(f"%{'-' if self.is_left else ''}{width}{precision}s", text)


def plain(
    letter: str,
    separator: str | None = None,
    separator2: str | None = None,
    elements: FormatMap | None = None,
) -> Format:
    """Make the format of a letter without flags."""
    return Format(
        "%" + letter,
        letter,
        None,
        None,
        False,
        False,
        False,
        None,
        separator,
        separator2,
        elements,
    )


def parse_format(
    text: str | None,
    separator: str | None = None,
    separator2: str | None = None,
    elements: FormatMap | None = None,
) -> Format:
    """Parse a format, and add the separators and element formats of a container."""
    text = text or ""
    match = re.search(PATTERN, text, re.MULTILINE | re.ASCII)
    if match is None:
        raise FormatError(
            f"The format '{text}' is not a valid format on the form "
            "'%<flags><width>.<prec><format>'"
        )
    flags, width, precision, letter = match.groups()
    if len(set(flags)) != len(flags):
        raise FormatError(f"The same flag can only be used once, got '{text}'")
    delimiters = [flag for flag in flags if flag in _DELIMITERS]
    if len(delimiters) > 1:
        raise FormatError(
            f"Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{text}'"
        )
    return Format(
        text,
        letter,
        None if width is None else int(width),
        None if precision is None else int(precision),
        "-" in flags,
        "#" in flags,
        " " in flags,
        delimiters[0] if delimiters else None,
        separator,
        separator2,
        elements,
    )
