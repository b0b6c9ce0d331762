"""REXML: XML documents."""

from __future__ import annotations

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import call_method, methods_of, no_method, responds_to, send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.library.host.xml_tree import Document, Element, XmlError, find, parse, written
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class ElementValue(TableValue):
    """REXML::Element or REXML::Document."""

    __slots__ = ("node",)

    def __init__(self, node: Element) -> None:
        self.node = node

    @property
    def ruby_class_name(self) -> str:  # type: ignore[override]
        return "REXML::Document" if isinstance(self.node, Document) else "REXML::Element"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ElementValue) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)


class AttributesValue(TableValue):
    """The attributes of an element: a hash of strings."""

    __slots__ = ("node",)

    ruby_class_name = "REXML::Attributes"

    def __init__(self, node: Element) -> None:
        self.node = node

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in methods_of(ruby, dict)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        table = self.node.attributes
        if name in ("[]", "get_attribute"):
            return table.get(to_s(ruby, arguments[0]))
        if name in ("[]=", "add"):
            key, value = to_s(ruby, arguments[0]), arguments[1]
            if value is None:
                table.pop(key, None)
            else:
                table[key] = to_s(ruby, value)
            return value
        if name == "delete":
            return table.pop(to_s(ruby, arguments[0]), None)
        if name in ("each", "each_attribute") and block is not None:
            for key, value in list(table.items()):
                block(ruby, key, value)
            return self
        method = methods_of(ruby, dict).get(name)
        if method is None:
            raise no_method(ruby, self, name)
        return call_method(ruby, method, dict(table), arguments, block)


class ElementsValue(TableValue):
    """The elements of an element: by number, name or path."""

    __slots__ = ("node",)

    ruby_class_name = "REXML::Elements"

    def __init__(self, node: Element) -> None:
        self.node = node

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return name in self.ruby_methods or name in methods_of(ruby, list)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        method = self.ruby_methods.get(name)
        if method is not None:
            return call_method(ruby, method, self, arguments, block)
        return send(ruby, _values(list(self.node.elements)), name, *arguments, block=block)


def _value(node: Element | str | None) -> object:
    return ElementValue(node) if isinstance(node, Element) else node


def _values(nodes: list[Element | str] | list[Element]) -> list[object]:
    return [_value(each) for each in nodes]


def _matches(ruby: Interpreter, node: Element, path: object) -> list[Element | str]:
    try:
        return find(node, "*" if path is None else to_s(ruby, path))
    except XmlError as error:
        raise RubyError("REXML::ParseException", str(error)) from None


def _parse(ruby: Interpreter, text: object) -> Document:
    if text is None:
        return Document()
    if not isinstance(text, str) and responds_to(ruby, text, "read"):
        text = send(ruby, text, "read")
    try:
        return parse(to_s(ruby, text))
    except XmlError as error:
        raise RubyError("REXML::ParseException", str(error)) from None


def _new_document(
    ruby: Interpreter, _self: object, text: object = None, *_: object
) -> ElementValue:
    return ElementValue(_parse(ruby, text))


def _new_element(
    ruby: Interpreter, _self: object, name: object = "UNDEFINED", *_: object
) -> ElementValue:
    return ElementValue(Element(to_s(ruby, name)))


def _node(value: object) -> Element:
    if not isinstance(value, ElementValue):
        raise argument_error("an element is expected")
    return value.node


def _add_element(
    ruby: Interpreter, self: ElementValue | ElementsValue, child: object, attributes: object = None
) -> ElementValue:
    made = child if isinstance(child, ElementValue) else ElementValue(Element(to_s(ruby, child)))
    for key, value in attributes.items() if isinstance(attributes, dict) else ():
        made.node.attributes[to_s(ruby, from_key(key))] = to_s(ruby, value)
    self.node.add(made.node)
    return made


def _delete_element(ruby: Interpreter, self: ElementValue | ElementsValue, which: object) -> object:
    if isinstance(which, ElementValue):
        node: Element | str | None = which.node
    elif isinstance(which, int):
        elements = self.node.elements
        node = elements[which - 1] if 0 < which <= len(elements) else None
    else:
        node = next(iter(_matches(ruby, self.node, which)), None)
    if isinstance(node, Element):
        node.remove()
    return _value(node)


def _delete_all(ruby: Interpreter, self: ElementsValue, path: object) -> list[object]:
    found = _matches(ruby, self.node, path)
    for each in found:
        if isinstance(each, Element):
            each.remove()
    return _values(found)


def _each_element(
    ruby: Interpreter,
    self: ElementValue | ElementsValue,
    path: object = None,
    *,
    block: Proc | None = None,
) -> object:
    found = _values(_matches(ruby, self.node, path))
    if block is None:
        return send(ruby, found, "each")
    for each in found:
        block(ruby, each)
    return found


def _element_at(ruby: Interpreter, self: ElementsValue, key: object, name: object = None) -> object:
    if isinstance(key, int):
        elements = [each for each in self.node.elements if name in (None, each.name)]
        return _value(elements[key - 1]) if 0 < key <= len(elements) else None
    return _value(next(iter(_matches(ruby, self.node, key)), None))


def _attribute(ruby: Interpreter, self: ElementValue, name: object) -> str | None:
    return self.node.attributes.get(to_s(ruby, name))


def _add_attribute(
    ruby: Interpreter, self: ElementValue, name: object, value: object = None
) -> object:
    self.node.attributes[to_s(ruby, name)] = to_s(ruby, value)
    return value


def _add_attributes(ruby: Interpreter, self: ElementValue, table: object) -> object:
    pairs = table.items() if isinstance(table, dict) else table if isinstance(table, list) else ()
    for key, value in pairs:
        self.node.attributes[to_s(ruby, from_key(key))] = to_s(ruby, value)
    return table


def _text(ruby: Interpreter, self: ElementValue, path: object = None) -> object:
    if path is None:
        return self.node.text
    found = next(iter(_matches(ruby, self.node, path)), None)
    return found.text if isinstance(found, Element) else found


def _set_text(ruby: Interpreter, self: ElementValue, text: object) -> object:
    rest = [each for each in self.node.children if isinstance(each, Element)]
    self.node.children = [*rest] if text is None else [to_s(ruby, text), *rest]
    return text


def _add_text(ruby: Interpreter, self: ElementValue, text: object) -> ElementValue:
    self.node.add(to_s(ruby, text))
    return self


def _write(
    ruby: Interpreter, self: ElementValue, output: object = None, indent: object = -1, *_: object
) -> object:
    if isinstance(output, dict):
        options = {to_s(ruby, key): value for key, value in output.items()}
        output, indent = options.get("output"), options.get("indent", -1)
    text = written(self.node, indent if isinstance(indent, int) else -1)
    if output is None:
        return send(ruby, None, "puts", text)
    send(ruby, output, "<<", text)
    return output


def _root(_ruby: Interpreter, self: ElementValue) -> object:
    top = self.node.root()
    if isinstance(top, Document):
        return _value(next(iter(top.elements), None))
    return ElementValue(top)


def _sibling(offset: int) -> Callable[..., object]:
    def found(_ruby: Interpreter, self: ElementValue) -> object:
        parent = self.node.parent
        if parent is None:
            return None
        elements = parent.elements
        index = elements.index(self.node) + offset
        return ElementValue(elements[index]) if 0 <= index < len(elements) else None

    return found


def _remove(_ruby: Interpreter, self: ElementValue) -> ElementValue:
    self.node.remove()
    return self


def _set_name(ruby: Interpreter, self: ElementValue, name: object) -> object:
    self.node.name = to_s(ruby, name)
    return name


ElementValue.ruby_methods = {
    "name": lambda _ruby, self: self.node.name,
    "name=": _set_name,
    "expanded_name": lambda _ruby, self: self.node.name,
    "root": _root,
    "parent": lambda _ruby, self: _value(self.node.parent),
    "document": lambda _ruby, self: _value(self.node.root()),
    "elements": lambda _ruby, self: ElementsValue(self.node),
    "attributes": lambda _ruby, self: AttributesValue(self.node),
    "attribute": _attribute,
    "[]": lambda ruby, self, key: (
        _value(self.node.children[key]) if isinstance(key, int) else _attribute(ruby, self, key)
    ),
    "[]=": _add_attribute,
    "add_attribute": _add_attribute,
    "add_attributes": _add_attributes,
    "delete_attribute": lambda ruby, self, name: self.node.attributes.pop(to_s(ruby, name), None),
    "has_attributes?": lambda _ruby, self: bool(self.node.attributes),
    "has_elements?": lambda _ruby, self: bool(self.node.elements),
    "has_text?": lambda _ruby, self: self.node.text is not None,
    "text": _text,
    "get_text": _text,
    "texts": lambda _ruby, self: [each for each in self.node.children if isinstance(each, str)],
    "text=": _set_text,
    "add_text": _add_text,
    "add_element": _add_element,
    "add": _add_element,
    "<<": _add_element,
    "delete_element": _delete_element,
    "get_elements": lambda ruby, self, path: _values(_matches(ruby, self.node, path)),
    "each_element": _each_element,
    "each": _each_element,
    "children": lambda _ruby, self: _values(self.node.children),
    "to_a": lambda _ruby, self: _values(self.node.children),
    "next_element": _sibling(1),
    "previous_element": _sibling(-1),
    "remove": _remove,
    "xpath": lambda _ruby, self: f"/{self.node.name}",
    "write": _write,
    "to_s": lambda _ruby, self: written(self.node),
    "inspect": lambda _ruby, self: f"<{self.node.name}> ... </>",
}
ElementsValue.ruby_methods = {
    "[]": _element_at,
    "each": _each_element,
    "to_a": lambda ruby, self, path=None: _values(_matches(ruby, self.node, path)),
    "size": lambda _ruby, self: len(self.node.elements),
    "count": lambda _ruby, self: len(self.node.elements),
    "empty?": lambda _ruby, self: not self.node.elements,
    "add": _add_element,
    "<<": _add_element,
    "delete": _delete_element,
    "delete_all": _delete_all,
    "collect": lambda ruby, self, path=None, *, block: [
        block(ruby, each) for each in _values(_matches(ruby, self.node, path))
    ],
}


def _xpath_match(
    ruby: Interpreter, _self: object, node: object, path: object, *_: object
) -> object:
    return _values(_matches(ruby, _node(node), path))


def _xpath_first(
    ruby: Interpreter, _self: object, node: object, path: object = None, *_: object
) -> object:
    return _value(next(iter(_matches(ruby, _node(node), path)), None))


def _xpath_each(
    ruby: Interpreter, _self: object, node: object, path: object = None, *_: object, block: Proc
) -> None:
    for each in _values(_matches(ruby, _node(node), path)):
        block(ruby, each)


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its classes."""
    object_ = known_class(ruby, "Object")
    element = RubyModule("REXML::Element", object_, singleton={"new": _new_element})
    return {
        "REXML": RubyModule("REXML", is_class=False),
        "REXML::Element": element,
        "REXML::Document": RubyModule("REXML::Document", element, singleton={"new": _new_document}),
        "REXML::Elements": RubyModule("REXML::Elements", object_),
        "REXML::Attributes": RubyModule("REXML::Attributes", object_),
        "REXML::Text": RubyModule(
            "REXML::Text",
            object_,
            singleton={"new": lambda ruby, _self, text, *_: to_s(ruby, text)},
        ),
        "REXML::XPath": RubyModule(
            "REXML::XPath",
            object_,
            singleton={"match": _xpath_match, "first": _xpath_first, "each": _xpath_each},
        ),
        "REXML::ParseException": RubyModule(
            "REXML::ParseException", known_class(ruby, "RuntimeError")
        ),
    }
