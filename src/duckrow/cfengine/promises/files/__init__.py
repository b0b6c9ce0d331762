"""files: existence, content, owner and mode of files.

The steps of one promise follow the reference's order: create; rename, delete, transform and
permissions; copy; link; content; edit; and the permissions once more, since a step in between may
have created the file.
"""

from __future__ import annotations

from duckrow.cfengine.promises.files.keep import keep

__all__ = ["keep"]
