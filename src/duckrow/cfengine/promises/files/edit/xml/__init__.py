"""Editing XML: documents as trees, places in them by XPath, and the promises of edit_xml."""
