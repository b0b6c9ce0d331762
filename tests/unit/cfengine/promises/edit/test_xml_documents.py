"""XML is parsed to trees and written unchanged."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.files.edit.xml.comparing import find_like, is_part, is_same
from duckrow.cfengine.promises.files.edit.xml.node import ELEMENT, TEXT, Node
from duckrow.cfengine.promises.files.edit.xml.reading import (
    XmlError,
    read_chunk,
    read_document,
    read_text,
)
from duckrow.cfengine.promises.files.edit.xml.writing import write_document

START = '<?xml version="1.0"?>\n'


@pytest.mark.parametrize(
    "text",
    [
        "<a/>",
        "<a>text</a>",
        '<a b="1" c="2"><d/>tail</a>',
        "<a>&lt;&amp;&gt;</a>",
        '<a b="&quot;&lt;&amp;&#10;&#9;"/>',
        "<a><![CDATA[<b> & c]]></a>",
        "<a><![CDATA[]]></a>",
        "<a><![CDATA[one]]><![CDATA[two]]></a>",
        "<!-- before -->\n<a><!-- in --></a>\n<!-- after -->",
        "<?style sheet?>\n<a><?other?></a>",
        '<a xmlns="urn:x" xmlns:p="urn:y"><p:b p:c="1"/></a>',
        '<!DOCTYPE a SYSTEM "a.dtd">\n<a/>',
        '<!DOCTYPE a [\n<!ENTITY e "text">\n]>\n<a>before &e; after</a>',
        "<a>&#xE9;</a>",
    ],
)
def test_a_document_is_written_as_it_was(text: str) -> None:
    data = f"{START}{text}\n".encode()
    assert write_document(read_document(data)) == data


def test_a_document_without_a_declaration_gets_one() -> None:
    assert write_document(read_document(b"<a></a>")) == b'<?xml version="1.0"?>\n<a/>\n'


def test_the_encoding_is_kept() -> None:
    data = '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<a>é</a>\n'.encode(
        "latin-1"
    )
    document = read_document(data)
    assert document.root is not None
    assert document.root.text() == "é"
    assert write_document(document) == data


def test_a_character_that_an_encoding_lacks_is_written_as_a_number() -> None:
    document = read_document(b'<?xml version="1.0" encoding="ISO-8859-1"?><a/>')
    assert document.root is not None
    document.root.add(Node(TEXT, TEXT, "€"))
    assert b"<a>&#8364;</a>" in write_document(document)


@pytest.mark.parametrize("text", ["", "<a>", "<a></b>", "text", "<a>&e;</a>", "<a/><b/>"])
def test_invalid_documents_are_rejected(text: str) -> None:
    with pytest.raises(XmlError):
        read_document(text.encode())


def test_entities_are_never_expanded() -> None:
    laughs = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10))
    document = read_document(f'<!DOCTYPE a [<!ENTITY e0 "ha">{laughs}]><a>&e9;</a>'.encode())
    assert document.root is not None
    assert document.root.text() == ""


def test_nothing_outside_is_read() -> None:
    data = b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'
    assert b"root" not in write_document(read_document(data))


def test_depth_has_a_limit() -> None:
    with pytest.raises(XmlError):
        read_document(b"<a>" * 10_000 + b"</a>" * 10_000)


def test_a_chunk_is_any_number_of_nodes() -> None:
    assert [node.kind for node in read_chunk("<a/>text<b/>")] == [ELEMENT, TEXT, ELEMENT]
    for text in ("", "<a>", "&bad;"):
        with pytest.raises(XmlError):
            read_chunk(text)


def test_references_in_text() -> None:
    def written(text: str) -> list[str]:
        return [node.content or f"&{node.name};" for node in read_text(text)]

    assert written("a &amp; &lt;b&gt; &#65;&#x42;") == ["a & <b> AB"]
    assert written("a&b;c") == ["a", "&b;", "c"]
    assert written("a & b") == []
    assert written("") == []


def one(text: str) -> Node:
    return read_chunk(text)[0]


@pytest.mark.parametrize(
    ("left", "right", "same", "part"),
    [
        ("<a/>", "<a/>", True, True),
        ("<a/>", "<b/>", False, False),
        ("<a/>", "<a>text</a>", False, True),
        ("<a>ex</a>", "<a>text</a>", False, True),
        ("<a>text</a>", "<a/>", False, False),
        ('<a b="1"/>', '<a b="1" c="2"/>', False, True),
        ('<a b="1" c="2"/>', '<a c="2" b="1"/>', True, True),
        ('<a b="1"/>', '<a b="2"/>', False, False),
        ("<a><b/></a>", "<a><b/><c/></a>", False, True),
        ("<a><b/><c/></a>", "<a><c/><b/></a>", True, True),
        ("<a><b/></a>", "<a><c/></a>", False, False),
    ],
)
def test_trees_are_compared(left: str, right: str, same: bool, part: bool) -> None:
    assert is_same(one(left), one(right)) is same
    assert is_part(one(left), one(right)) is part


def test_the_first_element_that_contains_everything_is_found() -> None:
    place = one('<r><a x="1"/><a x="2" y="3"/><a x="2"/></r>')
    assert find_like(one('<a x="2"/>'), place) is place.elements[1]
    assert find_like(one("<b/>"), place) is None
