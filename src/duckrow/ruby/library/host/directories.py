"""Dir: directories, and the paths that match patterns."""

from __future__ import annotations

from os.path import join

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import argument_error
from duckrow.ruby.library.host.asking import (
    absolute,
    errors_at,
    facts_of,
    files_of,
    kernel_error,
    path_of,
    working_directory,
)
from duckrow.ruby.library.host.opening import new_mode
from duckrow.ruby.values import fnmatch
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.machine.files.files import Files
    from duckrow.ruby.interpreter import Interpreter

_PATH, _NAMES, _AT = " path", " names", " at"


def names_in(ruby: Interpreter, path: object) -> list[str]:
    """Return the names in a directory."""
    name = path_of(ruby, path)
    with errors_at("dir_initialize", name):
        return files_of(ruby, "Dir").names(absolute(ruby, path))


def _entries(ruby: Interpreter, _self: object, path: object, *_: object) -> list[str]:
    return [".", "..", *names_in(ruby, path)]


def _children(ruby: Interpreter, _self: object, path: object, *_: object) -> list[str]:
    return names_in(ruby, path)


def _each(ruby: Interpreter, names: list[str], block: Proc | None, result: object = None) -> object:
    if block is None:
        return send(ruby, names, "each")
    for name in names:
        ruby.tick()
        block(ruby, name)
    return result


def _exists(ruby: Interpreter, _self: object, path: object) -> bool:
    found = files_of(ruby, "Dir.exist?").facts(absolute(ruby, path), follow=True)
    return found is not None and found.kind == "directory"


def _is_empty(ruby: Interpreter, self: object, path: object) -> bool:
    return _exists(ruby, self, path) and not names_in(ruby, path)


def _mkdir(ruby: Interpreter, _self: object, path: object, mode: object = 0o777) -> int:
    files = files_of(ruby, "Dir.mkdir")
    with errors_at("dir_s_mkdir", path_of(ruby, path)):
        files.make_directory(absolute(ruby, path), new_mode(to_int(ruby, mode)))
    return 0


def remove_directory(ruby: Interpreter, _self: object, path: object) -> int:
    """Remove an empty directory."""
    name = path_of(ruby, path)
    found = facts_of(ruby, "dir_s_rmdir", path, follow=False)
    if found.kind != "directory":
        raise kernel_error(20, "dir_s_rmdir", name)
    with errors_at("dir_s_rmdir", name):
        files_of(ruby, "Dir.rmdir").remove(absolute(ruby, path))
    return 0


def _chdir(
    ruby: Interpreter, _self: object, path: object = None, *, block: Proc | None = None
) -> object:
    """Change the directory that paths and commands of Ruby code begin in."""
    host = ruby.host
    host.machine("Dir.chdir")
    wanted = host.environment.get("HOME", "/") if path is None else path
    name = path_of(ruby, wanted)
    if facts_of(ruby, "dir_chdir", wanted).kind != "directory":
        raise kernel_error(20, "dir_chdir", name)
    before = host.directory
    host.directory = absolute(ruby, wanted)
    if block is None:
        return 0
    try:
        return block(ruby, name)
    finally:
        host.directory = before


def _home(ruby: Interpreter, _self: object, name: object = None) -> str:
    machine = ruby.host.machine("Dir.home")
    if name is None:
        return ruby.host.environment.get("HOME", "/")
    user = machine.users.user(path_of(ruby, name))
    if user is None:
        raise argument_error(f"user {path_of(ruby, name)} doesn't exist")
    return user.home


# ---- patterns


def glob_paths(
    ruby: Interpreter, pattern: str, flags: int = 0, base: str | None = None
) -> list[str]:
    """Return the paths that match a pattern, sorted; relative to `base` if there is one."""
    files = files_of(ruby, "Dir.glob")
    start = working_directory(ruby) if base is None else absolute(ruby, base)
    found: dict[str, None] = {}
    for each in fnmatch.alternatives(pattern, flags | fnmatch.EXTGLOB):
        is_absolute = each.startswith("/")
        parts = [part for part in each.split("/") if part]
        wants_directory = each.endswith("/") and bool(parts)
        matches = _matches(ruby, files, "/" if is_absolute else start, parts, flags)
        for match in sorted(matches):
            path = f"/{match}" if is_absolute else match
            found[f"{path}/" if wants_directory else path] = None
    return list(found)


def _matches(
    ruby: Interpreter, files: Files, directory: str, parts: list[str], flags: int
) -> Iterator[str]:
    """Yield the paths below a directory, relative to it."""
    if not parts:
        return
    ruby.tick()
    part, rest = parts[0], parts[1:]
    if part == "**" and rest:
        yield from _matches(ruby, files, directory, rest, flags)
        for name in _names(files, directory):
            hidden = name.startswith(".") and not flags & fnmatch.DOTMATCH
            here = join(directory, name)
            if hidden or _kind(files, here, follow=False) != "directory":
                continue
            for each in _matches(ruby, files, here, parts, flags):
                yield f"{name}/{each}"
        return
    for name in _named(files, directory, part, flags):
        here = join(directory, name)
        if not rest:
            if _kind(files, here, follow=False) is not None:
                yield name
        elif _kind(files, here, follow=True) == "directory":
            for each in _matches(ruby, files, here, rest, flags):
                yield f"{name}/{each}"


def _named(files: Files, directory: str, part: str, flags: int) -> list[str]:
    if not set("*?[\\") & set(part):
        return [part]
    matches = fnmatch.matcher(part, flags & ~fnmatch.EXTGLOB)
    return [name for name in _names(files, directory) if matches(name)]


def _names(files: Files, directory: str) -> list[str]:
    try:
        return files.names(directory)
    except OSError:
        return []


def _kind(files: Files, path: str, *, follow: bool) -> str | None:
    try:
        facts = files.facts(path, follow=follow)
    except OSError:
        return None
    return None if facts is None else facts.kind


def glob(
    ruby: Interpreter,
    _self: object,
    patterns: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Return the paths that match patterns, or call a block with each."""
    rest, options = options_of(arguments)
    flags = to_int(ruby, rest[0]) if rest else 0
    base = options.get("base")
    start = None if base is None else path_of(ruby, base)
    texts = patterns if isinstance(patterns, list) else [patterns]
    found = [path for each in texts for path in glob_paths(ruby, path_of(ruby, each), flags, start)]
    return found if block is None else _each(ruby, found, block)


def _glob_several(ruby: Interpreter, self: object, *patterns: object) -> object:
    rest, options = options_of(patterns)
    return glob(ruby, self, list(rest), *([patterns[-1]] if options else []))


# ---- objects


def _new(ruby: Interpreter, class_: RubyModule, path: object, *_: object) -> RubyObject:
    made = RubyObject(class_)
    made.variables = {_PATH: path_of(ruby, path), _NAMES: _entries(ruby, None, path), _AT: 0}
    return made


def _open(
    ruby: Interpreter, class_: RubyModule, path: object, *, block: Proc | None = None
) -> object:
    made = _new(ruby, class_, path)
    return made if block is None else block(ruby, made)


def _list(self: RubyObject) -> list[str]:
    found = self.variables[_NAMES]
    assert isinstance(found, list)
    return found


def _children_of(_ruby: Interpreter, self: RubyObject) -> list[str]:
    return [name for name in _list(self) if name not in (".", "..")]


def _next(_ruby: Interpreter, self: RubyObject) -> str | None:
    at = self.variables[_AT]
    assert isinstance(at, int)
    self.variables[_AT] = at + 1
    names = _list(self)
    return names[at] if at < len(names) else None


_OBJECT: dict[str, Callable[..., object]] = {
    "path": lambda _ruby, self: self.variables[_PATH],
    "to_path": lambda _ruby, self: self.variables[_PATH],
    "each": lambda ruby, self, *, block=None: _each(ruby, _list(self), block, self),
    "each_child": lambda ruby, self, *, block=None: _each(
        ruby, _children_of(ruby, self), block, self
    ),
    "children": _children_of,
    "entries": lambda _ruby, self: list(_list(self)),
    "read": _next,
    "close": lambda _ruby, _self: None,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    from duckrow.ruby.constants import known_class, known_module
    from duckrow.ruby.library.host.temporary import DIRECTORIES, create_name

    singleton: dict[str, Callable[..., object]] = {
        "new": _new,
        "open": _open,
        "entries": _entries,
        "children": _children,
        "each_child": lambda ruby, _self, path, *, block=None: _each(
            ruby, names_in(ruby, path), block
        ),
        "foreach": lambda ruby, _self, path, *, block=None: _each(
            ruby, _entries(ruby, None, path), block
        ),
        "exist?": _exists,
        "exists?": _exists,
        "empty?": _is_empty,
        "mkdir": _mkdir,
        "rmdir": remove_directory,
        "unlink": remove_directory,
        "delete": remove_directory,
        "chdir": _chdir,
        "pwd": lambda ruby, _self: working_directory(ruby),
        "getwd": lambda ruby, _self: working_directory(ruby),
        "home": _home,
        "glob": glob,
        "[]": _glob_several,
        **DIRECTORIES,
    }
    made = RubyModule("Dir", known_class(ruby, "Object"), methods=_OBJECT, singleton=singleton)
    made.includes.append(known_module(ruby, "Enumerable"))
    names = RubyModule("Dir::Tmpname", is_class=False, singleton={"create": create_name})
    return {"Dir": made, "Dir::Tmpname": names}
