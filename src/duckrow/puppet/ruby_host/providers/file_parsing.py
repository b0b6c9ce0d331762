"""Puppet::Util::FileParsing: files of lines, each a record with fields or a text.

A record is an object whose blocks (process, post_parse, pre_gen, to_line) are its own methods.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    ENSURE,
    class_at,
    dev_error,
    intern,
    items_of,
    reader,
    writer,
)
from duckrow.regexp import RubyRegexp, regexp
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

_INVALID = ("record_type", "target", "on_disk")
_RECORD_TYPE = symbol("record_type")
_LINE = symbol("line")
_PLAIN = ("absent", "joiner", "match", "rollup", "rts", "separator")
_BLOCKS = ("post_parse", "pre_gen", "to_line")


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and the class of records."""
    name = "Puppet::Util::FileParsing"
    module = RubyModule(name, is_class=False, methods=METHODS)
    record = RubyModule(f"{name}::FileRecord", known_class(ruby, "Object"), methods=RECORD)
    module.constants["FileRecord"] = record
    return {module.name: module, record.name: record}


# ---- one kind of line


def _new_record(
    ruby: Interpreter, kind: str, name: object, options: object, block: Proc | None
) -> RubyObject:
    class_ = RubyModule(
        "Puppet::Util::FileParsing::FileRecord",
        class_at(ruby, "Puppet::Util::FileParsing::FileRecord"),
    )
    made = RubyObject(class_)
    given = {key.name: value for key, value in options.items()} if isinstance(options, dict) else {}
    held = made.variables
    held |= {"type": symbol(kind), "name": intern(ruby, name)}
    held |= {key: given.get(key) for key in _PLAIN}
    if given.get("fields") is not None:
        _set_fields(ruby, made, given["fields"])
    held["optional"] = [intern(ruby, each) for each in items_of(given.get("optional"))]
    if kind == "record":
        for key, default in (("absent", ""), ("separator", regexp(r"\s+")), ("joiner", " ")):
            if held[key] is None:
                held[key] = default
        if held["rollup"] is None:
            held["rollup"] = True
    for key in _BLOCKS:
        if isinstance(given.get(key), Proc):
            _own_method(ruby, made, key, given[key])
    if block is not None:
        evaluation = given.get("block_eval") or symbol("process")
        if evaluation == symbol("instance"):
            block.with_self(ruby, made)
        else:
            _own_method(ruby, made, to_s(ruby, evaluation), block)
    return made


def _own_method(ruby: Interpreter, record: RubyObject, name: str, block: Proc) -> None:
    send(ruby, record.class_, "define_method", symbol(name), block=block)


def _set_fields(ruby: Interpreter, self: RubyObject, fields: object) -> object:
    names = [intern(ruby, each) for each in items_of(fields)]
    for each in names:
        if each.name in _INVALID:
            raise argument_error(f"Cannot have fields named {each.name}")
    self.variables["fields"] = names
    return names


def _fields(self: RubyObject) -> list[Symbol]:
    found = self.variables.get("fields")
    return found if isinstance(found, list) else []


def _join(ruby: Interpreter, self: RubyObject, details: Any) -> str:
    parts: list[str] = []
    optional: Any = self.variables["optional"]
    for field in _fields(self):
        value = details.get(field)
        if value is not None and value not in (ABSENT, [ABSENT]):
            parts.append(to_s(ruby, value))
        elif field not in optional:
            raise argument_error(f"Field '{field.name}' is required")
        elif self.variables["absent"] is not None:
            parts.append(to_s(ruby, self.variables["absent"]))
    return to_s(ruby, self.variables["joiner"]).join(parts)


def _set_block(name: str) -> Any:
    return lambda ruby, self, block: _own_method(ruby, self, name, block)


RECORD: Methods = {
    **{name: reader(name) for name in ("type", "name", "fields", "optional", *_PLAIN)},
    **{f"{name}=": writer(name) for name in ("name", "optional", *_PLAIN)},
    **{f"{name}=": _set_block(name) for name in _BLOCKS},
    "fields=": _set_fields,
    "join": _join,
    "text?": lambda _ruby, self: self.variables["type"] == symbol("text"),
}


# ---- a kind of file


def _records(self: RubyModule | RubyObject) -> dict[Symbol, RubyObject]:
    found = self.variables.get("record_types")
    if not isinstance(found, dict):
        found = self.variables["record_types"] = {}
    return found


def record_type(ruby: Interpreter, self: RubyModule | RubyObject, name: object) -> Any:
    """Return the kind of line of a name."""
    return _records(self).get(intern(ruby, name))


def _line_kind(kind: str, needed: str, message: str) -> Any:
    def define(
        ruby: Interpreter,
        self: RubyModule,
        name: object,
        options: object = None,
        *,
        block: Proc | None = None,
    ) -> RubyObject:
        if not isinstance(options, dict) or symbol(needed) not in options:
            raise argument_error(message)
        made = _new_record(ruby, kind, name, options, block)
        key = intern(ruby, name)
        if key in _records(self):
            raise argument_error(f"Line type {key.name} is already defined")
        _records(self)[key] = made
        return made

    return define


def _text_line(
    _ruby: Interpreter, _self: object, line: str, record: RubyObject
) -> dict[Any, Any] | None:
    pattern = record.variables["match"]
    if not isinstance(pattern, RubyRegexp) or pattern.search(line) is None:
        return None
    return {_RECORD_TYPE: record.variables["name"], _LINE: line}


def _record_line(
    ruby: Interpreter, _self: object, line: str, record: RubyObject
) -> dict[Any, Any] | None:
    found: dict[Any, Any] | None
    if responds_to(ruby, record, "process"):
        result = send(ruby, record, "process", line)
        if not truthy(result):
            return None
        if not isinstance(result, dict):
            name = to_s(ruby, record.variables["name"])
            raise dev_error(f"Process record type {name} returned non-hash")
        found = result
    elif isinstance(record.variables["match"], RubyRegexp):
        found = _matched(record, line)
    else:
        found = _split(ruby, record, line)
    if found is not None:
        found[_RECORD_TYPE] = record.variables["name"]
    return found


def _matched(record: RubyObject, line: str) -> dict[Any, Any] | None:
    pattern = record.variables["match"]
    assert isinstance(pattern, RubyRegexp)
    match = pattern.search(line)
    if match is None:
        return None
    absent = record.variables["absent"]
    pairs = zip(_fields(record), match.groups(), strict=False)
    return {field: ABSENT if value == absent else value for field, value in pairs}


def _split(ruby: Interpreter, record: RubyObject, line: str) -> dict[Any, Any]:
    separator = record.variables["separator"]
    if separator == " ":
        parts = _without_empty_end(line.split(" "))
    else:
        parts = send(ruby, line, "split", separator)
    absent = record.variables["absent"]
    found: dict[Any, Any] = {}
    fields = _fields(record)
    for number, field in enumerate(fields):
        value = parts[number] if number < len(parts) else None
        found[field] = ABSENT if value is None or value == absent else value
    rest = parts[len(fields) :]
    if truthy(record.variables["rollup"]) and rest:
        texts = [to_s(ruby, found[fields[-1]]), *rest]
        found[fields[-1]] = to_s(ruby, record.variables["joiner"]).join(texts)
    return found


def _without_empty_end(parts: list[str]) -> list[str]:
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _separator(ruby: Interpreter, self: RubyModule) -> str:
    return to_s(ruby, self.variables.get("line_separator") or "\n")


def _lines(ruby: Interpreter, self: RubyModule, text: object) -> object:
    return send(ruby, text, "split", send(ruby, self, "line_separator"))


def _parse(ruby: Interpreter, self: RubyModule, text: object) -> list[object]:
    found: list[object] = []
    for number, line in enumerate(send(ruby, self, "lines", text)):
        record = send(ruby, self, "parse_line", line)
        if record is None:
            target = self.variables.get("target")
            where = "" if target is None else f"file: {to_s(ruby, target)}, "
            raise RubyError(
                "Puppet::ResourceError",
                f"Could not parse line {inspect(ruby, line)} ({where}line: {number + 2})",
            )
        found.append(record)
    return found


def _parse_line(ruby: Interpreter, self: RubyModule, line: object) -> object:
    if not _records(self):
        raise dev_error("No record types defined; cannot parse lines")
    for record in _records(self).values():
        kind = to_s(ruby, record.variables["type"])
        result = send(ruby, self, f"handle_{kind}_line", line, record)
        if truthy(result):
            if responds_to(ruby, record, "post_parse"):
                send(ruby, record, "post_parse", result)
            return result
    return None


def to_file(ruby: Interpreter, self: RubyModule, records: object) -> str:
    """Return the text of a file with the given records."""
    separator = to_s(ruby, send(ruby, self, "line_separator"))
    lines = (to_s(ruby, send(ruby, self, "to_line", each)) for each in items_of(records))
    text = separator.join(lines)
    return text + separator if truthy(send(ruby, self, "trailing_separator")) else text


def _to_line(ruby: Interpreter, self: RubyModule, details: Any) -> object:
    kind = details.get(_RECORD_TYPE)
    record = None if kind is None else record_type(ruby, self, kind)
    if record is None:
        raise argument_error(f"Invalid record type {inspect(ruby, kind)}")
    if responds_to(ruby, record, "pre_gen"):
        details = dict(details)
        send(ruby, record, "pre_gen", details)
    if record.variables["type"] == symbol("text"):
        return details.get(_LINE)
    if responds_to(ruby, record, "to_line"):
        return send(ruby, record, "to_line", details)
    line = send(ruby, record, "join", details)
    end = record.variables["rts"]
    if not truthy(end):
        return line
    return line.rstrip() if end is True else send(ruby, line, "sub", end, "")


def _is_attribute(ruby: Interpreter, self: RubyModule, kind: object, name: object) -> bool:
    record = record_type(ruby, self, kind)
    word = intern(ruby, name)
    return (record is not None and word in _fields(record)) or word == ENSURE


def _clear(_ruby: Interpreter, self: RubyModule) -> None:
    _records(self).clear()


def _fields_of(ruby: Interpreter, self: RubyModule, kind: object) -> object:
    record = record_type(ruby, self, kind)
    return None if record is None else list(_fields(record))


METHODS: Methods = {
    "text_line": _line_kind("text", "match", "You must provide a :match regex for text lines"),
    "record_line": _line_kind("record", "fields", "Must include a list of fields"),
    "record_type": record_type,
    "records?": lambda _ruby, self: bool(_records(self)),
    "clear_records": _clear,
    "fields": _fields_of,
    "handle_text_line": _text_line,
    "handle_record_line": _record_line,
    "line_separator": _separator,
    "line_separator=": writer("line_separator"),
    "trailing_separator": lambda _ruby, self: self.variables.get("trailing_separator", True),
    "trailing_separator=": writer("trailing_separator"),
    "lines": _lines,
    "parse": _parse,
    "parse_line": _parse_line,
    "to_file": to_file,
    "to_line": _to_line,
    "valid_attr?": _is_attribute,
}
