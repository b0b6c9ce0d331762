"""From trees to text, byte for byte as the reference's library writes them."""

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
    out = [start, "?>\n"]
    for node in document.children:
        _write(node, out)
        out.append("\n")
    text = "".join(out)
    if document.encoding is None:
        # Without a word on the encoding only ASCII is safe.
        text = _BEYOND.sub(lambda found: f"&#x{ord(found[0]):X};", text)
        return text.encode("ascii")
    return text.encode(document.encoding, "xmlcharrefreplace")


def _write(node: Node, out: list[str]) -> None:
    kind = node.kind
    if kind == ELEMENT:
        _write_element(node, out)
    elif kind == TEXT:
        out.append(_TEXT.sub(lambda found: _IN_TEXT[found[0]], node.content))
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


def _write_element(node: Node, out: list[str]) -> None:
    out.append(f"<{node.name}")
    for prefix, value in node.namespaces.items():
        out.append(f" xmlns:{prefix}=" if prefix else " xmlns=")
        out.append(_quoted(value))
    for name, value in node.attributes.items():
        out.append(f" {name}=")
        out.append(_quoted(value))
    if not node.children:
        out.append("/>")
        return
    out.append(">")
    for each in node.children:
        _write(each, out)
    out.append(f"</{node.name}>")


def _quoted(value: str) -> str:
    return f'"{_ATTRIBUTE.sub(lambda found: _IN_ATTRIBUTES[found[0]], value)}"'
