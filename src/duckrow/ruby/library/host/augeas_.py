"""Augeas, as the gem ruby-augeas has it; the host needs the Augeas library."""

from __future__ import annotations

from duckrow.machine.texts.augeas import OVERWRITE, Augeas, AugeasError
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_TREE = " tree"
_CONTEXT = "/augeas/context"
_FLAGS = {
    "NONE": 0,
    "SAVE_BACKUP": 1,
    "SAVE_NEWFILE": 2,
    "TYPE_CHECK": 4,
    "NO_STDINC": 8,
    "SAVE_NOOP": 16,
    "NO_LOAD": 32,
    "NO_MODL_AUTOLOAD": 64,
    "ENABLE_SPAN": 128,
}


def _open(
    ruby: Interpreter, class_: RubyModule, *arguments: object, block: Proc | None = None
) -> object:
    rest, options = options_of(arguments)
    root = rest[0] if rest else options.get("root")
    path = rest[1] if len(rest) > 1 else options.get("loadpath")
    flags = to_int(ruby, rest[2]) if len(rest) > 2 else 0
    if truthy(options.get("no_load")):
        flags |= _FLAGS["NO_LOAD"]
    machine = ruby.host.machine("Augeas.open")
    where = "/" if root is None else to_s(ruby, root)
    tree = machine.open_augeas(where, "" if path is None else to_s(ruby, path), flags)
    if tree is None:
        raise RubyError("LoadError", "cannot load such file -- augeas")
    made = RubyObject(class_)
    made.variables[_TREE] = tree
    if block is None:
        return made
    try:
        return block(ruby, made)
    finally:
        tree.close()


def _tree(self: RubyObject) -> Augeas:
    found = self.variables.get(_TREE)
    if not isinstance(found, Augeas):
        raise RubyError("SystemCallError", "unknown error - Failed to initialize Augeas")
    return found


def _text(ruby: Interpreter, value: object) -> str | None:
    return None if value is None else to_s(ruby, value)


def _succeeds(change: Callable[..., object]) -> Callable[..., object]:
    """Return a method that is true if the change was possible."""

    def called(ruby: Interpreter, self: RubyObject, *arguments: object) -> bool:
        try:
            change(_tree(self), *(_text(ruby, each) for each in arguments))
        except AugeasError:
            return False
        return True

    return called


def _raises(change: Callable[..., object]) -> Callable[..., object]:
    def called(ruby: Interpreter, self: RubyObject, *arguments: object) -> bool:
        try:
            change(_tree(self), *(_text(ruby, each) for each in arguments))
        except AugeasError as error:
            raise RubyError("Augeas::Error", str(error)) from None
        return True

    return called


def _get(ruby: Interpreter, self: RubyObject, path: object) -> str | None:
    try:
        return _tree(self).get(to_s(ruby, path))
    except AugeasError:
        return None


def _match(ruby: Interpreter, self: RubyObject, path: object) -> list[str]:
    try:
        return _tree(self).match(to_s(ruby, path))
    except AugeasError as error:
        raise RubyError("SystemCallError", f"unknown error - {error}") from None


def _remove(ruby: Interpreter, self: RubyObject, path: object) -> int:
    count = len(_match(ruby, self, path))
    _tree(self).remove(to_s(ruby, path))
    return count


def _save(_ruby: Interpreter, self: RubyObject) -> bool:
    return _tree(self).save(OVERWRITE)


def _save_or_fail(ruby: Interpreter, self: RubyObject) -> bool:
    if not _save(ruby, self):
        raise RubyError("Augeas::Error", "Failed to save")
    return True


def _insert(
    ruby: Interpreter, self: RubyObject, path: object, label: object, before: object
) -> bool:
    try:
        _tree(self).insert(to_s(ruby, path), to_s(ruby, label), is_before=truthy(before))
    except AugeasError:
        return False
    return True


def _close(_ruby: Interpreter, self: RubyObject) -> None:
    _tree(self).close()


def _touch(ruby: Interpreter, self: RubyObject, path: object) -> bool | None:
    """Make a node unless it exists."""
    return None if _match(ruby, self, path) else bool(_METHODS["clear"](ruby, self, path))


def _transform(ruby: Interpreter, self: RubyObject, *arguments: object) -> None:
    """Let `load` read the files that match `incl` with a lens."""
    _, options = options_of(arguments)
    lens = to_s(ruby, options.get("lens"))
    if not lens:
        raise RubyError("ArgumentError", "No lens specified")
    if options.get("incl") is None:
        raise RubyError("ArgumentError", "No files to include")
    lens = lens if "." in lens else f"{lens}.lns"
    name = options.get("name")
    word = lens.partition(".")[0].replace("@", "", 1) if name is None else to_s(ruby, name)
    tree = _tree(self)
    tree.set(f"/augeas/load/{word}/lens", lens)
    for key in ("incl", "excl"):
        given = options.get(key)
        for each in given if isinstance(given, list) else [] if given is None else [given]:
            tree.set(f"/augeas/load/{word}/{key}[last()+1]", to_s(ruby, each))


def _clear_transforms(_ruby: Interpreter, self: RubyObject) -> None:
    _tree(self).remove("/augeas/load/*")


_METHODS: dict[str, Callable[..., object]] = {
    "get": _get,
    "exists": lambda ruby, self, path: bool(_match(ruby, self, path)),
    "match": _match,
    "set": _succeeds(Augeas.set),
    "set!": _raises(Augeas.set),
    "setm": _succeeds(Augeas.set_many),
    "clear": _succeeds(lambda tree, path: tree.set(path, None)),
    "clearm": _succeeds(lambda tree, path, inside: tree.set_many(path, inside, None)),
    "touch": _touch,
    "rm": _remove,
    "text_store": _succeeds(Augeas.store_text),
    "text_retrieve": _succeeds(Augeas.retrieve_text),
    "transform": _transform,
    "clear_transforms": _clear_transforms,
    "context": lambda ruby, self: _get(ruby, self, _CONTEXT),
    "context=": lambda ruby, self, path: _METHODS["set"](ruby, self, _CONTEXT, path),
    "mv": _succeeds(Augeas.move),
    "rename": _succeeds(Augeas.rename),
    "insert": _insert,
    "defvar": _succeeds(Augeas.define_variable),
    "defnode": _succeeds(Augeas.define_node),
    "load": _succeeds(Augeas.load),
    "load!": _raises(Augeas.load),
    "save": _save,
    "save!": _save_or_fail,
    "close": _close,
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    made = RubyModule(
        "Augeas",
        known_class(ruby, "Object"),
        methods=_METHODS,
        singleton={"open": _open, "create": _open, "new": _open},
    )
    return {
        "Augeas": made,
        "Augeas::Error": RubyModule("Augeas::Error", known_class(ruby, "StandardError")),
        **{f"Augeas::{name}": number for name, number in _FLAGS.items()},
    }
