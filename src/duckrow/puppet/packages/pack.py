"""Write a module as one package, the same bytes each time."""

from __future__ import annotations

import json

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.facts.ruby_files import INDEX_PART, added_facts
from duckrow.machine.archives.index import FORMAT, NAME, digest
from duckrow.machine.archives.write import write_archive
from duckrow.puppet.packages.contents import read_contents
from duckrow.puppet.packages.definitions import definitions_of
from duckrow.source.errors import InputError
from duckrow.source.module_names import PACKAGE, is_module_name, modules_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_READ_OFTEN = (".pp", ".rb", ".py", ".epp", ".erb", ".yaml", ".json")


class Package:
    """A module that was packed: its name and version, what it defines, and its bytes."""

    __slots__ = ("content", "defines", "files", "name", "version")

    def __init__(
        self,
        name: str,
        version: str,
        content: bytes,
        files: int,
        defines: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.name = name
        self.version = version
        self.content = content
        self.files = files
        self.defines = defines

    @property
    def file_name(self) -> str:
        """The name that a package has on a module path."""
        return f"{self.name}-{self.version}.par" if self.version else f"{self.name}.par"


def pack_module(directory: str) -> Package:
    """Pack a module. Raises InputError or OSError."""
    contents = read_contents(directory)
    contents.pop(NAME, None)
    if not contents:
        raise InputError(f"cannot pack {directory}: there are no files in it")
    name, version = name_and_version(directory, contents.get("metadata.json"))
    defines = definitions_of(name, contents, directory)
    index = write_index(name, version, contents, defines)
    # What a compile reads is not compressed: that is quicker, and code is short.
    stored = [each for each in contents if each.endswith(_READ_OFTEN)]
    content = write_archive({**contents, NAME: index}, stored=frozenset((NAME, *stored)))
    return Package(name, version, content, len(contents), defines)


def name_and_version(directory: str, metadata: bytes | None) -> tuple[str, str]:
    """Return the name and version of a module: of its metadata, or the name of its directory."""
    said: object = {}
    if metadata is not None:
        try:
            said = load(metadata)
        except DataError as error:
            raise InputError(f"cannot read {directory}/metadata.json: {error}") from None
    said = said if isinstance(said, dict) else {}
    full = said.get("name")
    full = full if isinstance(full, str) else directory.rstrip("/").rpartition("/")[2]
    name = full.replace("/", "-").rpartition("-")[2]
    if not is_module_name(name):
        raise InputError(
            f"cannot pack {directory}: {name!r} is not the name of a module",
            "a name has lower-case letters, digits and underscores, and begins with a letter",
            'give it a metadata.json with "name": "author-module"',
        )
    version = said.get("version", "")
    if version and modules_in([f"{name}-{version}{PACKAGE}"]) == []:
        raise InputError(
            f"cannot pack {directory}: {version!r} in its metadata.json is not a version",
            "a version is three numbers, maybe with a pre-release: 1.2.0-rc1",
        )
    return name, version


def write_index(
    name: str,
    version: str,
    contents: Mapping[str, bytes],
    defines: Mapping[str, Mapping[str, str]],
) -> bytes:
    """Write the index of a module."""
    said = {
        "format": FORMAT,
        "module": name,
        "version": version,
        INDEX_PART: added_facts(contents),  # first: it is searched for most often
        "defines": defines,
        "files": {each: digest(contents[each]) for each in sorted(contents)},
    }
    return (json.dumps(said, indent=1, ensure_ascii=False) + "\n").encode()
