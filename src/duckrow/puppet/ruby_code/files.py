"""The files that Ruby code may read: those of modules and of the environment's directory."""

from __future__ import annotations

import os

from duckrow.ruby.errors import RubyError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def find_in_module(scope: Scope, name: str, directory: str) -> str | None:
    """Return the path of a template or file: absolute, or MODULE/FILE."""
    if name.startswith("/"):
        return name if scope.build.world.exists(name) else None
    module_name, slash, rest = name.partition("/")
    module = scope.build.loaders.find_module(module_name) if slash else None
    if module is None:
        return None
    path = f"{module.path}/{directory}/{rest}"
    return path if scope.build.world.exists(path) else None


def kind_of(scope: Scope, path: str) -> str:
    """Return the kind of a path: file, directory, other, or nothing; "" outside the modules."""
    return str(scope.build.world.kind(path)) if _is_open(scope, path) else ""


def read(scope: Scope, path: str) -> str:
    """Return the text of a file."""
    if not _is_open(scope, path):
        raise UnsupportedError(f"reading {path}, which belongs to no module,")
    try:
        data: bytes = scope.build.world.read(path)
    except OSError as error:
        raise _os_error(error, path) from None
    return data.decode("utf-8", "surrogateescape")


def _is_open(scope: Scope, path: str) -> bool:
    build = scope.build
    real = os.path.normpath(path)
    roots = [*build.environment.modulepath, build.environment.directory]
    return any(root and real.startswith(f"{os.path.normpath(root)}/") for root in roots)


def _os_error(error: OSError, path: str) -> RubyError:
    if isinstance(error, FileNotFoundError):
        return RubyError("Errno::ENOENT", f"No such file or directory @ rb_sysopen - {path}")
    return RubyError("SystemCallError", f"{error.strerror} @ rb_sysopen - {path}")
