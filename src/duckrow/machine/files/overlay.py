"""Simulated changes of files: they are made to copies below a separate directory.

Reading prefers the copy to the file on the host. Before a file is changed it is copied, with the
directories above it; removals are only noted. `changed` lists the paths in the order in which they
were first changed, and `renamed` those that got a new name.
"""

from __future__ import annotations

import os
from errno import EEXIST, ELOOP, ENOENT, ENOTDIR, ENOTEMPTY

from duckrow.machine.files.files import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import NewContent, OpenedFile

_MOST_LINKS = 40


class OverlayFiles(Files):
    """The files of `lower` with the changes in `upper`, whose root is private."""

    __slots__ = ("_gone", "_lower", "_upper", "changed", "directory", "renamed")

    def __init__(self, lower: Files, upper: Files, directory: str) -> None:
        self._lower = lower
        self._upper = upper
        self.directory = directory
        self._gone: set[str] = set()
        self.changed: dict[str, None] = {}
        self.renamed: list[tuple[str, str]] = []

    # Resolving paths

    def _side(self, path: str) -> Files | None:
        """Return the files that have a path: the copies, the host's, or None."""
        if self._upper.facts(path) is not None:
            return self._upper
        above = path
        while above != "/":
            if above in self._gone:
                return None
            above = os.path.dirname(above)
        return self._lower

    def _reading(self, path: str, *, follow: bool = True) -> tuple[Files, str]:
        """Return the side and the path to read from; links may lead from one side to the other."""
        path = _plain(path)
        for _ in range(_MOST_LINKS):
            side = self._side(path)
            facts = None if side is None else side.facts(path)
            if side is None:
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
            if facts is None or facts.target is None or not follow:
                return side, path
            path = _plain(os.path.join(os.path.dirname(path), facts.target))
        raise OSError(ELOOP, os.strerror(ELOOP), path)

    def _prepare(self, path: str, *, copies: bool = True, follow: bool = False) -> str:
        """Prepare a change of a path: copy it and the directories above it."""
        path = _plain(path)
        if follow:
            facts = self.facts(path)
            if facts is not None and facts.target is not None:
                path = self._reading(path)[1]
        self._copy_parents(path)
        if copies and self._side(path) is self._lower and self._lower.facts(path) is not None:
            self._copy_up(path)
        return path

    def _copy_parents(self, path: str) -> None:
        missing: list[str] = []
        parent = os.path.dirname(path)
        while parent != "/" and self._upper.facts(parent) is None:
            missing.append(parent)
            parent = os.path.dirname(parent)
        for each in reversed(missing):
            side = self._side(each)
            facts = None if side is None else side.facts(each, follow=True)
            if facts is None:
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT), each)
            if not facts.is_directory:
                raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), each)
            self._upper.make_directory(each, facts.mode & 0o7777 | 0o700)
            self._set_attributes(each, facts)

    def _copy_up(self, path: str) -> None:
        facts = self._lower.facts(path)
        assert facts is not None
        if facts.is_directory:
            self._upper.make_directory(path, facts.mode & 0o7777)
        elif facts.target is not None:
            self._upper.make_link(path, facts.target)
            self._gone.add(path)
            return
        elif facts.is_file:
            self._upper.replace(path, self._lower.pieces(path), facts.mode & 0o7777)
            self._gone.add(path)  # a program that removes the copy has removed the file
        else:
            return
        self._set_attributes(path, facts)

    def _set_attributes(self, path: str, facts: FileFacts) -> None:
        if os.geteuid() == 0:
            self._upper.set_owner(path, facts.uid, facts.gid)
            self._upper.set_mode(path, facts.mode & 0o7777)
        self._upper.set_times(path, facts.mtime_ns, atime_ns=facts.atime_ns)

    # Reading

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        try:
            side, path = self._reading(path, follow=follow)
        except FileNotFoundError:
            return None
        return side.facts(path)

    def read(self, path: str, limit: int | None = None) -> bytes:
        side, path = self._reading(path)
        return side.read(path, limit)

    def pieces(self, path: str) -> Iterator[bytes]:
        side, path = self._reading(path)
        return side.pieces(path)

    def digest(self, path: str, kind: str = "sha256") -> str:
        side, path = self._reading(path)
        return side.digest(path, kind)

    def names(self, path: str) -> list[str]:
        side, path = self._reading(path)
        if side is self._lower:
            names = set(self._lower.names(path))
        else:
            names = set(self._upper.names(path))
            below = self._lower.facts(path, follow=True)
            if below is not None and below.is_directory:
                names.update(self._lower.names(path))
        found = (name for name in names if self.facts(f"{path}/{name}") is not None)
        return sorted(found, key=os.fsencode)

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,
    ) -> Iterator[tuple[str, FileFacts]]:
        device = None
        if one_file_system:
            top = self.facts(path)
            device = None if top is None else top.device
        yield from self._walk(path, "", limit, is_wanted, device)

    def _walk(
        self,
        path: str,
        before: str,
        limit: int | None,
        is_wanted: Callable[[str, FileFacts], bool] | None,
        device: int | None,
    ) -> Iterator[tuple[str, FileFacts]]:
        for name in self.names(path):
            facts = self.facts(f"{path}/{name}")
            if facts is None:
                continue
            relative = before + name
            is_in = is_wanted is None or is_wanted(relative, facts)
            if is_in:
                yield relative, facts
            if (
                facts.is_directory
                and is_in
                and (limit is None or limit > 1)
                and (device is None or facts.device == device)
            ):
                deeper = None if limit is None else limit - 1
                yield from self._walk(f"{path}/{name}", f"{relative}/", deeper, is_wanted, device)

    def attributes(self, path: str, *, follow: bool = False) -> dict[str, bytes]:
        side, path = self._reading(path, follow=follow)
        return side.attributes(path)

    def context(self, path: str) -> str | None:
        side, path = self._reading(path, follow=False)
        return side.context(path)

    def on_host(self, path: str) -> str:
        """Return the path of a copy, which is made if missing: a command may change it."""
        copy = self._upper.on_host(self._prepare(path))
        self.changed.setdefault(path)
        return copy

    # Changing

    def draft(self, path: str, *, follow: bool = False) -> AbstractContextManager[NewContent]:
        draft = self._upper.draft(self._prepare(path, follow=follow))
        self.changed.setdefault(path)
        return draft

    def replace(
        self,
        path: str,
        content: bytes | Iterable[bytes],
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        follow: bool = False,
    ) -> None:
        self._upper.replace(self._prepare(path, follow=follow), content, mode, uid, gid)
        self.changed.setdefault(path)

    def append(self, path: str, content: bytes, mode: int = 0o600, *, follow: bool = False) -> None:
        self._upper.append(self._prepare(path, follow=follow), content, mode)
        self.changed.setdefault(path)

    def empty(self, path: str, *, follow: bool = False) -> None:
        self._upper.empty(self._prepare(path, follow=follow))
        self.changed.setdefault(path)

    def open(
        self, path: str, *, writes: bool = False, appends: bool = False, follow: bool = True
    ) -> OpenedFile:
        if not writes:
            side, path = self._reading(path, follow=follow)
            return side.open(path, follow=follow)
        copy = self._upper.open(
            self._prepare(path, follow=follow), writes=True, appends=appends, follow=False
        )
        self.changed.setdefault(path)
        return copy

    def copy(
        self,
        source: str,
        path: str,
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        keeps: bool = True,
        before: Callable[[], object] | None = None,
    ) -> None:
        content = self.pieces(source)
        copy = self._prepare(path, copies=keeps)
        if before is not None:
            before()
        self._upper.replace(copy, content, mode, uid, gid)
        self.changed.setdefault(path)

    def make_directory(
        self, path: str, mode: int = 0o755, uid: int | None = None, gid: int | None = None
    ) -> None:
        self._expect_missing(path)
        self._upper.make_directory(self._prepare(path, copies=False), mode, uid, gid)
        self.changed.setdefault(path)

    def make_link(
        self, path: str, target: str, uid: int | None = None, gid: int | None = None
    ) -> None:
        copy = self._prepare(path, copies=False)
        self._upper.make_link(copy, target, uid, gid)
        self._gone.add(copy)
        self.changed.setdefault(path)

    def make_file(self, path: str, mode: int = 0o644) -> None:
        self._expect_missing(path)
        self._upper.make_file(self._prepare(path, copies=False), mode)
        self.changed.setdefault(path)

    def make_hard_link(self, path: str, target: str) -> None:
        """Make a hard link to a copy."""
        self._upper.make_hard_link(self._prepare(path, copies=False), self._prepare(target))
        self.changed.setdefault(path)

    def make_special(self, path: str, kind: str, mode: int, number: int = 0) -> None:
        self._expect_missing(path)
        self._upper.make_special(self._prepare(path, copies=False), kind, mode, number)
        self.changed.setdefault(path)

    def make_fifo(
        self, path: str, mode: int = 0o644, uid: int | None = None, gid: int | None = None
    ) -> None:
        self._expect_missing(path)
        self._upper.make_fifo(self._prepare(path, copies=False), mode, uid, gid)
        self.changed.setdefault(path)

    def rename(self, path: str, new_path: str) -> None:
        old, new = self._prepare(path), self._prepare(new_path, copies=False)
        self._upper.rename(old, new)
        self._gone.add(old)
        # Report a renamed file under its new name.
        self.changed.pop(path, None)
        self.renamed.append((path, new_path))

    def remove(self, path: str, *, recursive: bool = False, one_file_system: bool = False) -> None:
        plain = _plain(path)
        facts = self.facts(plain)
        if facts is None:
            return
        if facts.is_directory and not recursive and self.names(plain):
            raise OSError(ENOTEMPTY, os.strerror(ENOTEMPTY), path)
        if self._upper.facts(plain) is not None:
            self._upper.remove(plain, recursive=True, one_file_system=one_file_system)
        self._gone.add(plain)
        self.changed.setdefault(path)

    def set_mode(self, path: str, mode: int, *, follow: bool = False) -> None:
        self._upper.set_mode(self._prepare(path, follow=follow), mode)
        self.changed.setdefault(path)

    def set_owner(
        self, path: str, uid: int | None = None, gid: int | None = None, *, follow: bool = False
    ) -> None:
        self._upper.set_owner(self._prepare(path, follow=follow), uid, gid)
        self.changed.setdefault(path)

    def set_times(
        self, path: str, mtime_ns: int, *, atime_ns: int | None = None, follow: bool = False
    ) -> None:
        self._upper.set_times(self._prepare(path, follow=follow), mtime_ns, atime_ns=atime_ns)
        self.changed.setdefault(path)

    def set_attribute(
        self, path: str, name: str, value: bytes | None, *, follow: bool = False
    ) -> None:
        self._upper.set_attribute(self._prepare(path, follow=follow), name, value)
        self.changed.setdefault(path)

    def set_context(self, path: str, context: str, *, follow: bool = False) -> None:
        self._upper.set_context(self._prepare(path, follow=follow), context)
        self.changed.setdefault(path)

    def settle(self) -> None:
        """Do nothing: the copies are thrown away."""

    def _expect_missing(self, path: str) -> None:
        if self.facts(path) is not None:
            raise FileExistsError(EEXIST, os.strerror(EEXIST), path)


def _plain(path: str) -> str:
    """Return a path without `.`, empty parts and a slash at the end."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return "/" + "/".join(parts)
