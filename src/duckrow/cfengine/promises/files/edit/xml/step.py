"""The work on one promise about an XML document: it finds elements and builds paths."""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.step import Step
from duckrow.cfengine.promises.files.edit.xml.building import (
    build,
    is_buildable,
    is_convergent,
    segments,
)
from duckrow.cfengine.promises.files.edit.xml.libxml_errors import print_xpath_error
from duckrow.cfengine.promises.files.edit.xml.node import ELEMENT, Document, Node
from duckrow.cfengine.promises.files.edit.xml.xpath import find_nodes
from duckrow.cfengine.promises.files.edit.xml.xpath_values import XPathError
from duckrow.cfengine.values.outcomes import INTERRUPTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session


class XmlStep(Step):
    """The work on one promise about a document."""

    __slots__ = ("document", "select")

    def __init__(self, session: Session, promise: ExpandedPromise) -> None:
        super().__init__(session, promise)
        tree = session.tree
        self.document: Document | None = tree if isinstance(tree, Document) else None
        self.select = promise.text("select_xpath")

    @property
    def location(self) -> str:
        """Return the description of the edit's location."""
        return f"at XPath '{self.select}' in XML document '{self.path}'"

    def find(self, path: str) -> Node | None:
        """Return the only element that a path selects; log an error and return None otherwise."""
        document = self.document
        assert document is not None
        if not is_convergent(path):
            self.failed(f"select_xpath expression '{path}', is NOT convergent")
            return None
        try:
            nodes = find_nodes(path, document) or []
        except XPathError:
            print_xpath_error(path)
            self.failed(f"Unable to evaluate XPath expression '{path}'")
            return None
        if len(nodes) > 1:
            self.failed(
                f"Current select_xpath expression '{path}' returns {len(nodes)} edit nodes in XML "
                f"document '{self.path}', unique edit node required"
            )
            return None
        if nodes and nodes[0].kind != ELEMENT:
            self.failed(
                f"The promised XPath pattern '{path}' was NOT found when selecting an edit node "
                f"in XML document '{self.path}'"
            )
            return None
        return nodes[0] if nodes else None

    # Building

    def build(self) -> bool:
        """Build a path; return False if it was not attempted."""
        given = self.promise.text("build_xpath")
        path = self.promise.promiser if given is None else given
        if not self._can_build(path, is_given=given is not None):
            self.failed(f"The promised XPath build '{path}' breaks its own promises")
            return False
        if self.document is None:
            self.failed(f"Unable to load XML document '{self.path}'")
            return False
        if not self.is_first(f"buildxpath-{self.promise.promiser}-{self.path}"):
            return False
        if self.document.root is None:
            self._build_in_file(path, self.document)
        else:
            self._build_in_node(path, self.document)
        return True

    def _can_build(self, path: str, *, is_given: bool) -> bool:
        log = self.context.log
        if self.promise.type == "build_xpath" and is_given:
            log.error("Attribute: build_xpath is not allowed within bundle: build_xpath")
            return False
        if self.select is not None and not is_given:
            log.error("XPath build does not require select_xpath to be specified")
            return False
        if not is_convergent(path):
            self._interrupt(f"Promiser expression ({path}) is not convergent")
            return False
        if not is_buildable(path):
            self._interrupt(
                f"Promiser expression '{path}' contains syntax that is not supported for "
                "xpath_build. Please refer to users manual for supported syntax specifications."
            )
            return False
        return True

    def _interrupt(self, message: str) -> None:
        self.context.finish_promise(INTERRUPTED, self.promise, "error", message)
        self.count_outcome(INTERRUPTED)

    def _build_in_file(self, path: str, document: Document) -> None:
        parts = segments(path)
        root = self._built(parts[0]) if parts else None
        if root is None:
            self.failed(
                f"Unable to extract root node from XPath '{path}', to be inserted into an empty "
                f"XML document '{self.path}'"
            )
            return
        if not self.may_change(f"build XPath '{path}' into an empty XML document '{self.path}'"):
            return
        document.add(root)
        at = root
        for part in parts[1:]:
            node = self._built(part)
            if node is None:
                break
            at.add(node)
            at = node
        self.changed(f"Built XPath '{path}' into an empty XML document '{self.path}'")

    def _built(self, part: str) -> Node | None:
        node = build(part)
        if node is None:
            self.failed(f"Could not extract node '{part[1:]}'")
        return node

    def _build_in_node(self, path: str, document: Document) -> None:
        parts = segments(path)
        element: Node | None = None
        tree: Node | None = None
        while parts:
            element = self.find("".join(parts))
            if element is not None:
                break
            node = self._built(parts.pop())
            if node is not None and tree is not None:
                node.add(tree)
            tree = node
        if not self.may_change(f"build XPath '{path}' in XML document '{self.path}'"):
            return
        if element is None:
            element = document.root
        if tree is not None and element is not None:
            element.add(tree)
        self.changed(f"Built XPath '{path}' in XML document '{self.path}'")
