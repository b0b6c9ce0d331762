"""Access lists as data: read from and written to the kernel's attribute, and read from policies.

An entry has a tag, an id for a named user or group, and three permission bits. A policy writes
user:NAME:rw, user:*:rw for the owner, group:NAME:r, all:r and mask:rw.
"""

from __future__ import annotations

import re
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.users.users import Users

ENTRIES = "system.posix_acl_access"
DEFAULT = "system.posix_acl_default"

OWNER, USER, GROUP_OWNER, GROUP, MASK, OTHER = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20

_VERSION = struct.Struct("<I")
_ENTRY = struct.Struct("<HHI")
_NOBODY = 0xFFFFFFFF
_BITS = {"r": 4, "w": 2, "x": 1}
_WORDS = {OWNER: "user", USER: "user", GROUP_OWNER: "group", GROUP: "group", MASK: "mask",
          OTHER: "other"}  # fmt: skip
# The allowed prefixes of an entry.
_AFTER = {
    OWNER: (0,),
    USER: (OWNER, USER),
    GROUP_OWNER: (OWNER, USER),
    GROUP: (GROUP_OWNER, GROUP),
    MASK: (GROUP_OWNER, GROUP),
    OTHER: (GROUP_OWNER, GROUP, MASK),
}
_MODE = re.compile(r"[-+=]*([rwx]*)(?:\(([rwx]*)\))?")


class EntryError(Exception):
    """An entry names an unknown user or group; `rest` holds the entries after it."""

    def __init__(self, lines: list[str], rest: str) -> None:
        super().__init__(rest)
        self.lines = lines
        self.rest = rest


class AccessList:
    """Permissions by tag and id."""

    __slots__ = ("entries",)

    def __init__(self, entries: dict[tuple[int, int], int] | None = None) -> None:
        self.entries: dict[tuple[int, int], int] = entries or {}

    @classmethod
    def from_mode(cls, mode: int) -> AccessList:
        """Make the access list that is equivalent to a mode."""
        return cls(
            {
                (OWNER, _NOBODY): mode >> 6 & 7,
                (GROUP_OWNER, _NOBODY): mode >> 3 & 7,
                (OTHER, _NOBODY): mode & 7,
            }
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> AccessList:
        """Parse the kernel's format."""
        found: dict[tuple[int, int], int] = {}
        for tag, bits, number in _ENTRY.iter_unpack(data[_VERSION.size :]):
            found[tag, number if tag in (USER, GROUP) else _NOBODY] = bits
        return cls(found)

    def to_bytes(self) -> bytes:
        """Return the kernel's format, in its order."""
        return _VERSION.pack(2) + b"".join(
            _ENTRY.pack(tag, self.entries[tag, number], number)
            for tag, number in sorted(self.entries)
        )

    def copy(self) -> AccessList:
        """Return a copy of the list."""
        return AccessList(dict(self.entries))

    def compute_mask(self) -> None:
        """Set the mask to the union of the group's and all named entries' permissions."""
        bits = 0
        for (tag, _), each in self.entries.items():
            if tag in (USER, GROUP, GROUP_OWNER):
                bits |= each
        self.entries[MASK, _NOBODY] = bits

    def problem(self) -> tuple[int, str] | None:
        """Return the index and message of the first wrong entry, or None."""
        needs_mask = any(tag in (USER, GROUP) for tag, _ in self.entries)
        last = 0
        for index, (tag, _) in enumerate(sorted(self.entries)):
            if last not in _AFTER[tag] or (tag == OTHER and needs_mask and last != MASK):
                return index, "Missing or wrong entry"
            last = tag
        return None if last == OTHER else (len(self.entries), "Missing or wrong entry")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AccessList) and self.entries == other.entries

    __hash__ = None  # type: ignore[assignment]

    def shown(self, users: Users) -> str:
        """Return the list in readable form."""
        return ",".join(
            f"{_WORDS[tag]}:{_name(tag, number, users)}:{_shown(bits)}"
            for (tag, number), bits in sorted(self.entries.items())
        )


def _name(tag: int, number: int, users: Users) -> str:
    if tag == USER:
        user = users.user_of(number)
        return str(number) if user is None else user.name
    if tag == GROUP:
        group = users.group_of(number)
        return str(number) if group is None else group.name
    return ""


def _shown(bits: int) -> str:
    return "".join(letter if bits & bit else "-" for letter, bit in _BITS.items())


def check_entry(entry: str, kind: str) -> list[str | None] | None:
    """Return the error of an entry, or None; None among the words is replaced by the location."""
    who, colon, rest = entry.partition(":")
    if not colon or who not in ("user", "group", "all", "mask"):
        return [f"ACL: ACE '{entry}' does not start with user:/group:/all", None]
    if who == "mask" and kind != "posix":
        return ["This ACL type does not support mask ACE.", None]
    if who in ("user", "group"):
        name, colon, rest = rest.partition(":")
        if not name:
            return [f"ACL: ACE '{entry}': id cannot be empty or contain ':'"]
        if not colon:
            return [f"ACL: Nothing following id string in ACE '{entry}'"]
    mode, colon, permission = rest.partition(":")
    problem = _check_mode(mode, kind)
    if problem is not None:
        return [problem, None, f"ACL: Malformed mode-string in ACE '{entry}'", None]
    if not colon or permission == "allow" or (permission == "deny" and kind == "ntfs"):
        return None
    last = f"ACL: Malformed perm_type syntax in ACE '{entry}'"
    if permission == "deny":
        return ["Deny permission not supported by this ACL type", None, last]
    return [last]


def _check_mode(mode: str, kind: str) -> str | None:
    if not mode:
        return None
    for part in mode.split(","):
        found = _MODE.fullmatch(part)
        if found is None:
            return "ACL: Mode string contains invalid characters"
        if found[2] and kind == "generic":
            return (
                f"ACL: Invalid native permission '{found[2][0]}', or missing native end separator"
            )
    return None


def apply_entry(wanted: AccessList, entry: str, users: Users) -> bool:
    """Put an entry into a list; return True if it is the mask."""
    who, _, rest = entry.partition(":")
    number = _NOBODY
    if who in ("user", "group"):
        name, _, rest = rest.partition(":")
        if name == "*":
            tag = OWNER if who == "user" else GROUP_OWNER
        else:
            tag = USER if who == "user" else GROUP
            number = _number(who, name, users, f":{rest}")
    else:
        tag = MASK if who == "mask" else OTHER
    mode = rest.partition(":")[0]
    wanted.entries[tag, number] = _apply_mode(mode, wanted.entries.get((tag, number), 0))
    return tag == MASK


def _number(who: str, name: str, users: Users, rest: str) -> int:
    if who == "user":
        user = users.user(name)
        if user is not None:
            return user.uid
        line = f"Could not get UID for user '{name}', (getpwnam: not found)"
    else:
        group = users.group(name)
        if group is not None:
            return group.gid
        line = f"Could not get GID for group '{name}', (getgrnam: not found)"
    raise EntryError([line], rest)


def _apply_mode(mode: str, bits: int) -> int:
    if not mode:
        return 0
    for part in mode.split(","):
        sign = part[:1]
        if sign not in ("+", "-"):
            bits = 0
        for letter in part:
            bit = _BITS.get(letter, 0)
            bits = bits & ~bit if sign == "-" else bits | bit
    return bits
