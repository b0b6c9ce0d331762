"""Files by the names that manifests give them: absolute, or MODULE/FILE in a folder of a module."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of, no_method

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

FILES, TEMPLATES = "files", "templates"


def is_absolute(scope: Scope, path: Any) -> bool:
    """Tell whether a path is absolute. What is no text is not, which is worth a warning."""
    if type(path) is str:
        return path.startswith("/") or "\n/" in path
    from duckrow.puppet.functions.platform_text import to_text

    scope.build.log(
        "warning",
        f"Cannot check if {to_text(path)} is an absolute path because it is a "
        f"'{class_of(path)}' and not a String'",
    )
    return False


def find_in_module(scope: Scope, name: str, folder: str) -> str | None:
    """Give the path that a name stands for, if there is something at it."""
    if is_absolute(scope, name):
        path: str | None = name
    elif type(name) is not str:
        is_absolute(scope, name)  # the reference asks, and so warns, twice
        raise no_method("split", name)
    else:
        module_name, slash, rest = name.partition("/")
        directory = module_directory(scope, module_name) if slash else None
        path = None if directory is None else f"{directory}/{folder}/{rest.removeprefix('/')}"
    return path if path is not None and scope.build.world.exists(path) else None


def module_directory(scope: Scope, name: str) -> str | None:
    """Give the directory of a module, or None."""
    module = scope.build.loaders.find_module(name)
    return None if module is None else str(module.path)
