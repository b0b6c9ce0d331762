"""One line of fstab or of the kernel's table of mounts."""

from __future__ import annotations

from duckrow.machine.texts.lines import checked_field, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FIELDS = 6
# Characters that the file writes as three octal digits.
_ESCAPED = {" ": "\\040", "\t": "\\011", "\n": "\\012", "\\": "\\134", "#": "\\043"}


class Mount:
    """One mount: device, path, type and options."""

    __slots__ = ("check", "device", "dump", "kind", "options", "path")

    def __init__(
        self,
        device: str,
        path: str,
        kind: str = "auto",
        options: str = "defaults",
        dump: str = "0",
        check: str = "0",
    ) -> None:
        self.device = device
        self.path = path
        self.kind = kind
        self.options = options
        self.dump = dump
        self.check = check


def read_mount(line: str) -> Mount | None:
    """Parse a line of fstab or of the kernel's list."""
    words = split_words(line)
    if len(words) < 3 or words[0].startswith("#"):
        return None
    device, path, kind = map(unescaped, words[:3])
    options = unescaped(words[3]) if len(words) > 3 else "defaults"
    dump = words[4] if len(words) > 4 else "0"
    check = words[5] if len(words) > 5 else "0"
    return Mount(device, path, kind, options, dump, check)


def read_mounts(lines: Iterable[str]) -> list[Mount]:
    """Parse the lines of fstab or of the kernel's list; skip comments and blank lines."""
    found = (read_mount(line) for line in lines)
    return [mount for mount in found if mount is not None]


def write_mount(mount: Mount) -> str:
    """Return the line of a mount, with tabs."""
    texts = (mount.device, mount.path, mount.kind, mount.options)
    fields = [*map(escaped, texts), mount.dump, mount.check]
    if not all(fields):
        raise ValueError(f"a mount of {mount.path} with an empty field")
    return checked_field("\t".join(fields))


def respace_mount(line: str) -> str:
    """Return a line with tabs between its fields; the reference writes missing ones as empty."""
    words = split_words(line)
    return "\t".join([*words, *[""] * (FIELDS - len(words))])


def unescaped(text: str) -> str:
    """Undo the escapes; each is a byte, and together they need not be UTF-8."""
    if "\\" not in text:
        return text
    parts = text.split("\\")
    found = bytearray(parts[0].encode("utf-8", "surrogateescape"))
    for part in parts[1:]:
        digits = part[:3]
        is_octal = len(digits) == 3 and all(one in "01234567" for one in digits)
        if is_octal and int(digits, 8) < 256:
            found.append(int(digits, 8))
            part = part[3:]
        else:
            found += b"\\"
        found += part.encode("utf-8", "surrogateescape")
    return found.decode("utf-8", "surrogateescape")


def escaped(text: str) -> str:
    """Write characters that would end a field as three octal digits."""
    start = text[:1]
    rest = "".join(_ESCAPED.get(letter, letter) if letter != "#" else "#" for letter in text[1:])
    return _ESCAPED.get(start, start) + rest
