"""IO, the standard streams, and StringIO."""

from __future__ import annotations

import sys

from duckrow.ruby.constants import known_class, known_module
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.library.file_flags import OPEN
from duckrow.ruby.library.host.files import METHODS as FILE
from duckrow.ruby.library.host.pipes import popen
from duckrow.ruby.library.host.stream_methods import METHODS
from duckrow.ruby.library.host.streams import Stream, set_stream, stream_of, with_block
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def _new_string_io(
    ruby: Interpreter, class_: RubyModule, text: object = "", mode: object = "r+"
) -> RubyObject:
    word = mode if isinstance(mode, str) else "r+"
    stream = Stream(
        "" if word.startswith("w") else to_str(ruby, text),
        is_readable="+" in word or word.startswith("r"),
        is_writable=word != "r",
        appends=word.startswith("a"),
    )
    return set_stream(RubyObject(class_), stream)


def _open_string_io(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    return with_block(ruby, _new_string_io(ruby, class_, *arguments), block)


def _string(_ruby: Interpreter, self: RubyObject) -> str:
    return stream_of(self).text


def _set_string(ruby: Interpreter, self: RubyObject, text: object) -> object:
    stream = stream_of(self)
    stream.text, stream.position = to_str(ruby, text), 0
    return text


def _standard(io: RubyModule, name: str) -> RubyObject:
    """Return one of the standard streams."""

    def flush(stream: Stream) -> None:
        target = sys.stderr if name == "STDERR" else sys.stdout
        target.write(stream.pending)
        stream.text, stream.position = "", 0

    stream = Stream(
        is_readable=name == "STDIN",
        is_writable=name != "STDIN",
        appends=True,
        path=f"<{name}>",
        flush=flush,
    )
    stream.syncs = True
    made = set_stream(RubyObject(io), stream)
    made.variables[" name"] = {"STDIN": 0, "STDOUT": 1, "STDERR": 2}[name]
    return made


def _pipe(_ruby: Interpreter, _self: object, *_: object) -> object:
    raise UnsupportedError("IO.pipe")


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes."""
    object_ = known_class(ruby, "Object")
    names = ("read", "binread", "readlines", "foreach", "write", "binwrite")
    singleton = {**{name: FILE[name] for name in names}, "popen": popen, "pipe": _pipe}
    io = RubyModule("IO", object_, methods=METHODS, singleton=singleton)
    io.includes.append(known_module(ruby, "Enumerable"))
    string_io = RubyModule(
        "StringIO",
        object_,
        methods={
            **METHODS,
            "string": _string,
            "string=": _set_string,
            "size": lambda _ruby, self: len(stream_of(self).text),
            "length": lambda _ruby, self: len(stream_of(self).text),
        },
        singleton={"new": _new_string_io, "open": _open_string_io},
    )
    string_io.includes.append(known_module(ruby, "Enumerable"))
    return {
        "IO": io,
        "IO::SEEK_SET": 0,
        "IO::SEEK_CUR": 1,
        "IO::SEEK_END": 2,
        **{f"IO::{name}": number for name, number in OPEN.items()},
        "StringIO": string_io,
        **{name: _standard(io, name) for name in ("STDIN", "STDOUT", "STDERR")},
    }
