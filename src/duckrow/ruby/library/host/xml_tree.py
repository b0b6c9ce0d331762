"""XML documents: elements, texts and the paths that find them. Knows no Ruby."""

from __future__ import annotations

import re
from xml.parsers import expat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = re.compile(r"((?:\.\.|\.|@?[\w:.*-]+(?:\(\))?))((?:\[[^\]]*\])*)")
_PREDICATE = re.compile(r"\[([^\]]*)\]")
_COMPARED = re.compile(r"(@?[\w:.*-]+(?:\(\))?|\.)\s*(!?=)\s*(?:'([^']*)'|\"([^\"]*)\"|([\d.]+))")


class XmlError(Exception):
    """A text that is not XML."""


class Element:
    """An element; `children` are elements, and texts as strings."""

    def __init__(self, name: str, attributes: dict[str, str] | None = None) -> None:
        self.name = name
        self.attributes: dict[str, str] = attributes or {}
        self.children: list[Element | str] = []
        self.parent: Element | None = None

    @property
    def elements(self) -> list[Element]:
        """The elements below this one."""
        return [each for each in self.children if isinstance(each, Element)]

    @property
    def text(self) -> str | None:
        """The first text below this element."""
        return next((each for each in self.children if isinstance(each, str)), None)

    def add(self, child: Element | str) -> None:
        """Add a child at the end."""
        if isinstance(child, Element):
            child.remove()
            child.parent = self
        self.children.append(child)

    def remove(self) -> None:
        """Take the element out of its parent."""
        if self.parent is not None:
            self.parent.children = [each for each in self.parent.children if each is not self]
            self.parent = None

    def below(self) -> Iterator[Element]:
        """Yield all elements below this one in the order of the document."""
        for each in self.elements:
            yield each
            yield from each.below()

    def root(self) -> Element:
        """Return the outermost node."""
        return self if self.parent is None else self.parent.root()


class Document(Element):
    """A document: its declaration, and the root element below it."""

    def __init__(self) -> None:
        super().__init__("")
        self.declaration: str | None = None


def parse(text: str) -> Document:
    """Read a document."""
    document = Document()
    here: list[Element] = [document]
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.ordered_attributes = True

    def declare(version: str, encoding: str | None, _standalone: int) -> None:
        shown = f" encoding='{encoding}'" if encoding else ""
        document.declaration = f"<?xml version='{version}'{shown}?>"

    def start(name: str, pairs: list[str]) -> None:
        made = Element(name, dict(zip(pairs[::2], pairs[1::2], strict=True)))
        here[-1].add(made)
        here.append(made)

    def end(_name: str) -> None:
        here.pop()

    def characters(data: str) -> None:
        if len(here) > 1 or data.strip():
            here[-1].add(data)

    parser.XmlDeclHandler = declare
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    if not text.strip():
        return document
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise XmlError(str(error)) from None
    return document


# ---- writing


def escaped(text: str) -> str:
    """Return a text as it is written between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def written(node: Element | str, indent: int = -1, depth: int = 0) -> str:
    """Write a node; with an indent of 0 or more each element is on a line of its own."""
    if isinstance(node, str):
        return escaped(node)
    if isinstance(node, Document):
        head = [] if node.declaration is None else [node.declaration]
        parts = [*head, *(written(each, indent, depth) for each in node.elements)]
        return ("\n" if indent >= 0 else "").join(parts)
    pairs = "".join(
        f" {name}='{escaped(value).replace(chr(39), '&apos;')}'"
        for name, value in node.attributes.items()
    )
    if not node.children:
        return f"<{node.name}{pairs}/>"
    has_elements = bool(node.elements)
    if indent < 0 or not has_elements:
        inner = "".join(written(each, indent, depth + 1) for each in node.children)
        return f"<{node.name}{pairs}>{inner}</{node.name}>"
    space = "\n" + " " * (indent * (depth + 1))
    inner = "".join(space + written(each, indent, depth + 1) for each in node.elements)
    return f"<{node.name}{pairs}>{inner}\n{' ' * (indent * depth)}</{node.name}>"


# ---- paths


def find(node: Element, path: str) -> list[Element | str]:
    """Return what a path such as a/b[@id='x']/@name finds from a node."""
    found: list[Element | str] = []
    for part in path.split("|"):
        found += [each for each in _find(node, part.strip()) if each not in found]
    return found


def _find(node: Element, path: str) -> list[Element | str]:
    nodes: list[Element | str] = [node]
    is_deep = False
    if path.startswith("/"):
        nodes = [node.root()]
        is_deep = path.startswith("//")
        path = path.lstrip("/")
    position = 0
    while position < len(path):
        match = _STEP.match(path, position)
        if match is None:
            raise XmlError(f"unsupported path: {path}")
        nodes = _step(nodes, match[1], _PREDICATE.findall(match[2]), is_deep=is_deep)
        position = match.end()
        rest = path[position:]
        is_deep = rest.startswith("//")
        position += len(rest) - len(rest.lstrip("/"))
    return nodes


def _step(
    nodes: list[Element | str], test: str, predicates: list[str], *, is_deep: bool
) -> list[Element | str]:
    made: list[Element | str] = []
    for node in nodes:
        if not isinstance(node, Element):
            continue
        starts = [node, *node.below()] if is_deep else [node]
        for start in starts:
            chosen = _chosen(start, test)
            for predicate in predicates:
                chosen = _kept(chosen, predicate)
            made += [each for each in chosen if not any(each is known for known in made)]
    return made


def _chosen(node: Element, test: str) -> list[Element | str]:
    if test == ".":
        return [node]
    if test == "..":
        return [] if node.parent is None else [node.parent]
    if test == "text()":
        return [each for each in node.children if isinstance(each, str)]
    if test == "@*":
        return list(node.attributes.values())
    if test.startswith("@"):
        value = node.attributes.get(test[1:])
        return [] if value is None else [value]
    if test in ("*", "node()"):
        return list(node.elements)
    name = test.rpartition("::")[2]
    return [each for each in node.elements if each.name == name]


def _kept(nodes: list[Element | str], predicate: str) -> list[Element | str]:
    text = predicate.strip()
    if text.isdigit():
        index = int(text) - 1
        return nodes[index : index + 1] if index >= 0 else []
    if text == "last()":
        return nodes[-1:]
    return [
        each
        for each in nodes
        if isinstance(each, Element)
        and any(
            all(_holds(each, part.strip()) for part in re.split(r"\s+and\s+", side))
            for side in re.split(r"\s+or\s+", text)
        )
    ]


def _holds(node: Element, condition: str) -> bool:
    match = _COMPARED.fullmatch(condition)
    if match is None:
        return bool(_find(node, condition))
    wanted = next(each for each in match.groups()[2:] if each is not None)
    values = [each if isinstance(each, str) else each.text or "" for each in _find(node, match[1])]
    return (
        any(value == wanted for value in values)
        if match[2] == "="
        else bool([value for value in values if value != wanted])
    )
