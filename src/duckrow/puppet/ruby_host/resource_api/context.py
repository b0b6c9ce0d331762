"""Puppet::ResourceApi::PuppetContext: the messages of a provider, and its type."""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import capitalize, class_at, flat, option, reader
from duckrow.puppet.ruby_host.resource_api.definition import has_feature, type_name
from duckrow.puppet.ruby_host.types.parameter import error_message
from duckrow.puppet.ruby_host.util.logs import LOGS
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.exceptions import RESCUED, exception_of, rescues
from duckrow.ruby.values.kinds import Proc, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

_LEVELS = ("debug", "info", "notice", "warning", "err")
_SECOND = 1_000_000_000


def make_context(ruby: Interpreter, definition: RubyObject) -> RubyObject:
    """Return the context that the methods of a provider get."""
    made = RubyObject(class_at(ruby, "Puppet::ResourceApi::PuppetContext"))
    made.variables["type"] = definition
    return made


def _type(self: RubyObject) -> RubyObject:
    found = self.variables["type"]
    assert isinstance(found, RubyObject)
    return found


# ---- messages


def _log(ruby: Interpreter, self: RubyObject, level: str, *arguments: object) -> None:
    if len(arguments) == 1:
        about = self.variables.get("context") or type_name(ruby, _type(self))
        message = f"{to_s(ruby, about)}: {to_s(ruby, arguments[0])}"
    elif len(arguments) == 2:
        message = f"{_titled(ruby, self, arguments[0])}: {to_s(ruby, arguments[1])}"
    else:
        message = ", ".join(to_s(ruby, each) for each in arguments)
    machine_host(ruby).log(level, message)


def _logging(level: str) -> Method:
    return lambda ruby, self, *arguments: _log(ruby, self, level, *arguments)


def _titled(ruby: Interpreter, self: RubyObject, titles: object) -> str:
    name = type_name(ruby, _type(self))
    if isinstance(titles, (list, dict)) and not titles:
        return name
    many = [to_s(ruby, each) for each in flat([titles]) if each is not None]
    return f"{name}[{', '.join(many)}]"


# ---- blocks of work


def _work(
    ruby: Interpreter,
    self: RubyObject,
    about: str,
    steps: tuple[str, Callable[[str], tuple[str, str]], str],
    block: Proc,
) -> None:
    """Call a block between messages; an exception is logged and marks the context as failed."""
    host = machine_host(ruby)
    started = host.now()
    start, finish, failure = steps
    self.variables["context"] = about
    try:
        _log(ruby, self, "debug", start)
        block(ruby)
        level, words = finish(_seconds(host.now() - started))
        _log(ruby, self, level, words)
    except RESCUED as error:
        if not rescues(ruby, error):
            raise
        after = f"{failure} after {_seconds(host.now() - started)} seconds"
        _log(ruby, self, "err", f"{after}: {error_message(ruby, error)}")
        self.variables["failed"] = True
    finally:
        self.variables["context"] = None


def _seconds(duration: int) -> str:
    return f"{duration / _SECOND:.{6 if duration < _SECOND else 2}f}"


def _changing(name: str) -> Method:
    """Return creating, updating, deleting or failing."""
    word = capitalize(name)

    def finish(seconds: str) -> tuple[str, str]:
        if name == "failing":
            return "warning", f"Finished failing in {seconds} seconds"
        return "notice", f"Finished in {seconds} seconds"

    def change(
        ruby: Interpreter,
        self: RubyObject,
        titles: object,
        options: object = None,
        *,
        block: Proc,
    ) -> None:
        message = to_s(ruby, option(options, "message", word))
        about = f"{_titled(ruby, self, titles)}: {message}"
        _work(ruby, self, about, ("Start", finish, "Failed"), block)

    return change


def _only_one(method: str, title: object) -> None:
    if isinstance(title, (list, dict)):
        raise RubyError("RuntimeError", f"{method} only accepts a single resource title")


def _processing(
    ruby: Interpreter,
    self: RubyObject,
    title: object,
    current: object,
    should: object,
    message: object = "Processing",
    *,
    block: Proc,
) -> None:
    _only_one("processing", title)
    name, was, wanted = (to_s(ruby, each) for each in (title, current, should))

    def finish(seconds: str) -> tuple[str, str]:
        return "notice", f"Finished processing {name} in {seconds} seconds: {wanted}"

    start = f"Starting processing of {name} from {was} to {wanted}"
    about = f"{_titled(ruby, self, title)}: {to_s(ruby, message)}"
    _work(ruby, self, about, (start, finish, f"Failed processing {name}"), block)


# ---- what was done


def _done(name: str) -> Method:
    """Return created, updated or deleted."""
    word = capitalize(name)

    def log_done(
        ruby: Interpreter, self: RubyObject, titles: object, options: object = None
    ) -> None:
        message = to_s(ruby, option(options, "message", word))
        _log(ruby, self, "notice", f"{message}: {to_s(ruby, titles)}")

    return log_done


def _processed(
    ruby: Interpreter, self: RubyObject, title: object, current: object, should: object
) -> None:
    _only_one("processed", title)
    name, was, wanted = (to_s(ruby, each) for each in (title, current, should))
    _log(ruby, self, "notice", f"Processed {name} from {was} to {wanted}")


def _attribute_changed(
    ruby: Interpreter,
    self: RubyObject,
    title: object,
    attribute: object,
    current: object,
    should: object,
    options: object = None,
) -> None:
    _only_one("attribute_changed", title)

    def shown(value: object) -> str:
        if value is None or value is False:
            return "nil"
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return to_s(ruby, value) if is_number else f"'{to_s(ruby, value)}'"

    message = option(options, "message")
    end = "" if message is None else f": {to_s(ruby, message)}"
    change = f"changed from {shown(current)} to {shown(should)}{end}"
    name = to_s(ruby, title)
    _log(ruby, self, "notice", f"{name}: attribute '{to_s(ruby, attribute)}' {change}")


def _failed(ruby: Interpreter, self: RubyObject, titles: object, options: object = None) -> None:
    message = to_s(ruby, option(options, "message", "Updating has failed"))
    self.variables["context"] = _titled(ruby, self, titles)
    try:
        _log(ruby, self, "err", message)
    finally:
        self.variables["context"] = None


def _log_exception(
    ruby: Interpreter, self: RubyObject, exception: object, options: object = None
) -> None:
    if isinstance(exception, Exception):
        exception = exception_of(ruby, exception)
    message = to_s(ruby, option(options, "message", "Error encountered"))
    _log(ruby, self, "err", f"{message}: {to_s(ruby, exception)}")


def _reset_failed(_ruby: Interpreter, self: RubyObject) -> bool:
    self.variables["failed"] = False
    return False


def _feature_support(ruby: Interpreter, self: RubyObject, name: str) -> bool:
    message = "context.feature_support? is deprecated. Please use context.type.feature? instead."
    LOGS["deprecation_warning"](ruby, self, message)
    return has_feature(_type(self), name)


def _device(_ruby: Interpreter, _self: RubyObject) -> object:
    raise RubyError("RuntimeError", "no device configured")


METHODS: Methods = {
    **{level: _logging(level) for level in _LEVELS},
    **{name: _changing(name) for name in ("creating", "updating", "deleting", "failing")},
    **{name: _done(name) for name in ("created", "updated", "deleted")},
    "type": reader("type"),
    "device": _device,
    "transport": _device,
    "processing": _processing,
    "processed": _processed,
    "attribute_changed": _attribute_changed,
    "failed": _failed,
    "failed?": reader("failed"),
    "reset_failed": _reset_failed,
    "feature_support?": _feature_support,
    "log_exception": _log_exception,
}
