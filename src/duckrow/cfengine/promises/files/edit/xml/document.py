"""Loads and saves a file as an XML document."""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.save import save
from duckrow.cfengine.promises.files.edit.xml.libxml_errors import print_document_error
from duckrow.cfengine.promises.files.edit.xml.node import Document
from duckrow.cfengine.promises.files.edit.xml.reading import XmlError, read_document
from duckrow.cfengine.promises.files.edit.xml.writing import write_document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.session import Session


class NoDocument:
    """Marks a document that could not be parsed."""


def load_tree(session: Session) -> bool:
    """Parse the file as XML; log an error and return False if it cannot be edited.

    A file that is not XML can be opened; then each promise about it fails.
    """
    found = session.facts(session.path, follow=True)
    log = session.context.log
    if found is None:
        log.error(
            f"The proposed file '{session.path}' could not be loaded. "
            "(stat: No such file or directory)"
        )
        return False
    limit = session.defaults.limit
    if limit and found.size > limit:
        log.info(
            f"File '{session.path}' is bigger than the edit limit. "
            f"max_file_size = '{found.size}' > '{limit}' bytes"
        )
        return False
    if found.kind != "file":
        log.info(f"'{session.path}' is not a plain file")
        return False
    if session.defaults.empties or not found.size:
        session.tree = Document()
        return True
    try:
        session.tree = _read(session)
    except OSError:
        session.tree = NoDocument()
    except XmlError as error:
        print_document_error(session.path, error)
        session.tree = NoDocument()
    return True


def save_tree(session: Session) -> None:
    """Write the document if it differs from the file."""
    path = session.path
    content = write_document(session.tree)
    found = session.facts(path, follow=True)
    is_empty = found is not None and not found.size
    # A run without changes has not changed the document: no need to serialize it.
    if not is_empty and not session.may_change(f"edit file '{path}'"):
        return
    if _on_disk(session, is_empty=is_empty) == content:
        session.kept(f"No edit changes to xml file '{path}' need saving")
    elif not is_empty or session.may_change(f"edit file '{path}'"):
        if save(session, content):
            session.changed(f"Edited xml file '{path}'")
        else:
            session.failed(f"Failed to edit XML file '{path}'")


def _on_disk(session: Session, *, is_empty: bool) -> bytes | None:
    """Return the document in the file as we write it; None if the file is not XML."""
    try:
        return write_document(Document() if is_empty else _read(session))
    except (OSError, XmlError):
        return None


def _read(session: Session) -> Document:
    return read_document(session.files.read(session.path))
