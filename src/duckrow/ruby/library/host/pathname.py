"""Pathname: a path as an object, with what File, Dir and FileUtils do to it."""

from __future__ import annotations

from os.path import normpath

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import argument_error
from duckrow.ruby.library.files import basename, dirname, extname
from duckrow.ruby.library.host.asking import path_of
from duckrow.ruby.library.host.file_utils import METHODS as UTILS
from duckrow.ruby.library.host.files import METHODS as FILE
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_PATH = "path"


def _text(self: object) -> str:
    found = self.variables.get(_PATH) if isinstance(self, RubyObject) else None
    assert isinstance(found, str)
    return found


def _like(self: RubyObject, path: str) -> RubyObject:
    made = RubyObject(self.class_)
    made.variables[_PATH] = path
    return made


def _initialize(ruby: Interpreter, self: RubyObject, path: object) -> None:
    text = path_of(ruby, path)
    if "\0" in text:
        raise argument_error("pathname contains null byte")
    self.variables[_PATH] = text


def _plus(ruby: Interpreter, self: RubyObject, other: object) -> RubyObject:
    """Join two paths; .. takes away the part before it."""
    right = path_of(ruby, other)
    left = _text(self)
    if right.startswith("/"):
        return _like(self, right)
    parts = [each for each in right.split("/") if each not in ("", ".")]
    while parts and parts[0] == ".." and left not in ("", ".", "..") and not left.endswith("/.."):
        parts.pop(0)
        left = dirname(ruby, None, left)
        while left.endswith("/."):
            left = left[:-2]
    rest = "/".join(parts)
    if not rest:
        return _like(self, left or ".")
    if left in ("", "."):
        return _like(self, rest)
    return _like(self, f"{left.rstrip('/')}/{rest}")


def _join(ruby: Interpreter, self: RubyObject, *parts: object) -> RubyObject:
    made = self
    for each in parts:
        made = _plus(ruby, made, each)
    return made


def _parent(ruby: Interpreter, self: RubyObject) -> RubyObject:
    return _plus(ruby, self, "..")


def _clean(_ruby: Interpreter, self: RubyObject, *_: object) -> RubyObject:
    made = normpath(_text(self))
    return _like(self, f"/{made.lstrip('/')}" if made.startswith("/") else made)


def _children(ruby: Interpreter, self: RubyObject, with_directory: object = True) -> list[object]:
    names = send(ruby, find_constant(ruby, "Dir"), "children", _text(self))
    whole = with_directory not in (None, False) and _text(self) != "."
    return [_plus(ruby, self, name) if whole else _like(self, name) for name in names]


def _each_child(ruby: Interpreter, self: RubyObject, *_: object, block: Proc) -> object:
    made = _children(ruby, self)
    for each in made:
        block(ruby, each)
    return made


def _entries(ruby: Interpreter, self: RubyObject) -> list[object]:
    names = send(ruby, find_constant(ruby, "Dir"), "entries", _text(self))
    return [_like(self, name) for name in names]


def _glob(
    ruby: Interpreter, self: RubyObject, pattern: object, *_: object, block: Proc | None = None
) -> object:
    path = f"{_text(self)}/{path_of(ruby, pattern)}"
    found = [_like(self, each) for each in send(ruby, find_constant(ruby, "Dir"), "glob", path)]
    if block is None:
        return found
    for each in found:
        block(ruby, each)
    return None


def _class_glob(ruby: Interpreter, class_: RubyModule, *arguments: object) -> list[object]:
    found = send(ruby, find_constant(ruby, "Dir"), "glob", *arguments)
    return [send(ruby, class_, "new", each) for each in found]


def _relative(ruby: Interpreter, self: RubyObject, base: object) -> RubyObject:
    own = [each for each in normpath(_text(self)).split("/") if each != "."]
    other = [each for each in normpath(path_of(ruby, base)).split("/") if each != "."]
    while own and other and own[0] == other[0]:
        own.pop(0)
        other.pop(0)
    return _like(self, "/".join([".."] * len([each for each in other if each]) + own) or ".")


def _each_part(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
    return _each(ruby, [part for part in _text(self).split("/") if part], block)


def _ascend(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
    return _each(ruby, _line(ruby, self), block)


def _descend(ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> object:
    return _each(ruby, _line(ruby, self)[::-1], block)


def _line(ruby: Interpreter, self: RubyObject) -> list[object]:
    """Return a path and all directories that it is in."""
    found = [_text(self)]
    while True:
        parent = dirname(ruby, None, found[-1])
        if parent in (".", found[-1]):
            break
        found.append(parent)
    return [_like(self, each) for each in found]


def _each(ruby: Interpreter, many: list[object] | list[str], block: Proc | None) -> object:
    """Call a block for each item; without a block return them."""
    if block is None:
        return list(many)
    for each in many:
        block(ruby, each)
    return None


def _sub(
    ruby: Interpreter, self: RubyObject, *arguments: object, block: Proc | None = None
) -> RubyObject:
    return _like(self, str(send(ruby, _text(self), "sub", *arguments, block=block)))


def _sub_extension(ruby: Interpreter, self: RubyObject, extension: object) -> RubyObject:
    text = _text(self)
    old = extname(ruby, None, text)
    return _like(self, f"{text.removesuffix(old)}{extension}")


def _compare(ruby: Interpreter, self: RubyObject, other: object) -> object:
    if not isinstance(other, RubyObject) or _PATH not in other.variables:
        return None
    return send(ruby, _text(self), "<=>", _text(other))


def _is_equal(_ruby: Interpreter, self: RubyObject, other: object) -> bool:
    same = isinstance(other, RubyObject) and self.class_ is other.class_
    return same and _text(self) == _text(other)


def _ask_file(name: str) -> Callable[..., object]:
    def asked(ruby: Interpreter, self: RubyObject, *arguments: object) -> object:
        return FILE[name](ruby, None, _text(self), *arguments)

    return asked


def _path_from(name: str) -> Callable[..., object]:
    def asked(ruby: Interpreter, self: RubyObject, *arguments: object) -> RubyObject:
        return _like(self, str(FILE[name](ruby, None, _text(self), *arguments)))

    return asked


def _send_file(name: str) -> Callable[..., object]:
    def called(
        ruby: Interpreter, self: RubyObject, *arguments: object, block: Proc | None = None
    ) -> object:
        file = find_constant(ruby, "File")
        return send(ruby, file, name, _text(self), *arguments, block=block)

    return called


def _last(name: str) -> Callable[..., object]:
    """Return a method of File whose last argument is the path."""

    def called(ruby: Interpreter, self: RubyObject, *arguments: object) -> object:
        return FILE[name](ruby, None, *arguments, _text(self))

    return called


def _use(name: str) -> Callable[..., object]:
    def called(ruby: Interpreter, self: RubyObject, *arguments: object) -> object:
        return UTILS[name](ruby, None, _text(self), *arguments)

    return called


def _delete(ruby: Interpreter, self: RubyObject) -> object:
    if FILE["directory?"](ruby, None, _text(self)):
        return UTILS["rmdir"](ruby, None, _text(self))
    return FILE["delete"](ruby, None, _text(self))


def _mkdir(ruby: Interpreter, self: RubyObject, *arguments: object) -> object:
    return send(ruby, find_constant(ruby, "Dir"), "mkdir", _text(self), *arguments)


_FILE = (
    "exist? exists? file? directory? readable? writable? executable? symlink? zero? empty? size "
    "size? stat lstat mtime ctime atime ftype read binread readlines write binwrite owned? pipe? "
    "socket? blockdev? chardev? truncate"
).split()

METHODS: dict[str, Callable[..., object]] = {
    "initialize": _initialize,
    "to_s": lambda _ruby, self: _text(self),
    "to_str": lambda _ruby, self: _text(self),
    "to_path": lambda _ruby, self: _text(self),
    "inspect": lambda ruby, self: f"#<Pathname:{inspect(ruby, _text(self))[1:-1]}>",
    "+": _plus,
    "/": _plus,
    "join": _join,
    "parent": _parent,
    "dirname": lambda ruby, self: _like(self, dirname(ruby, None, _text(self))),
    "basename": lambda ruby, self, *suffix: _like(self, basename(ruby, None, _text(self), *suffix)),
    "extname": lambda ruby, self: extname(ruby, None, _text(self)),
    "cleanpath": _clean,
    "absolute?": lambda _ruby, self: _text(self).startswith("/"),
    "relative?": lambda _ruby, self: not _text(self).startswith("/"),
    "root?": lambda _ruby, self: _text(self) != "" and not _text(self).strip("/"),
    "children": _children,
    "each_child": _each_child,
    "entries": _entries,
    "glob": _glob,
    "relative_path_from": _relative,
    "each_filename": _each_part,
    "ascend": _ascend,
    "descend": _descend,
    "sub": _sub,
    "sub_ext": _sub_extension,
    "<=>": _compare,
    "==": _is_equal,
    "eql?": _is_equal,
    "===": _is_equal,
    "hash": lambda _ruby, self: hash(_text(self)),
    **{name: _ask_file(name) for name in _FILE},
    "expand_path": _path_from("expand_path"),
    "realpath": _path_from("realpath"),
    "realdirpath": _path_from("realdirpath"),
    "readlink": lambda ruby, self: _like(self, str(FILE["readlink"](ruby, None, _text(self)))),
    "open": _send_file("open"),
    "each_line": _send_file("foreach"),
    "fnmatch?": lambda ruby, self, pattern, *flags: send(
        ruby, find_constant(ruby, "File"), "fnmatch?", pattern, _text(self), *flags
    ),
    "chmod": _last("chmod"),
    "chown": _last("chown"),
    "rename": _ask_file("rename"),
    "make_symlink": _last("symlink"),
    "delete": _delete,
    "unlink": _delete,
    "mkdir": _mkdir,
    "mkpath": _use("mkdir_p"),
    "rmdir": _use("rmdir"),
    "rmtree": _use("rm_rf"),
}


def _working_directory(ruby: Interpreter, class_: RubyModule) -> object:
    return send(ruby, class_, "new", send(ruby, find_constant(ruby, "Dir"), "pwd"))


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    made = RubyModule("Pathname", known_class(ruby, "Object"), methods=METHODS)
    made.singleton["glob"] = _class_glob
    made.singleton["pwd"] = made.singleton["getwd"] = _working_directory
    return {"Pathname": made}
