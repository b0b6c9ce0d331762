"""/etc/fstab, and what is mounted right now."""

from __future__ import annotations

from errno import EOPNOTSUPP

from duckrow.machine.processes.tool import Tool, checked
from duckrow.machine.texts.lines import Lines, checked_field, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

PATH = "/etc/fstab"
# Characters that stand in the file as three octal digits.
_ESCAPED = {" ": "\\040", "\t": "\\011", "\n": "\\012", "\\": "\\134", "#": "\\043"}


class Mount:
    """What is mounted where and how."""

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


def parse_fstab(content: bytes) -> Lines[Mount]:
    """Read the file."""
    return Lines(content, read_mount, write_mount)


def read_mount(line: str) -> Mount | None:
    """Read a line of fstab or of the kernel's list."""
    words = split_words(line)
    if len(words) < 3 or words[0].startswith("#"):
        return None
    device, path, kind = map(_plain, words[:3])
    options = _plain(words[3]) if len(words) > 3 else "defaults"
    dump = words[4] if len(words) > 4 else "0"
    check = words[5] if len(words) > 5 else "0"
    return Mount(device, path, kind, options, dump, check)


def write_mount(mount: Mount) -> str:
    """Write a line with tabs."""
    texts = (mount.device, mount.path, mount.kind, mount.options)
    fields = [*map(_escaped, texts), mount.dump, mount.check]
    if not all(fields):
        raise ValueError(f"a mount of {mount.path} with an empty field")
    return checked_field("\t".join(fields))


def _plain(text: str) -> str:
    """Undo the escapes; they stand for bytes, which may be no UTF-8 together."""
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


def _escaped(text: str) -> str:
    start = text[:1]
    rest = "".join(_ESCAPED.get(letter, letter) if letter != "#" else "#" for letter in text[1:])
    return _ESCAPED.get(start, start) + rest


class Mounts:
    """Mounts by the table of the machine: `mount` reads fstab for the rest.

    In a scratch root nothing is mounted, and nothing can be: the tools would do it to the host.
    """

    __slots__ = ("_commands", "_files", "root")

    def __init__(self, files: Files, commands: Commands, root: str = "/") -> None:
        self._files = files
        self._commands = commands
        self.root = root

    def mounted(self) -> dict[str, Mount]:
        """Give what is mounted by path; of several on one path, the last is on top."""
        if self.root != "/":
            return {}
        content = self._files.read("/proc/self/mounts")
        lines = content.decode("utf-8", "surrogateescape").split("\n")
        found = (read_mount(line) for line in lines)
        return {mount.path: mount for mount in found if mount is not None}

    def mount(self, path: str, options: str | None = None) -> None:
        """Mount what fstab says about a path."""
        words = () if not options else ("-o", options)
        self._tool("mount").change(*words, checked(path))

    def remount(self, path: str, options: str | None = None) -> None:
        """Have a mount take on its options."""
        words = "remount" if not options or options == "defaults" else f"remount,{options}"
        self._tool("mount").change("-o", words, checked(path))

    def unmount(self, path: str) -> None:
        """Unmount a path."""
        self._tool("umount").change(checked(path))

    def _tool(self, name: str) -> Tool:
        if self.root != "/":
            raise OSError(EOPNOTSUPP, "Nothing can be mounted in a scratch root", self.root)
        return Tool(self._commands, name)
