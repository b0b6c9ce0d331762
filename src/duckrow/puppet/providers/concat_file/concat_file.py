"""concat_file: a file resource is made of it, which gets its content when it is its turn.

Sources of fragments may be made by the same run, so fragments are joined no earlier than that.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import Inert, ProviderError
from duckrow.puppet.providers.concat_file.join import Joiner
from duckrow.puppet.providers.file.source import source_of
from duckrow.puppet.resources.concat_file import is_fragment_of
from duckrow.puppet.resources.file import checksum_of, content_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired

# Attributes that the file inherits; every generated resource inherits metaparameters.
_SHARED = (
    "owner group mode replace backup selinux_ignore_defaults selrange selrole seltype seluser "
    "validate_cmd show_diff audit"
).split()


class ConcatFile(Inert):
    """Makes a file of fragments."""

    generates = True
    generates_late = True

    def generate(self, machine: Machine, desired: Desired) -> list[Desired]:
        assert desired.catalog is not None
        is_absent = desired["ensure"] == "absent"
        values = {"ensure": "absent" if is_absent else "file"}
        values |= {name: desired[name] for name in _SHARED if desired[name] is not None}
        return [desired.catalog.make("file", desired.name, values, desired)]

    def generate_late(self, machine: Machine, desired: Desired) -> list[Desired]:
        catalog = desired.catalog
        file = None if catalog is None else catalog.find("file", desired.name)
        if catalog is None or file is None:
            return []
        fragments = [
            each for each in catalog.of_type("concat_fragment") if is_fragment_of(each, desired)
        ]
        parts = [(each["order"], each.name, _content(machine, desired, each)) for each in fragments]
        joiner = Joiner(desired["format"], is_forced=bool(desired["force"]))
        content = joiner.join(parts, is_numeric=desired["order"] == "numeric")
        # As if the manifest had set it from the beginning.
        file.given = {**file.given, "content": content}
        file.values["content"] = checksum_of(content_of(content), str(file["checksum"]))
        if any(each.is_sensitive("content") for each in fragments):
            file.sensitive = (*file.sensitive, "content", "ensure")
        return [file]


def _content(machine: Machine, desired: Desired, fragment: Desired) -> str:
    text = fragment["content"]
    if text is None:
        text = _read(machine, fragment)
    if desired["ensure_newline"] and not text.endswith("\n"):
        text += "\n"
    return str(text)


def _read(machine: Machine, fragment: Desired) -> str:
    for source in fragment["source"]:
        url = f"file://{source}" if str(source).startswith("/") else str(source)
        files, path = source_of(machine, fragment, url)
        facts = None if path is None else files.facts(path, follow=True)
        if path is not None and facts is not None and facts.is_file:
            return files.read(path).decode("utf-8", "surrogateescape")
    sources = ", ".join(map(str, fragment["source"]))
    raise ProviderError(f"Could not retrieve source(s) {sources}")


PROVIDER = ConcatFile
