"""Writing what was edited: the file, and a copy of what it was before."""

from __future__ import annotations

import os
from errno import ELOOP

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
    for _ in range(_LINKS):
        found = session.files.facts(path)
        if found is None:
            from errno import ENOENT

            raise OSError(ENOENT, os.strerror(ENOENT), path)
        if found.kind != "link":
            return path
        path = os.path.join(os.path.dirname(path), found.target or "")
    raise OSError(ELOOP, os.strerror(ELOOP), path)


def _back_up(session: Session, real: str) -> None:
    files = session.files
    kind = session.defaults.backup
    backup = real
    if kind == "timestamp":
        from time import ctime, time

        from duckrow.cfengine.evaluation.classes import canonify

        now = time()
        backup += f"_{int(now)}_{canonify(ctime(now) + ' ')}"
    backup += ".cf-before-edit"
    found = files.facts(real)
    if found is None:
        return
    files.remove(backup)
    files.copy(real, backup, found.mode, found.uid, found.gid)
    if kind == "rotate":
        _rotate(session, backup, session.defaults.rotate)


def _rotate(session: Session, path: str, levels: int) -> None:
    """Push older copies one number up, and let the oldest go."""
    files = session.files
    if levels <= 0:
        files.remove(path)
        return
    for number in range(levels, 0, -1):
        older = path if number == 1 else f"{path}.{number - 1}"
        if files.facts(older) is not None:
            files.rename(older, f"{path}.{number}")
