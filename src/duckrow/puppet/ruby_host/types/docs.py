"""Puppet::Util::Docs: what types, attributes and providers say about themselves."""

from __future__ import annotations

import re

from duckrow.puppet.ruby_host.objects import class_at, flat, items_of
from duckrow.puppet.ruby_host.types.values import collection_of
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

_HOOK = "dochook_"
VALUES = " values"  # of an attribute of the Resource API: the sentence about its values
_LONGEST = 45  # of a summary
_INDENT = LazyPattern(r"(?m)^[ \t]*(?=\S)")


def scrub(text: str) -> str:
    """Return a text without the indent of the code around it and without space at line ends."""
    if "\n" not in text.strip():
        return text.strip()
    indent = min(_INDENT.findall(text.partition("\n")[2]), default="")
    if indent:
        text = re.sub(f"^{indent}", "", text, flags=re.M)
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip()


def _text(ruby: Interpreter, self: RubyModule) -> str | None:
    found = self.variables.get("doc")
    return None if found is None else to_s(ruby, found)


def _doc(ruby: Interpreter, self: RubyModule) -> str:
    """Return the text of a type or provider, and what its hooks add."""
    names: set[str] = set()
    class_: RubyModule | None = self
    while class_ is not None:
        names.update(name for name in class_.singleton if name.startswith(_HOOK))
        class_ = class_.parent
    more = [send(ruby, self, name) for name in sorted(names)]
    extra = "\n".join(f"* {to_s(ruby, each)}" for each in more if each is not None)
    text = _text(ruby, self)
    if text is None:
        return extra
    return scrub(text) + (f"\n\n{extra}" if extra else "")


def _dochook(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> None:
    """Add a hook, whose block returns a text or nil."""
    self.singleton[f"{_HOOK}{to_s(ruby, name)}"] = block.with_self


def parameter_doc(ruby: Interpreter, self: RubyModule) -> str:
    """Return the text of an attribute, its values, and the features that it needs."""
    text = f"{scrub(_text(ruby, self) or '')}\n\n{_values(ruby, self)}"
    features = self.variables.get("required_features")
    if not isinstance(features, list):
        return text
    names = " ".join(to_s(ruby, each) for each in flat(features))
    return f"{text}\n\nRequires features {names}."


def _values(ruby: Interpreter, self: RubyModule) -> str:
    known = self.variables.get(VALUES)
    if isinstance(known, str):
        return known
    words, patterns = [], []
    collection = collection_of(self)
    for value in collection.values.values():
        if value.name in collection.patterns():
            patterns.append(inspect(ruby, value.name))
            continue
        name = f"`{to_s(ruby, value.name)}`"
        if value.aliases:
            name += f" (also called `{', '.join(to_s(ruby, each) for each in value.aliases)}`)"
        words.append(name)
    text = f"Valid values are {', '.join(words)}. " if words else ""
    return text + (f"Values can match `{'`, `'.join(patterns)}`." if patterns else "")


# ---- the hooks of providers


def _commands(ruby: Interpreter, self: RubyModule) -> str | None:
    known = self.variables.get("commands")
    if not isinstance(known, dict) or not known:
        return None
    names = sorted(f"`{to_s(ruby, path)}`" for path in known.values())
    return f"Required binaries: {', '.join(names)}."


def _defaults(ruby: Interpreter, self: RubyModule) -> str | None:
    known = self.variables.get("defaults")
    if not isinstance(known, list) or not known:
        return None
    return " ".join(_default(ruby, conditions) for conditions in known)


def pairs_of(conditions: object) -> list[tuple[object, object]]:
    """Return the pairs that a block |key, values| gets from the conditions of `defaultfor`.

    Ruby code may give an array: an element of it that is no array is a key without values.
    """
    if isinstance(conditions, dict):
        return list(conditions.items())
    many = [each if isinstance(each, list) else [each] for each in items_of(conditions)]
    return [(each[0], each[1] if len(each) > 1 else None) for each in many if each]


def _default(ruby: Interpreter, conditions: object) -> str:
    texts = sorted(
        f"`{to_s(ruby, key)}` == `{', '.join(to_s(ruby, each) for each in items_of(value))}`"
        for key, value in pairs_of(conditions)
    )
    return f"Default for {' and '.join(texts)}."


def _features(ruby: Interpreter, self: RubyModule) -> str | None:
    found = send(ruby, self, "features")
    names = sorted(f"`{to_s(ruby, each)}`" for each in found)
    return f"Supported features: {', '.join(names)}." if names else None


def _desc(ruby: Interpreter, self: RubyModule, text: object) -> object:
    self.variables["doc"] = to_s(ruby, text)
    return text


def _set_doc(_ruby: Interpreter, self: RubyModule, text: object) -> object:
    self.variables["doc"] = text
    return text


DOCS: Methods = {"desc": _desc, "doc": _doc, "doc=": _set_doc, "dochook": _dochook}
PROVIDER_DOCS: Methods = {
    **DOCS,
    "dochook_commands": _commands,
    "dochook_defaults": _defaults,
    "dochook_features": _features,
}


# ---- one type, for `describe`


class TypeHelp:
    """What `describe` prints about a type in Ruby: texts by name, and the names of attributes."""

    __slots__ = ("attributes", "doc", "keys", "name", "properties", "providers")

    def __init__(self, ruby: Interpreter, type_: RubyModule) -> None:
        self.name = to_s(ruby, send(ruby, type_, "name"))
        self.doc = to_s(ruby, send(ruby, type_, "doc"))
        self.attributes: dict[str, str] = {}
        self.properties: set[str] = set()
        for name in send(ruby, type_, "allattrs"):
            kind = send(ruby, type_, "attrtype", name)
            if kind == symbol("meta") or name.name == "provider":
                continue
            class_ = send(ruby, type_, "attrclass", name)
            self.attributes[name.name] = to_s(ruby, send(ruby, class_, "doc"))
            if kind == symbol("property"):
                self.properties.add(name.name)
        self.keys = {name.name for name in send(ruby, type_, "key_attributes")}
        names = sorted(to_s(ruby, each) for each in send(ruby, type_, "providers"))
        self.providers = {
            name: to_s(ruby, send(ruby, send(ruby, type_, "provider", symbol(name)), "doc"))
            for name in names
        }

    @property
    def summary(self) -> str:
        """Return the first sentence, cut as `puppet describe --list` cuts it."""
        text = re.sub(r"\s+", " ", self.doc)
        end = text.find(".")
        end = len(text) if end < 0 else end
        return f"{text[:_LONGEST]} ..." if end > _LONGEST else text[:end]


def read_help(host: MachineHost, name: str) -> TypeHelp | None:
    """Run the file of a type and return what it says; None if there is no such type."""
    ruby = host.interpreter()
    type_ = send(ruby, class_at(ruby, "Puppet::Type"), "type", symbol(name))
    return TypeHelp(ruby, type_) if isinstance(type_, RubyModule) else None
