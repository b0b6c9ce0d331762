"""Parses text to trees.

Entities that a document declares are not expanded, and nothing outside it is read: a reference to
an entity stays a reference.
"""

from __future__ import annotations

import re
import sys

from duckrow.cfengine.promises.files.edit.xml.node import (
    CDATA,
    COMMENT,
    DOCTYPE,
    ELEMENT,
    ENTITY,
    INSTRUCTION,
    TEXT,
    Document,
    Node,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DEPTH = 256
_REFERENCE = re.compile(r"&(#\d{1,7}|#x[0-9a-fA-F]{1,6}|[^\W\d][\w.\-]*);")
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class XmlError(Exception):
    """Text is not XML; `line` is the line of the error."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def read_document(data: bytes) -> Document:
    """Parse a whole document; raises XmlError."""
    document = Document()
    _parse(data, document)
    return document


def read_chunk(text: str) -> list[Node]:
    """Parse the content of an element: some nodes; raises XmlError."""
    if not text:
        raise XmlError("no element found")
    document = Document()
    data = f"<chunk>{text}</chunk>".encode("utf-8", "surrogateescape")
    _parse(data, document)
    root = document.root
    assert root is not None
    for each in root.children:
        each.parent = None
    return root.children


def read_text(text: str) -> list[Node]:
    """Return the nodes of text with references; empty if a reference is invalid."""
    nodes: list[Node] = []
    for position, part in enumerate(_REFERENCE.split(text)):
        is_reference = position % 2 == 1
        if not is_reference and "&" in part:
            return []
        if is_reference and part[0] != "#" and part not in _PREDEFINED:
            nodes.append(Node(ENTITY, part))
            continue
        plain = _character(part) if is_reference else part
        if nodes and nodes[-1].kind == TEXT:
            nodes[-1].content += plain
        elif plain:
            nodes.append(Node(TEXT, TEXT, plain))
    return nodes


def _character(reference: str) -> str:
    if reference[0] != "#":
        return _PREDEFINED[reference]
    number = int(reference[2:], 16) if reference[1] in "xX" else int(reference[1:])
    return chr(number) if number <= sys.maxunicode else ""


def _parse(data: bytes, document: Document) -> None:
    from xml.parsers.expat import ExpatError, ParserCreate

    parser = ParserCreate()
    _Builder(parser, data, document)
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        raise XmlError(str(error), error.lineno) from None
    except (LookupError, ValueError, RecursionError) as error:
        raise XmlError(str(error)) from None


class _Builder:
    """Builds the tree from the parser's events."""

    __slots__ = ("_at", "_data", "_depth", "_doctype", "_document", "_is_cdata", "_parser")

    def __init__(self, parser: Any, data: bytes, document: Document) -> None:
        self._parser = parser
        self._data = data
        self._document = document
        self._at: Node = document
        self._is_cdata = False
        # Where the document type declaration begins, while the parser is in it.
        self._doctype = -1
        self._depth = 0
        parser.ordered_attributes = True
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declare
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.CommentHandler = self._comment
        parser.ProcessingInstructionHandler = self._instruct
        parser.StartCdataSectionHandler = self._start_cdata
        parser.EndCdataSectionHandler = self._end_cdata
        parser.StartDoctypeDeclHandler = self._start_doctype
        parser.EndDoctypeDeclHandler = self._end_doctype
        # With this handler, references to declared entities arrive as they are written.
        parser.DefaultHandler = self._other

    def _declare(self, version: str, encoding: str | None, standalone: int) -> None:
        self._document.version = version
        self._document.encoding = encoding
        self._document.standalone = standalone

    def _add(self, node: Node) -> None:
        node.parent = self._at
        self._at.children.append(node)

    def _start(self, name: str, pairs: list[str]) -> None:
        self._depth += 1
        if self._depth > _DEPTH:
            raise XmlError("Excessive depth in document")
        node = Node(ELEMENT, name)
        for key, value in zip(pairs[::2], pairs[1::2], strict=True):
            if key == "xmlns":
                node.namespaces[""] = value
            elif key.startswith("xmlns:"):
                node.namespaces[key[6:]] = value
            else:
                node.attributes[key] = value
        self._add(node)
        self._at = node

    def _end(self, _: str) -> None:
        self._depth -= 1
        assert self._at.parent is not None
        self._at = self._at.parent

    def _text(self, text: str) -> None:
        if self._doctype >= 0:
            return
        kind = CDATA if self._is_cdata else TEXT
        last = self._at.children[-1] if self._at.children else None
        if last is not None and last.kind == kind and not self._is_cdata:
            last.content += text
        else:
            self._add(Node(kind, kind, text))

    def _start_cdata(self) -> None:
        self._is_cdata = True
        self._add(Node(CDATA, CDATA))

    def _end_cdata(self) -> None:
        self._is_cdata = False
        # The pieces arrive separately; together they are the source text.
        pieces: list[Node] = []
        while self._at.children[-1].kind == CDATA and self._at.children[-1].content:
            pieces.append(self._at.children.pop())
        self._at.children[-1].content = "".join(each.content for each in reversed(pieces))

    def _comment(self, text: str) -> None:
        if self._doctype < 0:
            self._add(Node(COMMENT, COMMENT, text))

    def _instruct(self, name: str, text: str) -> None:
        if self._doctype < 0:
            self._add(Node(INSTRUCTION, name, text))

    def _start_doctype(self, *_: object) -> None:
        # The parser is somewhere within it by now.
        at = self._parser.CurrentByteIndex
        self._doctype = self._data.rfind(b"<!DOCTYPE", 0, at + 9)
        if self._doctype < 0:
            raise XmlError("A document type in an encoding that is not supported")

    def _end_doctype(self) -> None:
        start, end = self._doctype, self._parser.CurrentByteIndex
        self._doctype = -1
        end = self._data.find(b">", end) + 1
        text = self._data[start:end].decode(self._document.encoding or "utf-8", "replace")
        self._add(Node(DOCTYPE, DOCTYPE, text))

    def _other(self, text: str) -> None:
        if self._doctype < 0 and self._at is not self._document and text[:1] == "&":
            self._add(Node(ENTITY, text[1:-1], ""))
