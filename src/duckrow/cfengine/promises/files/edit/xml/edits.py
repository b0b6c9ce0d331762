"""The edits: a tree, an attribute or text at an element.

Text belongs to the first child if that is text; otherwise it is put before the elements.
"""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.xml.comparing import find_like, is_same
from duckrow.cfengine.promises.files.edit.xml.libxml_errors import print_tree_error
from duckrow.cfengine.promises.files.edit.xml.node import ELEMENT, TEXT, Document, Node
from duckrow.cfengine.promises.files.edit.xml.reading import XmlError, read_chunk, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.xml.step import XmlStep


def delete_tree(step: XmlStep, element: Node) -> None:
    """Delete the first element that contains the whole tree."""
    tree = step.promise.promiser
    try:
        nodes = read_chunk(tree)
    except XmlError as error:
        print_tree_error(error)
        step.failed(
            f"Tree to be deleted '{tree}' at XPath '{step.select}' in XML document '{step.path}' "
            "was not parsed successfully"
        )
        return
    found = find_like(nodes[0], element) if nodes else None
    if found is None:
        step.kept(f"The promised tree to be deleted '{tree}' does not exist {step.location}")
    elif step.may_change(f"delete tree '{tree}' {step.location}"):
        found.remove()
        if find_like(nodes[0], element) is not None:
            step.failed(f"Failed to delete tree '{tree}' {step.location}")
        else:
            step.changed(f"Deleted tree '{tree}' {step.location}")


def insert_tree(step: XmlStep, element: Node) -> None:
    """Add a tree to an element, unless it has it."""
    tree = step.promise.promiser
    where = f"(to be inserted at XPath '{step.select}' in"
    try:
        nodes = read_chunk(tree)
    except XmlError as error:
        print_tree_error(error)
        step.failed(f"Failed to parse the tree '{tree}' {where} the XML document '{step.path}')")
        return
    if not nodes:
        step.failed(f"The tree '{tree}' {where} XML document '{step.path}') is empty")
        return
    if find_like(nodes[0], element) is not None:
        step.kept(f"The tree '{tree}' already exists {step.location}")
    elif step.may_change(f"insert tree '{tree}' {step.location}"):
        if nodes[0].kind != ELEMENT:
            step.failed(
                f"Failed to insert tree '{tree}' at XPath '{step.select}' into the XML document "
                f"'{step.path}'"
            )
            return
        for node in nodes:
            element.add(node)
        step.changed(f"Inserted tree '{tree}' {step.location}")


def insert_tree_in_file(step: XmlStep, document: Document) -> None:
    """Make a tree the root of an empty document."""
    tree = step.promise.promiser
    path = step.path
    try:
        nodes = read_chunk(tree)
    except XmlError as error:
        print_tree_error(error)
        step.failed(
            f"Failed to parse the tree '{tree}' (to be inserted into the XML document '{path}')"
        )
        return
    if not nodes:
        step.failed(f"The tree '{tree}' (to be inserted into the XML document '{path}') is empty")
        return
    root = document.root
    if root is not None:
        if is_same(nodes[0], root):
            step.kept(
                f"The promised XML document '{path}' already exists and contains the correct root "
                "element"
            )
        else:
            step.failed(
                f"The tree '{tree}' requested to be inserted into the XML document '{path}', "
                "however XML document is not empty and tree to be inserted does not match existing "
                "content"
            )
            step.context.log.notice(
                "Specify select_xpath expression insert into a non-empty XML document"
            )
        return
    if not step.may_change(
        f"insert the promised tree '{tree}' into an empty XML document '{path}'"
    ):
        step.session.edits += 1
        return
    if nodes[0].kind != ELEMENT:
        step.failed(f"Failed to insert the tree '{tree}' into an empty XML document '{path}'")
        return
    document.add(nodes[0])
    step.changed(f"Inserted tree '{tree}' into an empty XML document '{path}'")


def delete_attribute(step: XmlStep, element: Node) -> None:
    """Delete an attribute."""
    name = step.promise.promiser
    where = f"at XPath '{step.select}' in the XML document '{step.path}'"
    if element.attribute(name) is None:
        step.kept(f"Attribute '{name}' (to be deleted {where}) does not exist")
    elif step.may_change(f"delete the attribute '{name}' {where}"):
        key = next(each for each in element.attributes if each.rpartition(":")[2] == name)
        del element.attributes[key]
        step.changed(f"Deleted attribute '{name}' {where}")


def set_attribute(step: XmlStep, element: Node) -> None:
    """Set the value of an attribute."""
    name = step.promise.promiser
    value = step.promise.text("attribute_value") or ""
    if element.attribute(name) == value:
        step.kept(
            f"Attribute with name '{name}' and value '{value}' already exists {step.location}"
        )
    elif step.may_change(f"set attribute with name '{name}' to value '{value}' {step.location}"):
        key = next(
            (each for each in element.attributes if each.rpartition(":")[2] == name),
            name,
        )
        element.attributes[key] = value
        step.changed(f"Set attribute with name '{name}' to value '{value}' {step.location}")


def delete_text(step: XmlStep, element: Node) -> None:
    """Delete all text of an element that contains some text."""
    text = step.promise.promiser
    where = f"at XPath '{step.select}' in the XML document '{step.path}'"
    if not _has(element, text):
        step.kept(f"Text '{text}' does not exist {where}")
    elif step.may_change(f"delete text '{text}' {where}"):
        _put_text(element, "")
        if _has(element, text):
            step.failed(f"Failed to delete text '{text}' {where}")
        else:
            step.changed(f"Deleted text '{text}' {where}")


def set_text(step: XmlStep, element: Node) -> None:
    """Set the text of an element."""
    text = step.promise.promiser
    if element.first_text() == text:
        step.kept(f"Text '{text}' already exists {step.location}")
    elif step.may_change(f"set text '{text}' {step.location}"):
        _put_text(element, text)
        if element.first_text() != text:
            step.failed(f"Failed to set text '{text}' {step.location}")
        else:
            step.changed(f"Set text '{text}' {step.location}")
    else:
        step.session.edits += 1


def insert_text(step: XmlStep, element: Node) -> None:
    """Append to the text of an element, unless it contains it."""
    text = step.promise.promiser
    where = f"at XPath '{step.select}' in the XML document '{step.path}'"
    if _has(element, text):
        step.kept(f"Text '{text}' already exists {where}")
    elif step.may_change(f"insert text '{text}' {where}"):
        if element.begins_with_text:
            element.children[0].content += text
        else:
            _put_before_elements(element, [Node(TEXT, TEXT, text)] if text else [])
        if _has(element, text):
            step.changed(f"Inserted text '{text}' {where}")
        else:
            step.failed(f"Failed to insert text '{text}' {where}")


def _has(element: Node, text: str) -> bool:
    there = element.first_text()
    return there is not None and text in there


def _put_text(element: Node, text: str) -> None:
    if element.begins_with_text:
        element.children[0].content = text
    else:
        _put_before_elements(element, read_text(text))


def _put_before_elements(element: Node, nodes: list[Node]) -> None:
    """Put nodes before the first element; nodes that were before it are removed."""
    first = next(
        (number for number, each in enumerate(element.children) if each.kind == ELEMENT), -1
    )
    rest = element.children[first:] if first >= 0 else []
    for node in nodes:
        node.parent = element
    element.children = [*nodes, *rest]
