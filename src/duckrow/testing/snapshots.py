"""The fixture `duckrow_snapshot`: a catalog, a resource or a text, compared with a file.

The file is text beside the test: snapshots/TEST_FILE/TEST.txt. Resources are sorted by their names,
so that their order in the manifest does not count; those for other nodes are marked as exported.
Tags and places are left out, and secrets are not written.
"""

from __future__ import annotations

from collections.abc import Iterable
from os.path import basename, dirname, join
from urllib.parse import quote

from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import is_file, make_directories, read_bytes
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.source.errors import reason
from duckrow.source.short_digest import short_sha256
from duckrow.testing.catalog import Catalog, Resource
from duckrow.testing.code import Code, written
from duckrow.testing.errors import ArgumentError, SnapshotError, hides
from duckrow.testing.lines import lines_of
from duckrow.testing.policy import PolicyRun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_LONGEST = 200  # characters of the name of a file
_SAFE = "[] ,=+@"  # in the name of a file
_INTERNAL = ("Class[Main]", "Class[main]", "Class[Settings]", "Stage[main]")


__tracebackhide__ = hides


class Snapshot:
    """Compares with the files of one test, or writes them."""

    __slots__ = ("_accepts", "_count", "_directory", "_seen", "_test", "written")

    def __init__(self, test_file: str, test: str, *, accepts: bool) -> None:
        """`test` is the name of the test in its file, such as TestPond::test_depth[5]."""
        stem = basename(test_file).removesuffix(".py")
        self._directory = join(dirname(test_file), "snapshots", stem)
        # Tests with different names have different files.
        self._test = quote(test.replace("::", "."), safe=_SAFE)
        self._accepts = accepts
        self._count = 0
        self._seen: set[str] = set()
        self.written: list[str] = []

    def __call__(
        self,
        value: Catalog | Resource | PolicyRun | Iterable[Resource] | str,
        name: str | None = None,
    ) -> None:
        """Raise a SnapshotError with the differences if a value is not that of the file.

        A test with several snapshots has numbers in the names of the files, or gives names.
        """
        self._count += 1
        suffix = f"-{_file_name(name)}" if name else f"-{self._count}" if self._count > 1 else ""
        path = join(self._directory, f"{_shortened(self._test + suffix)}.txt")
        if path in self._seen:
            raise SnapshotError(
                f"this test has two snapshots with the name {suffix[1:]!r}: give the second another"
            )
        self._seen.add(path)
        actual = shown(value)
        known = None
        if is_file(path):
            known = read_bytes(path).decode("utf-8", "surrogateescape")
        if known == actual:
            return
        where = f"snapshots/{basename(self._directory)}/{basename(path)}"
        if self._accepts:
            try:
                make_directories(self._directory)
                replace_file(path, actual.encode("utf-8", "surrogateescape"), 0o644)
            except OSError as error:
                raise SnapshotError(f"cannot write {where}: {reason(error)}") from None
            self.written.append(path)
            return
        if known is None:
            raise SnapshotError(f"there is no {where} yet: pytest --duckrow-accept writes it")
        lines = "\n".join(_differences(known, actual))
        raise SnapshotError(f"{where} is different; pytest --duckrow-accept rewrites it\n{lines}")


def _shortened(name: str) -> str:
    """Return a name that every file system can hold; names that are cut end with a digest."""
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_LONGEST]}-{short_sha256(name.encode())[:16]}"


def _file_name(name: object) -> str:
    if not isinstance(name, str):
        raise ArgumentError(f"the name of a snapshot is a string, not {name!r}")
    return quote(name, safe=_SAFE)


def _differences(known: str, actual: str) -> Iterator[str]:
    """Return the lines that differ, each group below the name of its resource."""
    from difflib import SequenceMatcher

    old, new = known.splitlines(), actual.splitlines()
    last = ""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        side, at = (old, a) if a < b else (new, c)
        heading = _heading(side, at)
        if heading and heading != last:
            yield f"  {heading}"
            last = heading
        yield from (f"- {line}" for line in old[a:b])
        yield from (f"+ {line}" for line in new[c:d])


def _heading(lines: list[str], at: int) -> str:
    """Return the line without indentation above one with it."""
    if not lines[at].startswith(" "):
        return ""
    while at and lines[at].startswith(" "):
        at -= 1
    return lines[at]


# ---- text


def shown(value: Catalog | Resource | PolicyRun | Iterable[Resource] | str) -> str:
    """Write a value as the text of a snapshot."""
    if isinstance(value, str):
        return value if value.endswith("\n") else f"{value}\n"
    if isinstance(value, PolicyRun):
        return value.text()
    if isinstance(value, Catalog):
        value.touch()
        given = list(dict.fromkeys([*value, *value.exported]))
    elif isinstance(value, Resource):
        given = [value]
    else:
        given = _listed(value)
    resources = [each for each in given if each.ref not in _INTERNAL or len(given) == 1]
    return "".join(
        f"{line}\n"
        for each in sorted(resources, key=lambda each: each.ref)
        for line in _resource_lines(each)
    )


def _listed(value: object) -> list[Resource]:
    found: list[Any] = list(value) if isinstance(value, Iterable) else [value]
    for each in found:
        if not isinstance(each, Resource):
            raise ArgumentError(
                "a snapshot is of a catalog, a resource, a list of resources, a run or a string, "
                f"not of {each!r}"
            )
    return found


def _resource_lines(resource: Resource) -> Iterator[str]:
    yield f"{resource.ref} (exported)" if resource.is_exported else resource.ref
    for name in sorted(resource.parameters):
        yield from _value_lines(name, resource.parameters[name], "  ")


def _value_lines(name: str, value: object, indent: str) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value:
        yield f"{indent}{name} =>"
        yield from lines_of(value, f"{indent}  ")
    elif isinstance(value, dict) and value:
        yield f"{indent}{name} =>"
        for key in sorted(value, key=str):
            yield from _value_lines(str(key), value[key], f"{indent}  ")
    elif isinstance(value, list) and len(value) > 1:
        yield f"{indent}{name} =>"
        for item in value:
            yield from _value_lines("-", item, f"{indent}  ")
    else:
        yield f"{indent}{name} => {_plain(value)}"


def _plain(value: object) -> str:
    shown = _without_secrets(value)
    try:
        return written(shown)
    except TypeError:
        return repr(shown)


def _without_secrets(value: object) -> object:
    if isinstance(value, Sensitive):
        return Code("Sensitive [value redacted]")
    if isinstance(value, list):
        return [_without_secrets(each) for each in value]
    if isinstance(value, dict):
        return {key: _without_secrets(each) for key, each in value.items()}
    return value
