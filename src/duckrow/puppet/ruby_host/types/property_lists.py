"""Properties that are lists or hashes: Puppet::Property::List, OrderedList and KeyValue."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import ABSENT, reader, writer
from duckrow.puppet.ruby_host.types.parameter import display, resource_of
from duckrow.ruby.core.basics import equal, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def make(property_: RubyModule) -> tuple[RubyModule, ...]:
    """Return the three classes."""
    list_ = RubyModule("Puppet::Property::List", property_, methods=LIST)
    ordered = RubyModule("Puppet::Property::OrderedList", list_, methods=ORDERED)
    pairs = RubyModule("Puppet::Property::KeyValue", property_, methods=PAIRS)
    pairs.singleton |= {
        "log_only_changed_or_new_keys": reader("log_only_changed_or_new_keys"),
        "log_only_changed_or_new_keys=": writer("log_only_changed_or_new_keys"),
    }
    return list_, ordered, pairs


def _is_inclusive(ruby: Interpreter, self: RubyObject) -> bool:
    value = send(ruby, resource_of(self), "[]", send(ruby, self, "membership"))
    return bool(value == symbol("inclusive"))


def _is(ruby: Interpreter, self: RubyObject, question: str) -> bool:
    return send(ruby, self, question) not in (None, False)


def _list_text(ruby: Interpreter, self: RubyObject, current: object) -> str:
    if not isinstance(current, list):
        return display(ruby, current)
    return _join(ruby, current, to_s(ruby, send(ruby, self, "delimiter")))


def _join(ruby: Interpreter, items: list[Any], delimiter: str) -> str:
    return delimiter.join(to_s(ruby, each) for each in items)


def _add_current(_ruby: Interpreter, _self: RubyObject, should: Any, current: object) -> list[Any]:
    many = [*should, *current] if isinstance(current, list) else list(should)
    return list({to_key(each): each for each in many}.values())


def _sorted_text(ruby: Interpreter, self: RubyObject, items: object) -> str:
    return to_s(ruby, send(ruby, send(ruby, items, "sort"), "join", send(ruby, self, "delimiter")))


def _list_should(ruby: Interpreter, self: RubyObject) -> object:
    members: Any = self.variables.get("should")
    if members is None:
        return None
    if not _is(ruby, self, "inclusive?"):
        current = send(ruby, self, "retrieve")
        members = send(ruby, self, "add_should_with_current", members, current)
    return send(ruby, self, "dearrayify", members)


def _list_retrieve(ruby: Interpreter, self: RubyObject) -> object:
    provider = send(ruby, self, "provider")
    found = None if provider is None else send(ruby, provider, "send", send(ruby, self, "name"))
    if found is None or found is False or found == ABSENT:
        return ABSENT
    if isinstance(found, list):
        return found
    return send(ruby, found, "split", send(ruby, self, "delimiter"))


def _prepare(ruby: Interpreter, self: RubyObject, current: object) -> object:
    return send(ruby, self, "dearrayify", [] if current == ABSENT else current)


def _list_insync(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    if current is None or current is False:
        return True
    prepared = send(ruby, self, "prepare_is_for_comparison", current)
    return equal(ruby, prepared, send(ruby, self, "should"))


LIST: Methods = {
    "is_to_s": _list_text,
    "membership": lambda _ruby, _self: symbol("membership"),
    "inclusive?": _is_inclusive,
    "add_should_with_current": _add_current,
    "dearrayify": _sorted_text,
    "should": _list_should,
    "delimiter": lambda _ruby, _self: ",",
    "retrieve": _list_retrieve,
    "prepare_is_for_comparison": _prepare,
    "insync?": _list_insync,
}


def _add_behind(ruby: Interpreter, _self: RubyObject, should: Any, current: object) -> list[Any]:
    if not isinstance(current, list):
        return list(should)
    return [*should, *(each for each in current if not any(equal(ruby, each, s) for s in should))]


ORDERED: Methods = {
    "add_should_with_current": _add_behind,
    "dearrayify": lambda ruby, self, items: send(
        ruby, items, "join", send(ruby, self, "delimiter")
    ),
}


# ---- KeyValue


def _pairs_text(ruby: Interpreter, self: RubyObject, pairs: Any) -> str:
    if not isinstance(pairs, dict):
        return to_s(ruby, send(ruby, pairs, "map"))
    items = list(pairs.items())
    if self.class_.variables.get("log_only_changed_or_new_keys"):
        changed: Any = self.variables.get("changed_or_new_keys") or []
        items = [(key, value) for key, value in items if key in changed]
    separator = to_s(ruby, send(ruby, self, "separator"))
    delimiter = to_s(ruby, send(ruby, self, "delimiter"))
    return delimiter.join(f"{to_s(ruby, k)}{separator}{to_s(ruby, v)}" for k, v in items)


def _hashify(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    should: Any = self.variables.get("should")
    if should and isinstance(should[0], dict):
        first: dict[Any, Any] = should[0]
        return first
    separator = send(ruby, self, "separator")
    made: dict[Any, Any] = {}
    for each in should:
        parts = send(ruby, each, "split", separator)
        made[symbol(parts[0].strip())] = parts[1] if len(parts) > 1 else None
    return made


def _process_current(ruby: Interpreter, self: RubyObject, current: Any) -> dict[Any, Any]:
    if not isinstance(current, dict):
        return {}
    if _is(ruby, self, "inclusive?"):
        for key in current:
            current[key] = None
    return current


def _pairs_should(ruby: Interpreter, self: RubyObject) -> object:
    if self.variables.get("should") is None:
        return None
    members = send(ruby, self, "hashify_should")
    current = send(ruby, self, "process_current_hash", send(ruby, self, "retrieve"))
    value = {**current, **members}
    if self.variables.get("changed_or_new_keys") is None:
        self.variables["changed_or_new_keys"] = [
            key for key in value if key not in current or not equal(ruby, current[key], value[key])
        ]
    return value


def _pairs_retrieve(ruby: Interpreter, self: RubyObject) -> object:
    provider = send(ruby, self, "provider")
    found = None if provider is None else send(ruby, provider, "send", send(ruby, self, "name"))
    return ABSENT if found is None or found is False else found


def _pairs_insync(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    if current is None or current is False:
        return True
    return equal(ruby, current, send(ruby, self, "should"))


def _pairs_validate(ruby: Interpreter, self: RubyObject, value: object) -> None:
    if isinstance(value, dict):
        return
    if not isinstance(value, str):
        raise argument_error(
            f"The {to_s(ruby, send(ruby, self, 'name'))} property must be specified as a hash or "
            "an array of key/value pairs (strings)!"
        )
    separator = to_s(ruby, send(ruby, self, "separator"))
    if separator not in value:
        raise argument_error(f"Key/value pairs must be separated by '{separator}'")


def _pairs_munge(ruby: Interpreter, _self: RubyObject, value: object) -> object:
    if not isinstance(value, dict):
        return value
    return {symbol(to_s(ruby, key).strip()): to_s(ruby, item) for key, item in value.items()}


PAIRS: Methods = {
    "hash_to_key_value_s": _pairs_text,
    "should_to_s": lambda ruby, self, value: send(ruby, self, "hash_to_key_value_s", value),
    "is_to_s": lambda ruby, self, value: send(ruby, self, "hash_to_key_value_s", value),
    "membership": lambda _ruby, _self: symbol("key_value_membership"),
    "inclusive?": _is_inclusive,
    "hashify_should": _hashify,
    "process_current_hash": _process_current,
    "should": _pairs_should,
    "separator": lambda _ruby, _self: "=",
    "delimiter": lambda _ruby, _self: ";",
    "retrieve": _pairs_retrieve,
    "insync?": _pairs_insync,
    "unsafe_validate": _pairs_validate,
    "unsafe_munge": _pairs_munge,
}
