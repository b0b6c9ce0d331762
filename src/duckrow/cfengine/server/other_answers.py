"""VERSION, CONTEXT, VAR and QUERY; what only another edition answers is refused as there."""

from __future__ import annotations

from time import time

from duckrow import CFENGINE_VERSION
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.opening import COOKIE
from duckrow.cfengine.server.session import BadRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.server.session import Session

_LONGEST = 255
_MOST = 4000


def answer_version(session: Session, _arguments: bytes, _rest: bytes) -> bool:
    """Answer VERSION."""
    session.reply(f"OK: {CFENGINE_VERSION}".encode())
    return True


def answer_context(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer CONTEXT REGEX: the persistent classes that match and that rules admit."""
    pattern = _words(arguments)
    session.log.verbose(f"{'Received:':>14} {'CONTEXT':>7} {pattern}")
    rules = session.served.rules
    state = State(session.work_directory, session.log)
    try:
        names = state.persistent_classes(int(time()))
    finally:
        state.close()
    found = [
        name
        for name in names
        if rules.matches(pattern, name)
        and rules.check_patterns(rules.contexts, name, session.client).is_admitted
    ]
    if not found:
        return session.refuse(f"No allowed classes for remoteclassesmatching: {pattern}")
    session.reply(",".join(reversed(found)).encode("utf-8", "surrogateescape")[:_MOST])
    return True


def answer_var(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer VAR HANDLE: this edition has no values to give."""
    name = _words(arguments)
    rules = session.served.rules
    decision = rules.check_exact(rules.literals, name, session.client)
    if not decision.is_admitted:
        return session.refuse(f"access denied to variable: {name}: {decision.why}")
    session.reply(b"BAD: Not found")
    return True


def answer_query(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer QUERY NAME: refused by the rules, or not known to this edition."""
    words = _words(arguments).split()
    return _query(session, words[0] if words else "")


def answer_cookie(session: Session, _arguments: bytes, _rest: bytes) -> bool:
    """Answer COOKIE: as a query."""
    if session.version < COOKIE:
        raise BadRequest
    return _query(session, "delta")


def _query(session: Session, name: str) -> bool:
    rules = session.served.rules
    decision = rules.check_exact(rules.queries, name, session.client)
    if not decision.is_admitted:
        return session.refuse(f"access denied to query: {name}: {decision.why}")
    raise BadRequest


def answer_call_me_back(session: Session, _arguments: bytes, _rest: bytes) -> bool:
    """End the connection: only another edition calls back."""
    session.log.info("access denied to Call-Collect, check the ACL for class: collect_calls")
    return False


def _words(arguments: bytes) -> str:
    text = arguments.partition(b"\n")[0][:_LONGEST].decode("utf-8", "surrogateescape")
    if not text:
        raise BadRequest
    return text
