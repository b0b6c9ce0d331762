"""File: the names of files, and the content of files in modules; no other file can be read."""

from __future__ import annotations

import os.path

from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError, UnsupportedError, type_error
from duckrow.ruby.library.file_flags import LOCK, OPEN
from duckrow.ruby.values import fnmatch
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.ruby.interpreter import Interpreter


# Methods of File that reject every call without a machine.
NEED_MACHINE = frozenset(
    "open new write delete unlink rename symlink link chmod chown mkfifo utime truncate binwrite "
    "foreach stat lstat mtime ctime atime size size? zero? empty? executable? writable? symlink? "
    "readlink realpath popen pipe sysopen copy_stream umask".split()
)
# The translation of a pattern counts as this many steps: braces make many patterns of one.
_STEPS_PER_PATTERN = 100


def _path(ruby: Interpreter, value: object) -> str:
    if isinstance(value, RubyObject) and responds_to(ruby, value, "to_path"):
        value = send(ruby, value, "to_path")
    if not isinstance(value, str):
        raise type_error(f"no implicit conversion of {conversion_name(value)} into String")
    return value


def basename(ruby: Interpreter, _self: object, path: object, suffix: object = None) -> str:
    """Return the last part of a path, without a suffix or, for ".*", without any."""
    text = _path(ruby, path)
    if not text:
        return ""
    name = text.rstrip("/").rpartition("/")[2] or "/"
    if suffix is None or name == "/":
        return name
    if suffix == ".*":
        return name.removesuffix(extname(ruby, None, name)) if "." in name.lstrip(".") else name
    return name.removesuffix(_path(ruby, suffix)) if name != suffix else name


def dirname(ruby: Interpreter, _self: object, path: object, level: object = 1) -> str:
    """Return a path without its last part."""
    text = _path(ruby, path)
    for _ in range(min(to_int(ruby, level), 1000)):
        head = text.rstrip("/").rpartition("/")
        if not head[1]:
            return "/" if text.startswith("/") else "."
        text = head[0].rstrip("/") or "/"
    if text.startswith("//"):
        text = "/" + text.lstrip("/")
    return text


def extname(ruby: Interpreter, _self: object, path: object) -> str:
    """Return the suffix of a name from its last dot on."""
    name = _path(ruby, path).rstrip("/").rpartition("/")[2]
    stem, dot, rest = name.rpartition(".")
    if not dot or not stem.strip("."):
        return ""
    return f".{rest}" if stem.strip(".") else ""


def join(ruby: Interpreter, _self: object, *parts: object) -> str:
    """Join parts with one slash between them."""
    texts = list(_flattened(ruby, parts))
    if not texts:
        return ""
    made = texts[0]
    for text in texts[1:]:
        if made.endswith("/") and text.startswith("/"):
            made = made.rstrip("/") + text
        elif made.endswith("/") or text.startswith("/"):
            made += text
        else:
            made += "/" + text
    return made


def _flattened(ruby: Interpreter, parts: Any) -> list[str]:
    made: list[str] = []
    for part in parts:
        if type(part) is list:
            made.append(join(ruby, None, *part))
        else:
            made.append(_path(ruby, part))
    return made


def expand_path(ruby: Interpreter, _self: object, path: object, base: object = None) -> str:
    """Return an absolute path; there is no directory that this runs in but the root."""
    text = _path(ruby, path)
    if text.startswith("~") or (base is not None and _path(ruby, base).startswith("~")):
        raise UnsupportedError("File.expand_path of a home directory")
    if not text.startswith("/"):
        if base is None:
            raise UnsupportedError("File.expand_path without a directory to start from")
        text = f"{base}/{text}"
    return os.path.normpath(text)


def _split(ruby: Interpreter, _self: object, path: object) -> list[str]:
    return [dirname(ruby, None, path), basename(ruby, None, path)]


def _kind(ruby: Interpreter, path: object) -> str:
    return ruby.host.kind_of(_path(ruby, path))


def _read(ruby: Interpreter, _self: object, path: object, *_: object) -> str:
    return ruby.host.read(_path(ruby, path))


def _read_lines(ruby: Interpreter, _self: object, path: object, *_: object) -> list[str]:
    return _read(ruby, None, path).splitlines(keepends=True)


def _unsupported(name: str) -> Callable[..., object]:
    def reject(_ruby: Interpreter, _self: object, *_: object) -> NoReturn:
        raise UnsupportedError(f"File.{name}")

    return reject


def _fnmatch(
    ruby: Interpreter, _self: object, pattern: object, path: object, flags: object = 0
) -> bool:
    source, name, number = _path(ruby, pattern), _path(ruby, path), to_int(ruby, flags)
    for text, label in ((source, "string"), (name, "path name")):
        if "\0" in text:
            raise RubyError("ArgumentError", f"{label} contains null byte")
    for each in fnmatch.alternatives(source, number):
        ruby.charge(_STEPS_PER_PATTERN * 8)
        if fnmatch.matcher(each, number)(name):
            return True
    return False


def _on_host(ruby: Interpreter, singleton: dict[str, Any]) -> RubyModule:
    """Return the class for Ruby code that has a machine."""
    from duckrow.ruby.constants import find_constant
    from duckrow.ruby.library.host.files import FILE_OBJECT, METHODS

    parent = find_constant(ruby, "IO")
    return RubyModule("File", parent, methods=FILE_OBJECT, singleton={**singleton, **METHODS})


def make(ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    questions: dict[str, Any] = {
        "exist?": lambda ruby, _self, path: _kind(ruby, path) != "",
        "exists?": lambda ruby, _self, path: _kind(ruby, path) != "",
        "file?": lambda ruby, _self, path: _kind(ruby, path) == "file",
        "directory?": lambda ruby, _self, path: _kind(ruby, path) == "directory",
        "readable?": lambda ruby, _self, path: _kind(ruby, path) != "",
    }
    singleton: dict[str, Any] = {
        "basename": basename,
        "dirname": dirname,
        "extname": extname,
        "join": join,
        "expand_path": expand_path,
        "absolute_path": expand_path,
        "absolute_path?": lambda ruby, _self, path: _path(ruby, path).startswith("/"),
        "split": _split,
        "fnmatch": _fnmatch,
        "fnmatch?": _fnmatch,
        "read": _read,
        "binread": _read,
        "readlines": _read_lines,
        "path": lambda ruby, _self, path: _path(ruby, path),
        **questions,
        **{name: _unsupported(name) for name in NEED_MACHINE},
    }
    file = RubyModule("File", known_class(ruby, "Object"), singleton=singleton)
    if ruby.host.has_machine:
        file = _on_host(ruby, singleton)
    file.constants["ALT_SEPARATOR"] = None
    return {
        "File": file,
        "FileTest": RubyModule("FileTest", None, is_class=False, singleton=dict(questions)),
        **{f"File::{name}": number for name, number in (OPEN | LOCK).items()},
        "File::NULL": "/dev/null",
        "File::SEPARATOR": "/",
        "File::PATH_SEPARATOR": ":",
        "File::FNM_NOESCAPE": fnmatch.NOESCAPE,
        "File::FNM_PATHNAME": fnmatch.PATHNAME,
        "File::FNM_DOTMATCH": fnmatch.DOTMATCH,
        "File::FNM_CASEFOLD": fnmatch.CASEFOLD,
        "File::FNM_EXTGLOB": fnmatch.EXTGLOB,
        "File::FNM_SYSCASE": 0,
        "File::FNM_SHORTNAME": 0,
    }
