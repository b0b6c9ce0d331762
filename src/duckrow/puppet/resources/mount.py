"""mount: a file system in fstab, mounted or not."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, only_text, word_of
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

USUAL = "/etc/fstab"
_TRUTHS = {"true": "yes", "yes": "yes", "false": "no", "no": "no"}

TABLE = ResourceTypeTable(
    "mount",
    properties={
        "ensure": "defined unmounted absent mounted",
        "device": "",
        "blockdevice": "",
        "fstype": "",
        "options": "",
        "pass": "",
        "atboot": "",
        "dump": "/(0|1)/",
        "target": "",
    },
    parameters={
        "name": "",
        "remounts": "true false",
        "provider": "",
    },
    summary="Looks after a file system in fstab, and whether it is mounted.",
    attribute_help={
        "ensure": (
            "Whether it is mounted, unmounted, defined in the table in either state, or absent."
        ),
        "device": "What is mounted: a device, a UUID or a share.",
        "blockdevice": "The device that is checked, on Solaris.",
        "fstype": "The kind of file system.",
        "options": "The options with commas between them.",
        "pass": "When it is checked at the start of the system.",
        "atboot": "Whether it is mounted at the start, on systems whose table says so.",
        "dump": "Whether it is dumped.",
        "target": "The table; /etc/fstab if nothing is said.",
        "name": "Where it is mounted.",
        "remounts": "Whether new options can be taken on by remounting.",
    },
)


class MountType(Behaviour):
    """A line of fstab, and the mounts and files that come before and after it."""

    __slots__ = ()
    providers = ("parsed",)
    aliases = {"ensure": {"present": "defined"}}
    defaults = {"target": USUAL, "remounts": "true"}
    can_refresh = True
    refreshes_itself = True

    def munge_name(self, desired: Desired, value: object) -> str:
        text = str(value)
        return text.rstrip("/") or text[:1]

    def munge_blockdevice(self, desired: Desired, value: object) -> str:
        return _without_space("blockdevice", value)

    def munge_fstype(self, desired: Desired, value: object) -> str:
        return _without_space("fstype", value, is_needed=True)

    def munge_options(self, desired: Desired, value: object) -> str:
        return _without_space("options", value, is_needed=True)

    def munge_atboot(self, desired: Desired, value: object) -> str:
        found = _TRUTHS.get(word_of(value).lower())
        if found is None:
            raise ValueError(
                f"Munging failed for value {inspect(value)} in class atboot: "
                "expected a boolean value"
            )
        return found

    def default_pass(self, desired: Desired) -> int | None:
        return 0 if self._is_managed(desired) else None

    default_dump = default_pass

    def _is_managed(self, desired: Desired) -> bool:
        return any(name in desired.values for name in self.table.properties)

    def autorequire(self, desired: Desired) -> Related:
        parts = desired.name.split("/")
        yield "mount", ["/", *("/".join(parts[:end]) for end in range(2, len(parts)))]

    def autobefore(self, desired: Desired) -> Related:
        if desired.catalog is not None:
            inside = f"{desired.name.rstrip('/')}/"
            files = (each.name for each in desired.catalog.of_type("file"))
            yield "file", [path for path in files if path.startswith(inside) and path != inside]


def _without_space(name: str, value: object, *, is_needed: bool = False) -> str:
    text = only_text(name, value, "empty?", is_checked=True) if is_needed else str(value)
    if any(letter.isspace() for letter in text):
        raise ValueError(f"{name} must not contain whitespace: {text}")
    if is_needed and not text:
        raise ValueError(f"{name} must not be an empty string")
    return text


BEHAVIOUR = MountType(TABLE)
