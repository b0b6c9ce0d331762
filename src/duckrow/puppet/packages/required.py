"""The signatures that modules must have before any code of theirs runs.

    off        no signature is looked at
    packages   a package must be signed by a trusted key; directories are used as they are
    all        every module must be a package that is signed by a trusted key

Modules that others of the same name hide are checked too: parts of the reference look into them.
"""

from __future__ import annotations

from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.module_path import is_module
from duckrow.machine.paths import is_directory, names_in, status
from duckrow.machine.stamps import stamp_of
from duckrow.puppet.packages.signatures import Trust, UnsignedError
from duckrow.puppet.packages.verify import verify_contents
from duckrow.puppet.settings.settings import SIGNATURES, Settings
from duckrow.source.bounded_cache import BoundedCache
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import SIGNATURE, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OFF, PACKAGES, ALL = SIGNATURES
MOST_NAMED = 10  # modules that one error names
# Packages that were verified: the memory of a pure function, since each key has the stamps of its
# files and the keys that are trusted.
_VERIFIED = BoundedCache(2_000)


class RequiredSignatures:
    """What a setting requires of modules, and the keys that are trusted."""

    __slots__ = ("_trust", "mode")

    def __init__(self, mode: str, trust: Trust) -> None:
        self.mode = mode
        self._trust = trust

    def check_path(self, modulepath: Iterable[str]) -> None:
        """Check every module on a module path. Raises InputError, with the rejected ones."""
        rejected: list[InputError] = []
        for path in _modules_on(modulepath):
            try:
                self.check(path)
            except InputError as error:
                rejected.append(error)
        if len(rejected) == 1:
            raise rejected[0]
        if rejected:
            first = rejected[0]
            listed = "; ".join(map(str, rejected[:MOST_NAMED]))
            more = len(rejected) - MOST_NAMED
            others = f"; and {more} more" if more > 0 else ""
            raise InputError(
                f"{len(rejected)} modules are rejected: {listed}{others}", first.why, first.hint
            )

    def check(self, path: str) -> None:
        """Raise InputError if a module has no valid signature and needs one."""
        if is_directory(path):
            if self.mode == ALL:
                raise InputError(
                    f"{path} is not a signed package",
                    f"the setting module_signatures is {ALL}, and a directory has no signature",
                    f"duckrow module pack {path}, then duckrow module sign",
                )
            return
        try:
            self._verify(path)
        except ArchiveError as error:
            raise InputError(
                str(error),
                f"the setting module_signatures is {self.mode}, and {self._trust.directory} "
                "holds the keys that are trusted",
                f"duckrow module sign --key FILE {path}, or remove the package"
                if isinstance(error, UnsignedError)
                else "fetch the package again from its source, or remove it",
            ) from None
        except OSError as error:
            raise InputError(f"cannot read {path}: {reason(error)}") from None

    def _verify(self, path: str) -> None:
        key = (path, _stamp(path), _stamp(path + SIGNATURE), self._trust.fingerprint)
        if _VERIFIED.get(key) is None:
            _, index = verify_contents(path)
            self._trust.check(path, index)
            _VERIFIED.keep(key, True)


def required_signatures(settings: Settings) -> RequiredSignatures | None:
    """Return what the settings require, or None; raises InputError without a trust directory."""
    mode = settings.module_signatures
    if mode == OFF:
        return None
    directory = str(settings.get("module_trust", ""))
    if not directory:
        raise InputError(
            f"the setting module_signatures is {mode}, and module_trust names no directory",
            hint="module_trust = DIRECTORY, which holds public keys",
        )
    return RequiredSignatures(mode, Trust(directory))


def _modules_on(modulepath: Iterable[str]) -> Iterator[str]:
    """Return the paths of all modules and versions of modules on a module path."""
    for directory in modulepath:
        if not is_directory(directory):
            continue
        names = names_in(directory)
        found = {name for _, name in (*modules_in(names), *versions_in(names))}
        for name in sorted(found):
            path = f"{directory}/{name}"
            if is_module(path):
                yield path


def _stamp(path: str) -> object:
    try:
        return stamp_of(status(path))
    except FileNotFoundError:
        return None
