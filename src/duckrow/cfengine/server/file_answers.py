"""STAT, GET, MD5 and OPENDIR: what the server says about files.

A path is translated before it is checked: a shortcut at its beginning is replaced, and all links in
it are followed. What is checked is what is then opened, and an open file is compared with the
checked path once more: nobody gains by exchanging a directory for a link in between.
"""

from __future__ import annotations

import re
from time import time

from duckrow.cfengine.net.connection import BLOCK, CHANGED, DIGEST
from duckrow.cfengine.net.frames import MORE, REFUSED, TERMINATOR
from duckrow.cfengine.net.stat_reply import write_stat
from duckrow.cfengine.server.session import BadRequest, Refusal
from duckrow.machine.files.serving import (
    ServedFile,
    facts_to_serve,
    is_directory,
    is_readable_by,
    names_to_serve,
    resolved,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.server.session import Session

_TIME = re.compile(rb"-?[0-9]{1,19}")
# Clocks may differ by an hour, if denybadclocks is on.
_DRIFT = 3600
_LARGEST_BLOCK = 4096
_PIECE = 32 * BLOCK
_MOST_NAMES = 4096 - 256
_LONGEST_NAME = 256


def answer_stat(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer SYNCH TIME STAT PATH."""
    moment, _, rest = arguments.partition(b" ")
    word, _, given = rest.partition(b" ")
    if word != b"STAT" or not _TIME.fullmatch(moment) or not given:
        raise BadRequest
    path = _checked(session, "STAT", given, is_listed=None)
    there, now = int(moment), int(time())
    if session.served.settings.denies_bad_clocks and abs(now - there) > _DRIFT:
        text = f"BAD: Clocks are too far unsynchronized {now}/{there}"
        session.log.info(f"denybadclocks {text}")
        session.reply(text.encode())
        return True
    if len(path.rpartition("/")[2].encode("utf-8", "surrogateescape")) > _LONGEST_NAME:
        session.reply(_text(f"BAD: Filename suspiciously long [{path}]"))
        return True
    try:
        facts, is_sparse = facts_to_serve(path)
    except OSError:
        session.reply(_text(f"BAD: unable to stat file {path}"))
        return True
    session.reply(write_stat(facts, is_sparse=is_sparse))
    session.reply(_text(f"OK:{facts.target or ''}"))
    return True


def answer_opendir(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer OPENDIR PATH."""
    if not arguments:
        raise BadRequest
    path = _checked(session, "OPENDIR", arguments, is_listed=True)
    try:
        names = [b".", b"..", *names_to_serve(path)]
    except OSError as error:
        session.log.info(f"Couldn't open directory '{path}' (DirOpen:{error.strerror})")
        session.reply(_text(f"BAD: cfengine, couldn't open dir {path}"))
        return True
    packed = bytearray()
    for name in names:
        if len(packed) + len(name) + 1 >= _MOST_NAMES:
            session.reply(bytes(packed) + b"\0", MORE)
            packed.clear()
        packed += name + b"\0"
    session.reply(bytes(packed) + TERMINATOR + b"\0\0")
    return True


def answer_md5(session: Session, arguments: bytes, rest: bytes) -> bool:
    """Answer MD5 PATH, with a digest behind two NULs: the reply is true if the file differs."""
    if not arguments:
        raise BadRequest
    path = _checked(session, "MD5", arguments, is_listed=False)
    try:
        with ServedFile(path) as file:
            own = bytes.fromhex(file.digest(DIGEST))
    except OSError:
        own = b""
    # One of the two NULs was the end of the path.
    session.reply(b"CFD_FALSE" if own and rest[1 : 1 + len(own)] == own else b"CFD_TRUE")
    return True


def answer_get(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer GET SIZE PATH: the content without frames."""
    digits, _, given = arguments.partition(b" ")
    if not digits.isdigit() or not 0 < int(digits) <= _LARGEST_BLOCK or not given:
        raise BadRequest
    block = int(digits) if int(digits) < _LARGEST_BLOCK else BLOCK
    path = _checked(session, "GET", given, is_listed=False)
    if not is_readable_by(path, session.client.user):
        session.refuse(f"user {session.client.user} neither owns {path} nor may all read it")
        session.send_raw(REFUSED.ljust(block, b"\0"))
        return True
    try:
        file = ServedFile(path)
    except OSError as error:
        session.log.error(f"Open error of file '{path}'. (open: {error.strerror})")
        session.send_raw(REFUSED.ljust(block, b"\0"))
        return True
    _send_content(session, file, path)
    return True


def _send_content(session: Session, file: ServedFile, path: str) -> None:
    """Send a file; one that changes its size meanwhile is not sent to its end."""
    with file:
        size = left = file.size()
        while left > 0:
            piece = file.read(min(_PIECE, left))
            if not piece or file.size() != size:
                text = CHANGED + b": " + path.encode("utf-8", "surrogateescape")
                session.send_raw(text[:BLOCK].ljust(BLOCK, b"\0"))
                session.log.verbose("Aborting transfer of file due to source changes")
                return
            session.send_raw(piece)
            left -= len(piece)


def _checked(session: Session, command: str, given: bytes, *, is_listed: bool | None) -> str:
    """Translate a path of a request and check it; `is_listed` says whether it is a directory."""
    text = given.partition(b"\n")[0].decode("utf-8", "surrogateescape")
    log, rules = session.log, session.served.rules
    log.verbose(f"{'Received:':>14} {command:>7} {text}")
    path = translate(session, text)
    if is_listed or (is_listed is None and is_directory(path)):
        path = f"{path.rstrip('/')}/"
    elif len(path) > 1:
        path = path.rstrip("/")
    log.verbose(f"{'Translated to:':>14} {command:>7} {path}")
    decision = rules.check_path(path, session.client)
    if not decision.is_admitted:
        log.info(f"access denied to {command}: {path}")
        raise Refusal(decision.why)
    log.debug(decision.why)
    return path


def translate(session: Session, text: str) -> str:
    """Replace a shortcut, and follow links; a dead link is itself. Raises Refusal."""
    if not text.startswith("/"):
        first, slash, rest = text.partition("/")
        shortcut = session.served.rules.shortcuts.get(first)
        if shortcut is None:
            raise Refusal(f"Relative paths are not allowed: {text}")
        text = f"{session.client.fill_in(shortcut)}{slash}{rest}"
    if not text.startswith("/") or len(text) > _LARGEST_BLOCK:
        raise Refusal(f"Relative paths are not allowed: {text}")
    try:
        found = resolved(text)
    except (OSError, ValueError) as error:
        dead = _dead_link(text)
        if dead is not None:
            return dead
        raise Refusal(f"Failed to canonicalise filename '{text}' (realpath: {error})") from None
    return f"{found}/" if text.endswith("/") and found != "/" else found


def _dead_link(path: str) -> str | None:
    """Return the path of a link that leads nowhere, with the links before its name followed."""
    directory, _, name = path.rpartition("/")
    if name in ("", ".", ".."):
        return None
    try:
        found = f"{resolved(directory or '/').rstrip('/')}/{name}"
        return found if facts_to_serve(found)[0].is_link else None
    except (OSError, ValueError):
        return None


def _text(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")[:4000]
