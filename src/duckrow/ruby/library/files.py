"""File: names of files, and the files of modules, which alone can be read."""

from __future__ import annotations

import os.path

from duckrow.ruby.core.arguments import kind_shown, to_int
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import UnsupportedError, type_error
from duckrow.ruby.state import STATE
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


def _path(value: Any) -> str:
    if type(value) is not str:
        raise type_error(f"no implicit conversion of {kind_shown(value)} into String")
    return value


def basename(_self: Any, path: Any, suffix: Any = None) -> str:
    """Give the last part of a path, without a suffix or, for ".*", without any."""
    text = _path(path)
    if not text:
        return ""
    name = text.rstrip("/").rpartition("/")[2] or "/"
    if suffix is None or name == "/":
        return name
    if suffix == ".*":
        return name.removesuffix(extname(None, name)) if "." in name.lstrip(".") else name
    return name.removesuffix(_path(suffix)) if name != suffix else name


def dirname(_self: Any, path: Any, level: Any = 1) -> str:
    """Give a path without its last part."""
    text = _path(path)
    for _ in range(min(to_int(level), 1000)):
        head = text.rstrip("/").rpartition("/")
        if not head[1]:
            return "/" if text.startswith("/") else "."
        text = head[0].rstrip("/") or "/"
    if text.startswith("//"):
        text = "/" + text.lstrip("/")
    return text


def extname(_self: Any, path: Any) -> str:
    """Give what follows the last dot of a name, with the dot."""
    name = _path(path).rstrip("/").rpartition("/")[2]
    stem, dot, rest = name.rpartition(".")
    if not dot or not stem.strip("."):
        return ""
    return f".{rest}" if stem.strip(".") else ""


def join(_self: Any, *parts: Any) -> str:
    """Join parts with one slash between them."""
    texts = list(_flattened(parts))
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


def _flattened(parts: Any) -> list[str]:
    made: list[str] = []
    for part in parts:
        if type(part) is list:
            made.append(join(None, *part))
        else:
            made.append(_path(part))
    return made


def expand_path(_self: Any, path: Any, base: Any = None) -> str:
    """Give an absolute path; there is no directory that this runs in but the root."""
    text = _path(path)
    if text.startswith("~") or (base is not None and _path(base).startswith("~")):
        raise UnsupportedError("File.expand_path of a home directory")
    if not text.startswith("/"):
        if base is None:
            raise UnsupportedError("File.expand_path without a directory to start from")
        text = f"{base}/{text}"
    return os.path.normpath(text)


def _split(_self: Any, path: Any) -> list[str]:
    return [dirname(None, path), basename(None, path)]


def _kind(path: Any) -> str:
    return STATE.known.host.kind_of(_path(path))


def _read(_self: Any, path: Any, *_: Any) -> str:
    return STATE.known.host.read(_path(path))


def _read_lines(_self: Any, path: Any, *_: Any) -> list[str]:
    return _read(None, path).splitlines(keepends=True)


def _refused(name: str) -> Callable[..., Any]:
    def refuse(_self: Any, *_: Any) -> NoReturn:
        raise UnsupportedError(f"File.{name}")

    return refuse


def _matches(_self: Any, pattern: Any, path: Any, *_: Any) -> bool:
    from fnmatch import fnmatchcase

    name = to_s(path)
    if name.startswith(".") and not to_s(pattern).startswith("."):
        return False
    return fnmatchcase(name, to_s(pattern))


def make() -> dict[str, Any]:
    """Give the constants of this file."""
    from duckrow.ruby.constants import known_class

    questions: dict[str, Any] = {
        "exist?": lambda _self, path: _kind(path) != "",
        "exists?": lambda _self, path: _kind(path) != "",
        "file?": lambda _self, path: _kind(path) == "file",
        "directory?": lambda _self, path: _kind(path) == "directory",
        "readable?": lambda _self, path: _kind(path) != "",
    }
    refused = (
        "open new write delete unlink rename symlink link chmod chown mkfifo utime truncate "
        "binwrite foreach stat lstat mtime ctime atime size size? zero? empty? executable? "
        "writable? symlink? readlink realpath popen pipe sysopen copy_stream umask"
    ).split()
    singleton: dict[str, Any] = {
        "basename": basename,
        "dirname": dirname,
        "extname": extname,
        "join": join,
        "expand_path": expand_path,
        "absolute_path": expand_path,
        "absolute_path?": lambda _self, path: _path(path).startswith("/"),
        "split": _split,
        "fnmatch": _matches,
        "fnmatch?": _matches,
        "read": _read,
        "binread": _read,
        "readlines": _read_lines,
        "path": lambda _self, path: _path(path),
        **questions,
        **{name: _refused(name) for name in refused},
    }
    return {
        "File": RubyModule("File", known_class("Object"), singleton=singleton),
        "FileTest": RubyModule("FileTest", None, is_class=False, singleton=dict(questions)),
        "File::SEPARATOR": "/",
        "File::PATH_SEPARATOR": ":",
        "File::ALT_SEPARATOR": None,
    }
