"""Edits XML: documents as trees, XPath, and the promises of edit_xml."""
