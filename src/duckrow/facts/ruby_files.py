"""The files of facts in Ruby, and which facts their text adds, without running them."""

from __future__ import annotations

from duckrow.machine.paths import files_in, in_index, read_bytes
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    # The facts that a file adds by name; with None last it may add others.
    Added = list[str | None]

DIRECTORIES = ("lib/facter", "plugins/facter")  # of a module
INDEX_PART = "facts by file"  # of the index of a package; another name if `_added_by` changes
_TEXT_OR_NONE = frozenset((str, type(None)))
# The texts are taken as Latin-1: a byte is a letter.
_ADDS = LazyPattern(r"(?a)Facter\s*\.\s*(?:add|define_fact)\s*\(?\s*")
_LITERAL = LazyPattern(r"""(?a):?(?:"([\w.-]+)"|'([\w.-]+)'|(?<=:)(\w+))""")


class AddedFacts:
    """The files of facts in some directories, and the facts that they add."""

    __slots__ = ("_found", "_packed", "file_names", "files")

    def __init__(self, directories: Sequence[str]) -> None:
        """List the files; their texts are read when a fact is asked for."""
        self._packed: dict[str, Added] = {}  # what the indexes of packages say
        found: dict[str, None] = {}
        for directory in directories:
            packed = _packed_in(directory)
            self._packed |= packed
            found |= dict.fromkeys(packed or _files_in(directory))
        self.files = list(found)
        self.file_names = frozenset(each.rpartition("/")[2].lower() for each in found)
        self._found: tuple[Mapping[str, Sequence[str]], Sequence[str]] | None = None

    @property
    def by_name(self) -> Mapping[str, Sequence[str]]:
        """The files that add a fact, by its name."""
        return self._by_name_and_others()[0]

    @property
    def others(self) -> Sequence[str]:
        """The files that may add facts with computed names."""
        return self._by_name_and_others()[1]

    def _by_name_and_others(self) -> tuple[Mapping[str, Sequence[str]], Sequence[str]]:
        if self._found is None:
            by_name: dict[str, list[str]] = {}
            others = []
            for file in self.files:
                for name in self._added_by(file):
                    if name is None:
                        others.append(file)
                    else:
                        by_name.setdefault(name, []).append(file)
            self._found = by_name, others
        return self._found

    def _added_by(self, file: str) -> Added:
        packed = self._packed.get(file)
        if packed is not None:
            return packed
        try:
            return _added_by(read_bytes(file))
        except OSError:
            return []


def added_facts(contents: Mapping[str, bytes]) -> dict[str, dict[str, Added]]:
    """Return what the files of a module add, by directory and file: a part of a package's index."""
    found: dict[str, dict[str, Added]] = {}
    for path, content in sorted(contents.items()):
        directory, _, file = path.rpartition("/")
        if directory in DIRECTORIES and _is_of_facts(file):
            found.setdefault(directory, {})[file] = _added_by(content)
    return found


def _added_by(content: bytes) -> Added:
    text = content.decode("latin-1")
    found: Added = []
    for add in _ADDS.finditer(text):
        literal = _LITERAL.match(text, add.end())
        if literal is None:
            return [*found, None]
        name = next(each for each in literal.groups() if each is not None)
        found.append(name.lower())
    return found or [None]


def _files_in(directory: str) -> list[str]:
    return [f"{directory}/{file}" for file in files_in(directory) if _is_of_facts(file)]


def _packed_in(directory: str) -> dict[str, Added]:
    """Return what the files of a directory in a package add; empty if its index does not say."""
    listed = in_index(directory, INDEX_PART)
    if not isinstance(listed, dict):
        return {}
    are_known = all(
        _is_of_facts(file)
        and isinstance(added, list)
        and _TEXT_OR_NONE.issuperset(map(type, added))
        for file, added in listed.items()
    )
    return {f"{directory}/{file}": added for file, added in listed.items()} if are_known else {}


def _is_of_facts(file: str) -> bool:
    """Return whether a file in a directory of facts has facts in Ruby, by its name."""
    return file.endswith(".rb") and not file.startswith(".") and "/" not in file
