"""Writes trees as text, byte for byte as libxml2 does."""

from __future__ import annotations

import re

from duckrow.cfengine.promises.files.edit.xml.node import (
    CDATA,
    COMMENT,
    DOCTYPE,
    ELEMENT,
    ENTITY,
    TEXT,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.xml.node import Document, Node

_IN_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_ATTRIBUTES = {**_IN_TEXT, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_TEXT = re.compile("[&<>\r]")
_ATTRIBUTE = re.compile('[&<>\r"\n\t]')
_BEYOND = re.compile("[^\x00-\x7f]")


def write_document(document: Document) -> bytes:
    """Write a document, with its declaration."""
    start = f'<?xml version="{document.version}"'
    if document.encoding:
        start += f' encoding="{document.encoding}"'
    if document.standalone >= 0:
        start += f' standalone="{"yes" if document.standalone else "no"}"'
    writer = _Writer(is_plain=document.encoding is None)
    writer.out += [start, "?>\n"]
    for node in document.children:
        writer.write(node)
        writer.out.append("\n")
    text = "".join(writer.out)
    if document.encoding is None:
        return text.encode("utf-8", "surrogateescape")
    return text.encode(document.encoding, "xmlcharrefreplace")


class _Writer:
    """Collects the text of a document.

    Without a declared encoding, text and attributes are written in ASCII.
    """

    __slots__ = ("_is_plain", "out")

    def __init__(self, *, is_plain: bool) -> None:
        self._is_plain = is_plain
        self.out: list[str] = []

    def write(self, node: Node) -> None:
        """Write a node."""
        kind = node.kind
        out = self.out
        if kind == ELEMENT:
            self._write_element(node)
        elif kind == TEXT:
            out.append(self._safe(_TEXT.sub(lambda found: _IN_TEXT[found[0]], node.content)))
        elif kind == CDATA:
            out.append(f"<![CDATA[{node.content}]]>")
        elif kind == COMMENT:
            out.append(f"<!--{node.content}-->")
        elif kind == ENTITY:
            out.append(f"&{node.name};")
        elif kind == DOCTYPE:
            out.append(node.content)
        else:
            out.append(f"<?{node.name} {node.content}?>" if node.content else f"<?{node.name}?>")

    def _write_element(self, node: Node) -> None:
        out = self.out
        out.append(f"<{node.name}")
        for prefix, value in node.namespaces.items():
            out.append(f" xmlns:{prefix}=" if prefix else " xmlns=")
            out.append(self._quoted(value))
        for name, value in node.attributes.items():
            out.append(f" {name}=")
            out.append(self._quoted(value))
        if not node.children:
            out.append("/>")
            return
        out.append(">")
        for each in node.children:
            self.write(each)
        out.append(f"</{node.name}>")

    def _quoted(self, value: str) -> str:
        return f'"{self._safe(_ATTRIBUTE.sub(lambda found: _IN_ATTRIBUTES[found[0]], value))}"'

    def _safe(self, text: str) -> str:
        if not self._is_plain or text.isascii():
            return text
        return _BEYOND.sub(lambda found: f"&#x{ord(found[0]):X};", text)
