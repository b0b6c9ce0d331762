"""The promises of edit_xml bundles: paths, trees, attributes and text in a document."""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.xml.building import (
    is_convergent,
)
from duckrow.cfengine.promises.files.edit.xml.edits import (
    delete_attribute,
    delete_text,
    delete_tree,
    insert_text,
    insert_tree,
    insert_tree_in_file,
    set_attribute,
    set_text,
)
from duckrow.cfengine.promises.files.edit.xml.node import Document, Node
from duckrow.cfengine.promises.files.edit.xml.step import XmlStep
from duckrow.cfengine.values.outcomes import FAILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session

    Act = Callable[["XmlStep", Node], None]


def keep_path(session: Session, promise: ExpandedPromise) -> str:
    """Keep a build_xpath promise."""
    step = XmlStep(session, promise)
    step.build()
    return step.finish("build_xpath")


class _Edit:
    """The behaviour of one promise type, and its messages."""

    __slots__ = ("_act", "_built", "_inconsistent", "_lock", "_needed", "_unselected", "name")

    def __init__(
        self,
        name: str,
        act: Act,
        lock: str,
        needed: str,
        inconsistent: str,
        built: str,
        unselected: str,
    ) -> None:
        self.name = name
        self._act = act
        self._lock = lock
        self._needed = needed
        self._inconsistent = inconsistent
        self._built = built
        self._unselected = unselected

    def keep(self, session: Session, promise: ExpandedPromise) -> str:
        """Select the element and make the edit."""
        step = XmlStep(session, promise)
        promiser = promise.promiser
        select = step.select
        if not self._is_valid(step):
            return self._reject(step, self._inconsistent.format(promiser))
        if promise.has("build_xpath") and not step.build():
            if self._built:
                self._reject(step, self._built.format(promiser, session.path))
            return step.outcome
        if step.document is None:
            what = "" if self.name == "delete_tree" else f" '{session.path}'"
            return self._reject(step, f"Unable to load XML document{what}")
        node: Node | None = None
        if select is not None:
            node = step.find(select)
            if node is None:
                return self._reject(step, self._unselected.format(select, session.path))
        if not step.is_first(f"{self._lock}-{promiser}-{session.path}"):
            return step.outcome
        self._act(step, node if node is not None else step.document)
        return step.finish(self.name)

    def _is_valid(self, step: XmlStep) -> bool:
        select = step.select
        if self.name == "insert_tree":
            if not _can_insert(step):
                return False
        elif select is None:
            step.context.log.error(f"{self._needed} requires select_xpath to be specified")
            return False
        return select is None or is_convergent(select)

    def _reject(self, step: XmlStep, message: str) -> str:
        if self.name in ("delete_tree", "insert_tree"):
            step.context.finish_promise(FAILED, step.promise, "error", message)
            step.count_outcome(FAILED)
        else:
            step.failed(message)
        return step.outcome


def _can_insert(step: XmlStep) -> bool:
    has_path = step.promise.has("build_xpath")
    is_empty = step.document is None or step.document.root is None
    log = step.context.log
    if step.select is not None and not has_path and is_empty:
        log.error("Tree insertion into an empty file, using select_xpath, does not make sense")
        return False
    if step.select is None and has_path:
        log.error(
            "Tree insertion requires select_xpath to be specified, unless inserting into an empty "
            "file"
        )
        return False
    return True


def _insert_tree(step: XmlStep, node: Node) -> None:
    if isinstance(node, Document):
        insert_tree_in_file(step, node)
    else:
        insert_tree(step, node)


_EDITS = (
    _Edit(
        "delete_tree",
        delete_tree,
        "deletetree",
        "Tree deletion",
        "The promised tree deletion '{}' is inconsistent",
        "",
        "The promised XPath pattern '{}', was NOT successful when selecting an edit node, in XML "
        "document '{})",
    ),
    _Edit(
        "insert_tree",
        _insert_tree,
        "inserttree",
        "Tree insertion",
        "The promised tree insertion '{}' breaks its own promises",
        "Failed to build XPath for tree insertion '{}'",
        "Failed to select edit node in the XML document '{1}' using the XPath '{0}'",
    ),
    _Edit(
        "delete_attribute",
        delete_attribute,
        "deleteattribute",
        "Attribute deletion",
        "The promised attribute deletion '{}', is inconsistent",
        "Failed to build XPath for attribute deletion '{}'",
        "The promised XPath pattern '{}', was NOT successful when selecting an edit node, in XML "
        "document '{}'",
    ),
    _Edit(
        "set_attribute",
        set_attribute,
        "setattribute",
        "Attribute insertion",
        "The promised attribute set '{}', breaks its own promises",
        "Failed to build XPath for setting attribute '{}'",
        "No node to edit selected by XPath '{}' in the XML document '{}'",
    ),
    _Edit(
        "delete_text",
        delete_text,
        "deletetext",
        "Tree insertion",
        "The promised text deletion '{}' is inconsistent",
        "Failed to build XPath for text deletion in '{1}'",
        "No node selected by XPath '{}' in XML document '{}'",
    ),
    _Edit(
        "set_text",
        set_text,
        "settext",
        "Tree insertion",
        "The promised text set '{}' breaks its own promises",
        "Failed to build XPath for changing text in '{}'",
        "No node selected by XPath '{}' in the XML document '{}'",
    ),
    _Edit(
        "insert_text",
        insert_text,
        "inserttext",
        "Tree insertion",
        "The promised text insertion '{}' breaks its own promises",
        "Failed to build XPath for text insertion into '{1}'",
        "No node selected by XPath '{}' in XML document '{}'",
    ),
)
KEEP: dict[str, Callable[[Session, ExpandedPromise], str]] = {
    "build_xpath": keep_path,
    **{each.name: each.keep for each in _EDITS},
}
