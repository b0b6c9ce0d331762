"""Edits files: by lines, by templates, and as XML.

A file is read into a session, edited there by the promises of a bundle or made from a template, and
written if the result differs from the file.
"""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.operation import edit

__all__ = ["edit"]
