"""files: what files are there, what is in them, and whose they are.

A promise may want many things of a file. They are done in the reference's order: create; rename,
delete, transform and permissions; copy; link; content; edit; and the leaf once more, since it may
have come about in between.
"""

from __future__ import annotations

from duckrow.cfengine.promises.files.keep import keep

__all__ = ["keep"]
