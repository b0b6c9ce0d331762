"""Change one setting in the text of puppet.conf, and leave every other line as it is."""

from __future__ import annotations

from duckrow.source.errors import InputError

MAIN = "main"


def set_in_conf(text: str, section: str, name: str, value: str) -> str:
    """Return the text with a setting: changed in its line, or after the others of its section.

    InputError for a section, name or value that could not be read back.
    """
    for kind, word in (("section", section), ("setting", name)):
        if not _is_word(word):
            raise InputError(f"the name of a {kind} has only letters, digits and _, not '{word}'")
    if "".join(value.splitlines()) != value:
        raise InputError(f"the value of a setting is one line; that of {name} has more")
    lines = text.splitlines()
    at = _find(lines, section, name)
    if at is not None:
        before, equals, old = _parts(lines[at])
        after = old[len(old.rstrip()) :]
        lines[at] = f"{before}{equals}{value}{after}"
    else:
        end = _end_of(lines, section)
        if end is None:
            lines.append(f"[{section}]")
            end = len(lines)
        lines.insert(end, f"{name} = {value}")
    return _joined(lines)


def delete_from_conf(text: str, section: str, name: str) -> tuple[str, str | None]:
    """Return the text without a setting, and the removed line; None if there is no such line."""
    lines = text.splitlines()
    at = _find(lines, section, name)
    if at is None:
        return text, None
    removed = lines.pop(at)
    return _joined(lines), removed


def _find(lines: list[str], section: str, name: str) -> int | None:
    current = MAIN
    for i, line in enumerate(lines):
        header = _section_of(line)
        if header is not None:
            current = header
        elif current == section and _name_of(line) == name:
            return i
    return None


def _end_of(lines: list[str], section: str) -> int | None:
    """Return the line after the last setting of a section, or after its header."""
    current, end = MAIN, 0 if section == MAIN else None
    for i, line in enumerate(lines):
        header = _section_of(line)
        if header is not None:
            current = header
            if header == section and not end:
                end = i + 1
        elif current == section and _name_of(line) is not None:
            end = i + 1
    return end


def _section_of(line: str) -> str | None:
    bare = line.strip()
    name = bare[1:-1]
    is_header = bare.startswith("[") and bare.endswith("]") and _is_word(name)
    return name if is_header else None


def _name_of(line: str) -> str | None:
    name, equals, _ = line.partition("=")
    return name.strip() if equals and _is_word(name.strip()) else None


def _parts(line: str) -> tuple[str, str, str]:
    """Split `name = value` before and after the equals sign and the spaces around it."""
    before, _, after = line.partition("=")
    name = before.rstrip()
    value = after.lstrip()
    return name, line[len(name) : len(line) - len(value)], value


def _is_word(name: str) -> bool:
    return bool(name) and name.replace("_", "a").isalnum()


def _joined(lines: list[str]) -> str:
    """Join lines; settings of main that no header precedes get one if no other line has it."""
    headers = [_section_of(line) for line in lines]
    first = next((i for i, header in enumerate(headers) if header is not None), len(lines))
    has_main = any(_name_of(line) is not None for line in lines[:first])
    if has_main and MAIN not in headers:
        lines = [f"[{MAIN}]", *lines]
    return "".join(f"{line}\n" for line in lines)
