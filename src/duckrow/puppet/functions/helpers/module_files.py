"""Files by the names that manifests use: an absolute path, or MODULE/FILE."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import class_of, no_method

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

FILES, TEMPLATES = "files", "templates"
_MEMO = "module files"


def is_absolute(scope: Scope, path: object) -> bool:
    """Return whether a path is absolute. A value that is not a string causes a warning."""
    if type(path) is str:
        return path.startswith("/") or "\n/" in path
    from duckrow.puppet.functions.helpers.ruby_text import to_text

    scope.build.log(
        "warning",
        f"Cannot check if {to_text(path)} is an absolute path because it is a "
        f"'{class_of(path)}' and not a String'",
    )
    return False


def find_in_module(scope: Scope, name: str, subdirectory: str) -> str | None:
    """Return the path of a file name if it exists.

    A file that was found once is taken to exist until the end of the compile.
    """
    found: dict[tuple[object, str, str], str] = scope.build.memo.setdefault(_MEMO, {})
    key = scope.build.loaders.view(), subdirectory, name
    if type(name) is str and key in found:
        return found[key]
    path = _path_of(scope, name, subdirectory)
    if path is None or not scope.build.world.exists(path):
        return None
    found[key] = path
    return path


def _path_of(scope: Scope, name: str, subdirectory: str) -> str | None:
    if is_absolute(scope, name):
        return name
    if type(name) is not str:
        is_absolute(scope, name)  # Puppet checks, and so warns, twice
        raise no_method("split", name)
    module_name, slash, rest = name.partition("/")
    directory = module_directory(scope, module_name) if slash else None
    return None if directory is None else f"{directory}/{subdirectory}/{rest.removeprefix('/')}"


def module_directory(scope: Scope, name: str) -> str | None:
    """Return the directory of a module, or None."""
    module = scope.build.loaders.find_module(name)
    return None if module is None else str(module.path)
