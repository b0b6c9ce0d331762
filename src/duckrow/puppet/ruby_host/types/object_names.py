"""Objects of Puppet::Type: names, tags and messages."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import NAME, capitalize, flat, is_kind, writer
from duckrow.puppet.ruby_host.types.known import name_of
from duckrow.puppet.ruby_host.types.logs import desired_of, location_text, log_about, logs, path_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import RubyObject


def resource_error(self: RubyObject, message: str) -> RubyError:
    """Return the error about a resource, with its location."""
    return RubyError("Puppet::ResourceError", message + location_text(self))


def _title(ruby: Interpreter, self: RubyObject) -> object:
    if self.variables.get("title") is None:
        self.variables["title"] = send(ruby, self, "[]", NAME)
    return self.variables["title"]


def ref_of(ruby: Interpreter, self: RubyObject) -> str:
    """Return the reference of a resource: its type and title."""
    title = to_s(ruby, send(ruby, self, "title"))
    return f"{capitalize(name_of(self.class_).name)}[{title}]"


def _tag(ruby: Interpreter, self: RubyObject, *names: object) -> None:
    tags = self.variables.setdefault("tags", [])
    assert isinstance(tags, list)
    tags += [name for each in flat(list(names)) if (name := to_s(ruby, each)) not in tags]


def _is_tagged(ruby: Interpreter, self: RubyObject, *names: object) -> bool:
    desired = desired_of(self)
    tags: Any = self.variables.get("tags", []) if desired is None else desired.tags
    return any(to_s(ruby, each) in tags for each in flat(list(names)))


def _tags(_ruby: Interpreter, self: RubyObject) -> list[str]:
    desired = desired_of(self)
    tags: Any = self.variables.get("tags", []) if desired is None else desired.tags
    return list(tags)


def _log(ruby: Interpreter, self: RubyObject, message: object) -> None:
    log_about(
        ruby, self, to_s(ruby, send(ruby, self, "[]", symbol("loglevel"))), to_s(ruby, message)
    )


def _compare(ruby: Interpreter, self: RubyObject, other: object) -> object:
    if not is_kind(ruby, other, "Puppet::Type"):
        return None
    return send(ruby, ref_of(ruby, self), "<=>", send(ruby, other, "ref"))


NAMES: Methods = {
    **logs(lambda ruby, self: (self, path_of(ruby, self))),
    "log": _log,
    "type": lambda _ruby, self: name_of(self.class_),
    "name": lambda ruby, self: send(ruby, self, "[]", NAME),
    "title": _title,
    "title=": writer("title"),
    "ref": ref_of,
    "to_s": lambda ruby, self: send(ruby, self, "ref"),
    "inspect": lambda ruby, self: send(ruby, self, "ref"),
    "<=>": _compare,
    "path": path_of,
    "pathbuilder": lambda ruby, self: [path_of(ruby, self)],
    "parent": lambda _ruby, _self: None,
    "tags": _tags,
    "tag": _tag,
    "tagged?": _is_tagged,
}
