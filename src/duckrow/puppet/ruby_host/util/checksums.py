"""Puppet::Util::Checksums, Diff and SymbolicFileMode."""

from __future__ import annotations

import re

from duckrow.puppet.resources.file_mode import resolve
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.util.execution import execute
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.host.asking import absolute, errors_at, facts_of, path_of
from duckrow.ruby.library.host.stat import time_of
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

    Methods = dict[str, Callable[..., object]]

# The names of digests, and their lengths in hexadecimal.
_DIGESTS = {"md5": 32, "sha1": 40, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}
_LITE = 512  # bytes that a lite checksum reads
_KNOWN = "sha256 sha256lite md5 md5lite sha1 sha1lite sha512 sha384 sha224 mtime ctime none".split()


def _hexadecimal(name: str, data: bytes) -> str:
    import hashlib

    return hashlib.new(name, data).hexdigest()


def _digest(name: str, limit: int | None) -> Callable[..., object]:
    def digest(ruby: Interpreter, _self: object, content: object) -> str:
        data = to_bytes(to_s(ruby, content))
        return _hexadecimal(name, data if limit is None else data[:limit])

    return digest


def _digest_file(name: str, limit: int | None) -> Callable[..., object]:
    def digest(ruby: Interpreter, _self: object, path: object, is_lite: object = False) -> str:
        files = machine_host(ruby).machine("Puppet::Util::Checksums").files
        with errors_at("rb_sysopen", path_of(ruby, path)):
            data = files.read(absolute(ruby, path))
        most = _LITE if truthy(is_lite) else limit
        return _hexadecimal(name, data if most is None else data[:most])

    return digest


def _is_digest(name: str) -> Callable[..., object]:
    length = _DIGESTS[name]

    def matches(ruby: Interpreter, _self: object, text: object) -> bool:
        return (
            re.search(rf"(?m)^\h{{{length}}}$".replace(r"\h", "[0-9a-fA-F]"), to_s(ruby, text))
            is not None
        )

    return matches


def _is_checksum(ruby: Interpreter, _self: object, text: object) -> int | None:
    return 0 if re.match(r"\{(\w{3,9})\}\S+", to_s(ruby, text)) else None


def _sum_type(ruby: Interpreter, _self: object, text: object) -> str | None:
    match = re.match(r"\{(\w+)\}", to_s(ruby, text))
    return None if match is None else match[1]


def _sum_data(ruby: Interpreter, _self: object, text: object) -> str | None:
    match = re.match(r"\{(\w+)\}(.+)", to_s(ruby, text))
    return None if match is None else match[2]


def _time_file(name: str) -> Callable[..., object]:
    def asked(ruby: Interpreter, _self: object, path: object) -> object:
        facts = facts_of(ruby, "rb_file_s_stat", path)
        return time_of(ruby, facts.mtime_ns if name == "mtime" else facts.ctime_ns)

    return asked


CHECKSUMS: Methods = {
    "known_checksum_types": lambda _ruby, _self: [symbol(name) for name in _KNOWN],
    "checksum?": _is_checksum,
    "sumtype": _sum_type,
    "sumdata": _sum_data,
    "mtime": lambda _ruby, _self, _content: "",
    "ctime": lambda _ruby, _self, _content: "",
    "none": lambda _ruby, _self, _content: "",
    "none_file": lambda _ruby, _self, _path: "",
    "mtime_file": _time_file("mtime"),
    "ctime_file": _time_file("ctime"),
}
for _name in _DIGESTS:
    CHECKSUMS[_name] = _digest(_name, None)
    CHECKSUMS[f"{_name}lite"] = _digest(_name, _LITE)
    CHECKSUMS[f"{_name}_file"] = _digest_file(_name, None)
    CHECKSUMS[f"{_name}lite_file"] = _digest_file(_name, _LITE)
    CHECKSUMS[f"{_name}?"] = CHECKSUMS[f"{_name}lite?"] = _is_digest(_name)


# ---- Diff


def diff(ruby: Interpreter, _self: object, old: object, new: object) -> str:
    """Return the difference of two files, as the configured command prints it."""
    host = machine_host(ruby)
    words = [to_s(ruby, host.settings["diff"])]
    if not words[0]:
        return ""
    words += to_s(ruby, host.settings["diff_args"]).split()
    command: list[object] = [*words, path_of(ruby, old), path_of(ruby, new)]
    options = {symbol("failonfail"): False, symbol("combine"): False}
    return execute(ruby, None, command, options)


DIFF: Methods = {"diff": diff}

# ---- SymbolicFileMode

_SYMBOLIC = r"[0-7]{1,4}|([ugoa]*[-=+][-=+rstwxXugo]*)(,([ugoa]*[-=+][-=+rstwxXugo]*))*"


def _is_mode(ruby: Interpreter, _self: object, value: object) -> bool:
    return isinstance(value, int) or re.fullmatch(_SYMBOLIC, to_s(ruby, value)) is not None


def _to_number(
    ruby: Interpreter,
    _self: object,
    mode: object,
    before: object = 0,
    is_directory: object = False,
) -> int:
    if isinstance(mode, int):
        return mode
    text = "" if mode is None else to_s(ruby, mode)
    if not text:
        raise RubyError("Puppet::Error", "An empty mode string is illegal")
    if text.isdigit() and text.strip("01234567"):
        raise RubyError("Puppet::Error", "Numeric modes must be in octal, not decimal!")
    if not isinstance(before, int):
        raise RubyError("RuntimeError", f"non-numeric current mode ({inspect(ruby, before)})")
    try:
        return resolve(text, before, is_directory=truthy(is_directory))
    except ValueError as error:
        raise RubyError("Puppet::Error", str(error)) from None


def _normalize(ruby: Interpreter, _self: object, value: object) -> object:
    if value is None:
        return None
    if isinstance(value, int):
        return f"{value:o}"
    text = to_s(ruby, value)
    return f"{int(text, 8):o}" if re.fullmatch(r"0?[0-7]{1,4}", text) else text


def _display(_ruby: Interpreter, _self: object, value: object) -> object:
    if isinstance(value, str) and re.fullmatch(r"0?[0-7]{1,4}", value):
        return value.rjust(4, "0")
    return value


MODES: Methods = {
    "valid_symbolic_mode?": _is_mode,
    "symbolic_mode_to_int": _to_number,
    "normalize_symbolic_mode": _normalize,
    "display_mode": _display,
}


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the modules."""
    tables = {
        "Puppet::Util::Checksums": CHECKSUMS,
        "Puppet::Util::Diff": DIFF,
        "Puppet::Util::SymbolicFileMode": MODES,
    }
    return {
        name: RubyModule(name, is_class=False, methods=table, singleton=table)
        for name, table in tables.items()
    }
