"""Puppet::Util.replace_file: a new content of a file, made in a block and put in place at once."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.errors import argument_error
from duckrow.ruby.library.host.asking import absolute, errors_at, files_of, path_of
from duckrow.ruby.library.host.streams import Stream, set_stream
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def replace_file(
    ruby: Interpreter,
    _self: object,
    path: object,
    mode: object = None,
    *_: object,
    block: Proc | None = None,
) -> object:
    """Replace a file; `mode` is that of a new file, an existing one keeps its own."""
    if block is None:
        raise argument_error("replace_file requires a block")
    files = files_of(ruby, "Puppet::Util.replace_file")
    io = find_constant(ruby, "IO")
    assert isinstance(io, RubyModule)
    stream = Stream(is_readable=True, is_writable=True, path=path_of(ruby, path))
    result = block(ruby, set_stream(RubyObject(io), stream))
    where = absolute(ruby, path)
    old = files.facts(where, follow=True)
    wanted = mode if isinstance(mode, int) else int(mode, 8) if isinstance(mode, str) else 0o644
    with errors_at("rb_file_s_rename", stream.path or ""):
        files.replace(
            where, to_bytes(stream.text), None if old is not None else wanted, follow=True
        )
    return result
