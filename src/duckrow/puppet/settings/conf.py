"""Reading puppet.conf (or duckrow.conf), and environment.conf, which has the same shape.

    [main]
    strict = warning
    [server]
    environmentpath = /srv/environments

Lines before the first section belong to main. A later line for a name overrides an earlier one.
"""

from __future__ import annotations

from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.world import World

# The sections of puppet.conf; master is the older name of server.
SECTIONS = ("main", "server", "master", "agent", "user")

Sections = dict[str, dict[str, str]]


def parse_conf(text: str, file: str) -> Sections:
    """Read sections, each with its settings as they are written."""
    sections: Sections = {"main": {}}
    current = sections["main"]
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            current = sections.setdefault(line[1:-1].strip(), {})
            continue
        name, equals, value = line.partition("=")
        name = name.strip()
        if not equals or not name.replace("_", "").isalnum():
            raise InputError(f"Could not match line {line} (file: {file}, line: {number})")
        current[name] = _without_file_options(value.strip())
    return sections


def read_conf(path: str, world: World) -> Sections | None:
    """Read a file of settings; return None when there is no file."""
    try:
        text = world.read(path).decode()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None
    return parse_conf(text, path)


def place_of(path: str, name: str, world: World) -> str:
    """Return where a file sets a setting, as messages end: (file: …, line: …)."""
    try:
        lines = world.read(path).decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    found = [at for at, line in enumerate(lines, 1) if line.partition("=")[0].strip() == name]
    return f"(file: {path}, line: {found[-1]})" if found else f"(file: {path})"


def settings_in(sections: Sections, file: str, names: Iterable[str]) -> dict[str, str]:
    """Return the settings of the named sections, later ones overriding earlier ones."""
    for name in sections:
        if name not in SECTIONS:
            raise InputError(
                f"Illegal section '{name}' in config file at (file: {file}). "
                f"The only valid puppet.conf sections are: [{', '.join(SECTIONS)}]."
            )
    found: dict[str, str] = {}
    for name in names:
        found.update(sections.get(name, {}))
    return found


def _without_file_options(value: str) -> str:
    """Remove { owner = root, mode = 640 }, the mode and owner of a file."""
    start, end = value.find("{"), value.find("}")
    if start < 0 or end < start or "=" not in value[start:end] or value[start - 1 : start] == "$":
        return value
    return (value[:start] + value[end + 1 :]).rstrip()
