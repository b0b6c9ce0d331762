"""Puppet::Util.replace_file and Puppet::FileSystem.replace_file.

A block writes a draft beside the file, which then takes the name of the file in one step. A link of
that name is replaced, never followed.
"""

from __future__ import annotations

from os.path import basename, dirname

from duckrow.puppet.ruby_host.objects import dev_error
from duckrow.puppet.ruby_host.util.checksums import MODES
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.library.host.asking import absolute, errors_at, files_of, path_of
from duckrow.ruby.library.host.opening import open_stream
from duckrow.ruby.library.host.streams import set_stream
from duckrow.ruby.library.host.temporary import temporary_path
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.facts import FileFacts
    from duckrow.ruby.interpreter import Interpreter


def _bits(ruby: Interpreter, mode: object) -> int:
    """Return the bits of a mode: a number, octal digits or words."""
    if not truthy(MODES["valid_symbolic_mode?"](ruby, None, mode)):
        raise dev_error(f"replace_file default_mode: {mode} is invalid")
    if isinstance(mode, int):
        return mode
    made = MODES["symbolic_mode_to_int"](ruby, None, mode)
    assert isinstance(made, int)
    return made


def replace_file(
    ruby: Interpreter,
    _self: object,
    path: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Puppet::Util.replace_file; `mode` is that of a new file, an existing one keeps its own."""
    if block is None:
        raise dev_error("replace_file requires a block")
    rest, options = options_of(arguments)
    mode = 0o644 if not rest or rest[0] is None else _bits(ruby, rest[0])
    old = _old_file(ruby, path)
    return _replace(
        ruby,
        path,
        mode if old is None else old.mode & 0o7777,
        old,
        block,
        staging=options.get("staging_location"),
        check=options.get("validate_callback"),
    )


def replace_in_file_system(
    ruby: Interpreter,
    _self: object,
    path: object,
    mode: object = None,
    *,
    block: Proc | None = None,
) -> object:
    """Puppet::FileSystem.replace_file; without a mode that of the old file stays."""
    if block is None:
        raise dev_error("replace_file requires a block")
    old = _old_file(ruby, path)
    kept = 0o640 if old is None else old.mode & 0o7777
    return _replace(ruby, path, kept if mode is None else _bits(ruby, mode), old, block)


def _old_file(ruby: Interpreter, path: object) -> FileFacts | None:
    """Return the facts of the file to replace; a link has no mode and owner worth to keep."""
    found = files_of(ruby, "replace_file").facts(absolute(ruby, path))
    return None if found is None or found.target is not None else found


def _replace(
    ruby: Interpreter,
    path: object,
    mode: int,
    old: FileFacts | None,
    block: Proc,
    *,
    staging: object = None,
    check: object = None,
) -> object:
    name, where = path_of(ruby, path), absolute(ruby, path)
    files = files_of(ruby, "replace_file")
    directory = dirname(where) if staging is None else absolute(ruby, staging)
    draft = temporary_path(ruby, basename(where), directory)
    class_ = find_constant(ruby, "File")
    assert isinstance(class_, RubyModule)
    with errors_at("rb_sysopen", draft):
        files.make_file(draft, 0o600)
    try:
        stream = open_stream(ruby, draft, "w+")
        try:
            result = block(ruby, set_stream(RubyObject(class_), stream))
        finally:
            stream.close()
        with errors_at("rb_file_s_rename", f"({draft}, {name})"):
            if old is not None:
                files.set_owner(draft, old.uid, old.gid)
            files.set_mode(draft, mode)
            if check is not None:
                send(ruby, check, "call", draft)
            files.rename(draft, where)
    except BaseException:
        files.remove(draft)
        raise
    return result
