"""Advice about an unknown name: where it was searched, and similar names.

An error names the kind of thing it missed (`missing`); the rest is found out here, after a compile
has failed.
"""

from __future__ import annotations

from duckrow.puppet.loaders import paths
from duckrow.puppet.runtime.errors import BodyError, EvaluationError
from duckrow.source.did_you_mean import did_you_mean
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.catalog.build import Build

Advice = tuple[str, str]  # the reason, and the hint
_OF_EVERY_BODY = frozenset(("title", "name", "module_name", "caller_module_name"))


def advise(error: Exception, build: Build) -> Advice:
    """Return why a name is unknown, and what to try; both may be empty."""
    while isinstance(error, BodyError):
        error = error.inner
    if not isinstance(error, EvaluationError) or error.missing is None:
        return "", ""
    kind, name = error.missing
    if kind == "variable":
        if "::" not in name:
            return error.why, error.hint
        return _variable(name.removeprefix("::"), build)
    return _KINDS[kind](name.removeprefix("::").lower(), build)


def _function(name: str, build: Build) -> Advice:
    from duckrow.puppet.functions.stdlib.table import NEWER, OLDER
    from duckrow.puppet.functions.table import FUNCTIONS

    if "::" in name:
        return _in_module(name, build, f"functions/{name.partition('::')[2].replace('::', '/')}.pp")
    if (name in NEWER or name in OLDER) and "stdlib" not in build.loaders.modules:
        where = _module_path(build)
        return f"it is a function of the module stdlib, which is not in {where}", _other_path()
    return "", did_you_mean(name, [*FUNCTIONS, *NEWER, *OLDER])


def _class(name: str, build: Build) -> Advice:
    return _in_module(name, build, paths.manifests_for(name)[:2][-1])


def _type(name: str, build: Build) -> Advice:
    if "::" in name:
        return _class(name, build)
    from duckrow.puppet.resources.index import MODULES, OF_MODULES

    known = [*MODULES, *OF_MODULES, *build.loaders.modules]
    return "", did_you_mean(name, known)


def _template(name: str, build: Build) -> Advice:
    module, _, file = name.partition("/")
    if name.startswith("/"):
        return f"there is no file {name}", ""
    if not file:
        return "a template is named MODULE/FILE, or by its whole path", ""
    return _in_module(module, build, f"templates/{file}")


def _variable(name: str, build: Build) -> Advice:
    """Return why the variable of a class is unknown."""
    class_name, _, leaf = name.rpartition("::")
    if not class_name:
        return "it is not in the top scope", ""
    scope = build.class_scopes.get(class_name)
    if scope is not None:
        known = [each for each in dict(scope.variables) if each not in _OF_EVERY_BODY]
        return f"class {class_name} has no variable {leaf}", did_you_mean(leaf, known)
    try:
        is_known = build.loaders.find_class(class_name) is not None
    except DuckrowError as error:
        return f"class {class_name} cannot be loaded: {error}", ""
    if not is_known:
        return f"there is no class {class_name}", ""
    return f"class {class_name} is not evaluated at this point", f"include {class_name} before it"


def _in_module(name: str, build: Build, file: str) -> Advice:
    """Return the hint that the module of a name, or a file of it, is missing.

    `file` is the path that the module would have for it.
    """
    owner = paths.module_of(name)
    module = build.loaders.modules.get(owner)
    if module is not None:
        path = f"{module.path}/{file}"
        return f"there is no {path}" if module.file(file) is None else f"{path} has none", ""
    suggestion = did_you_mean(owner, build.loaders.modules)
    return f"there is no module {owner} in {_module_path(build)}", suggestion or _other_path()


def _module_path(build: Build) -> str:
    return ":".join(build.environment.modulepath) or "the empty module path"


def _other_path() -> str:
    return "--modulepath to name directories of modules"


_KINDS: dict[str, Callable[[str, Build], Advice]] = {
    "function": _function,
    "class": _class,
    "resource type": _type,
    "template": _template,
}
