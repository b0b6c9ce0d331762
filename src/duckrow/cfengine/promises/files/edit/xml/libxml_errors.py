"""Errors in XML and XPath, on standard error beside the log, as libxml2 prints them.

The log names the promise that fails; only these lines have the location of the error.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.xml.reading import XmlError


def print_document_error(path: str, error: XmlError) -> None:
    """Print the error of an XML file."""
    _write(f"{path}:{error.line}: parser error : {error.message}")


def print_tree_error(error: XmlError) -> None:
    """Print the error in a promise's tree."""
    _write(f"Entity: line {error.line}: parser error : {error.message}")


def print_xpath_error(expression: str) -> None:
    """Print the error of an XPath expression."""
    _write(f"XPath error : Invalid expression\n{expression}")


def _write(text: str) -> None:
    sys.stderr.write(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") + "\n")
