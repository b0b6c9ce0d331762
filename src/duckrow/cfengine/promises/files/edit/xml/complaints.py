"""Complaints about XML and XPath, on standard error beside the log, as libxml2 makes them.

The log says which promise fails; only these lines say where the text is wrong.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.xml.reading import XmlError


def complain_of_document(path: str, error: XmlError) -> None:
    """Say where a file is not XML."""
    _write(f"{path}:{error.line}: parser error : {error.message}")


def complain_of_tree(error: XmlError) -> None:
    """Say where the tree that a promise gives is not XML."""
    _write(f"Entity: line {error.line}: parser error : {error.message}")


def complain_of_xpath(expression: str) -> None:
    """Say that an XPath expression cannot be read."""
    _write(f"XPath error : Invalid expression\n{expression}")


def _write(text: str) -> None:
    sys.stderr.write(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") + "\n")
