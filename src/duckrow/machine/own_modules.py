"""Find duckrow's own Python modules with fewer questions to the operating system.

A small run imports some 250 modules of duckrow. Python asks about seven files for each and makes
eight more system calls to read it; this finder opens the cached code where Python keeps it and
compares it with the source. That saves 35 µs for each module, 13 % of a small `duckrow apply`.
Whatever is not as usual is left to Python: no cached code, an outdated or unchecked one, a package
without `__init__.py`, another directory for caches.
"""

from __future__ import annotations

import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
from _imp import _fix_co_filename  # type: ignore[attr-defined]
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

_OURS = "duckrow."
_HEADER = MAGIC_NUMBER + bytes(4)  # the flags are 0: valid for one time and size of the source
_HEADER_SIZE = 16
_SUFFIX = f".{sys.implementation.cache_tag}.pyc"


def find_own_modules_quickly() -> None:
    """Put the finder before those of Python, until the process ends."""
    is_usual = sys.pycache_prefix is None and not sys.flags.optimize
    if is_usual and OwnModules not in sys.meta_path:
        sys.meta_path.insert(0, OwnModules)


class OwnModules:
    """A finder of Python's import system, for modules below `duckrow`."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, _: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to import a module; None leaves it to the next finder."""
        if path is None or not name.startswith(_OURS):
            return None
        directory, stem = path[0], name.rpartition(".")[2]
        base = f"{directory}/{stem}"
        spec = _spec(name, f"{base}.py", f"{directory}/__pycache__/{stem}{_SUFFIX}")
        if spec is None:
            cached = f"{base}/__pycache__/__init__{_SUFFIX}"
            spec = _spec(name, f"{base}/__init__.py", cached)
            if spec is not None:
                spec.submodule_search_locations = [base]
        return spec


class _CachedCode(SourceFileLoader):
    """Python's loader of a source file, with its cached code at hand for the first import."""

    _code: bytes | None = None

    def get_code(self, fullname: str) -> CodeType | None:
        code = self._code
        if code is None:
            return super().get_code(fullname)
        self._code = None
        found: CodeType = loads(memoryview(code)[_HEADER_SIZE:])  # noqa: S302 - as Python does
        # The cached code may have been made below another path: tracebacks name this one.
        _fix_co_filename(found, self.path)
        return found


def _spec(name: str, source: str, cached: str) -> ModuleSpec | None:
    """Return the spec of a module whose cached code is that of its source, else None."""
    try:
        descriptor = os.open(cached, os.O_RDONLY)
        try:
            size = os.fstat(descriptor).st_size
            code = os.read(descriptor, size)
        finally:
            os.close(descriptor)
        now = os.stat(source)
    except OSError:
        return None
    stamp = (int(now.st_mtime) & 0xFFFF_FFFF).to_bytes(4, "little")
    stamp += (now.st_size & 0xFFFF_FFFF).to_bytes(4, "little")
    if len(code) != size or code[:_HEADER_SIZE] != _HEADER + stamp:
        return None
    loader = _CachedCode(name, source)
    loader._code = code
    spec = ModuleSpec(name, loader, origin=source)
    spec.has_location = True
    spec.cached = cached
    return spec
