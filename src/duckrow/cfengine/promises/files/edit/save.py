"""Writing what was edited: the file, and a copy of what it was before."""

from __future__ import annotations

import os
from errno import ELOOP, ENOENT

from duckrow.cfengine.promises.files.repository import archive, stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.session import Session

_LINKS = 40


def save_lines(session: Session) -> bool:
    """Write the lines; False, with a word in the log, if that was not possible."""
    return save(session, session.content())


def save(session: Session, content: bytes) -> bool:
    """Write new content, keeping owner and mode; the old content is kept as the promise says."""
    files = session.files
    log = session.context.log
    try:
        real = _real_path(session)
    except OSError as error:
        log.error(
            f"Can no longer access file '{session.path}', which needed editing. "
            f"(lstat: {error.strerror})"
        )
        return False
    try:
        if session.defaults.backup != "false":
            _back_up(session, real)
        files.replace(real, content)
    except OSError as error:
        log.error(f"Unable to write into destination file '{real}'. (fprintf: {error.strerror})")
        return False
    return True


def _real_path(session: Session) -> str:
    """Go where links lead, one after the other."""
    path = session.path
    if session.is_link is False:
        return path
    for _ in range(_LINKS):
        found = session.files.facts(path)
        if found is None:
            raise OSError(ENOENT, os.strerror(ENOENT), path)
        if found.kind != "link":
            return path
        path = os.path.join(os.path.dirname(path), found.target or "")
    raise OSError(ELOOP, os.strerror(ELOOP), path)


def _back_up(session: Session, real: str) -> None:
    """Keep the old file beside the new one, or where the promise says."""
    kind = session.defaults.backup
    backup = real
    if kind == "timestamp":
        backup += stamp(session)
    backup += ".cf-before-edit"
    files = session.files
    files.remove(backup)
    try:
        files.make_hard_link(backup, real)
    except OSError:
        found = files.facts(real)
        if found is None:
            return
        files.copy(real, backup, found.mode, found.uid, found.gid)
    if kind == "rotate":
        from duckrow.cfengine.promises.files.renaming import rotate

        # What is rotated is emptied, and must be a file of its own for that.
        found = files.facts(real)
        if found is not None:
            files.remove(backup)
            files.copy(real, backup, found.mode, found.uid, found.gid)
        rotate(session, backup, session.defaults.rotate)
        files.remove(backup)
    if archive(session, backup):
        files.remove(backup)
