"""/etc/aliases: mail aliases and their recipients."""

from __future__ import annotations

from duckrow.machine.texts.lines import Line, Lines, checked_field, split_lines

PATH = "/etc/aliases"


class Alias:
    """A name and its recipients; `file` is set where a file lists them.

    The name is as the file has it, with its quotes if it has them: the reference does the same.
    """

    __slots__ = ("file", "name", "recipients")

    def __init__(self, name: str, recipients: tuple[str, ...] = (), file: str = "") -> None:
        self.name = name
        self.recipients = recipients
        self.file = file


def parse_aliases(content: bytes) -> Lines[Alias]:
    """Read the file; a line that begins with a space continues the line before."""
    text = content.decode("utf-8", "surrogateescape")
    joined = Lines(b"", read_alias, write_alias, respace_alias)

    for line in split_lines(text):
        is_more = line[:1] in " \t" and line.strip() != ""
        if is_more and joined.lines and joined.lines[-1].record is not None:
            whole = joined.lines[-1].text + line
            joined.lines[-1] = Line(whole, read_alias(whole))
        else:
            joined.lines.append(Line(line, read_alias(line)))
    return joined


def read_alias(line: str) -> Alias | None:
    """Parse a line, or return None if it has no alias."""
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith('"'):
        name, quote, rest = text[1:].partition('"')
        if not quote or not rest.lstrip().startswith(":"):
            return None
        name, rest = f'"{name}"', rest.lstrip()[1:]
    else:
        name, colon, rest = text.partition(":")
        if not colon:
            return None
    recipients = tuple(part for part in _split(rest) if part)
    if len(recipients) == 1 and recipients[0].startswith(":include:"):
        return Alias(name.strip(), (), recipients[0][9:].strip())
    return Alias(name.strip(), recipients)


def write_alias(alias: Alias) -> str:
    """Return the line of an alias; recipients with special characters are quoted."""
    if alias.file:
        return checked_field(f"{alias.name}: :include: {alias.file}")
    recipients = ",".join(_quoted_recipient(one) for one in alias.recipients)
    return checked_field(f"{alias.name}: {recipients}")


def respace_alias(text: str) -> str:
    """Return the line of an alias as `write_alias` has it; several lines stay as they are."""
    alias = None if "\n" in text else read_alias(text)
    return text if alias is None else write_alias(alias)


def _quoted_recipient(text: str) -> str:
    is_plain = all(letter.isalnum() or letter in "_-+@." for letter in text)
    return text if is_plain else f'"{text}"'


def _split(text: str) -> list[str]:
    """Split at commas outside quotes, and remove the quotes."""
    parts: list[str] = []
    at = ""
    is_quoted = False
    for letter in text.replace("\n", " "):
        if letter == '"':
            is_quoted = not is_quoted
        elif letter == "," and not is_quoted:
            parts.append(at.strip())
            at = ""
        else:
            at += letter
    return [*parts, at.strip()]
