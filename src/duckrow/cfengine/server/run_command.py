"""EXEC: run cfruncommand for a client, with classes and bundles that rules admit.

The checks, in this order: a command is set; a path rule admits its program; the user is in
allowusers; one of the classes that the client sends is defined here; a role admits each class of
-D; a bundle rule admits each bundle of -b.
"""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.command_lines import split_command
from duckrow.cfengine.net.frames import TERMINATOR
from duckrow.cfengine.server.file_answers import translate
from duckrow.cfengine.server.session import Refusal
from duckrow.machine.processes.lines import LinesOf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.server.rules import Table
    from duckrow.cfengine.server.session import Session

_MOST_FRAMES = 10
_LONGEST_COMMAND = 4095
_LONGEST_LINE = 4080
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:")


class _Denied(Exception):  # noqa: N818  (of the request, by a rule)
    """The text that the client gets."""


def answer_exec(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer EXEC; the terminator follows whatever happened."""
    text = arguments.decode("utf-8", "surrogateescape").strip(" \t")
    session.log.verbose(f"{'Received:':>14} {'EXEC':>7} {text}")
    try:
        stays_open = _answer(session, text)
    finally:
        session.reply(TERMINATOR + b"\0")
    return stays_open


def _answer(session: Session, text: str) -> bool:
    refusal = _why_not(session)
    if refusal is not None:
        session.refuse(refusal)
        return False
    if not _has_sent_a_class(session):
        return True
    try:
        extra = _admitted_words(session, text)
    except _Denied as denied:
        session.log.info(str(denied))
        session.reply(_bytes(str(denied)))
        return True
    command = session.served.settings.command + extra
    if len(_bytes(command)) > _LONGEST_COMMAND:
        session.reply(b"EXEC denied: too long command")
        return False
    _run(session, command)
    return True


def _why_not(session: Session) -> str | None:
    """Return why this client may run no command at all."""
    settings, rules = session.served.settings, session.served.rules
    words = split_command(settings.command)
    if not words:
        return "EXEC denied due to empty cfruncommand"
    try:
        program = translate(session, words[0])
    except Refusal as refusal:
        return f"EXEC failed, invalid cfruncommand arg0: {refusal}"
    decision = rules.check_path(program, session.client)
    if not decision.is_admitted:
        return f"EXEC denied due to ACL for file: {program}: {decision.why}"
    user = session.client.user
    if user not in settings.lists["allowusers"]:
        return f"EXEC denied due to not allowed user: {user}"
    return None


def _has_sent_a_class(session: Session) -> bool:
    """Read the classes that the client sends; return whether one is defined, or none was sent."""
    for count in range(_MOST_FRAMES):
        data = session.read_frame()
        if data is None:
            return False
        text = data.partition(b"\0")[0]
        if text.startswith(TERMINATOR):
            if count == 0:
                return True
            break
        for word in text.decode("utf-8", "surrogateescape").split(" "):
            if word and session.served.has_class(word):
                return True
    session.log.verbose("No classes matched, rejecting....")
    session.reply(_bytes(f"Hello  ({session.client.address}), nothing relevant to do here...\n\n"))
    denied = "EXEC denied due to failed class match (check cf-serverd verbose output)"
    session.log.info(denied)
    session.reply(denied.encode())
    return False


def _admitted_words(session: Session, text: str) -> str:
    """Return the words that a client adds to the command, if rules admit all of them."""
    rules = session.served.rules
    extra = ""
    while text:
        option, rest = text[:2], text[2:].lstrip(" \t")
        listed = rest.split(" ", 1)[0].split("\t", 1)[0]
        if option == "-D":
            _admit(session, rules.roles, listed, "role")
            extra += f" -D {listed}" if listed else ""
        elif option == "-b":
            _admit(session, rules.bundles, listed, "bundle")
            extra += f" --bundlesequence {listed}" if listed else ""
        else:
            raise _Denied(f"EXEC denied: invalid arguments: {text[:1000]}")
        text = rest[len(listed) :].lstrip(" \t")
    return extra


def _admit(session: Session, table: Table, listed: str, what: str) -> None:
    for word in listed.split(",") if listed else ():
        decision = session.served.rules.check_patterns(table, word, session.client)
        if not word or not _WORD.issuperset(word) or not decision.is_admitted:
            session.log.info(f"Access denied to: {word} ({decision.why})")
            raise _Denied(f"EXEC denied {what} activation (check cf-serverd verbose output)")


def _run(session: Session, command: str) -> None:
    title = f"cf-serverd executing cfruncommand: {command}\n"
    session.reply(_bytes(title))
    session.log.info(title)
    try:
        running = LinesOf(split_command(command))
    except OSError as error:
        text = f"Unable to run '{command}' (pipe: {error.strerror})"
        session.log.info(text)
        session.reply(_bytes(text))
        return
    with running:
        for line in running:
            session.reply(b"> " + line[:_LONGEST_LINE] + b"\n")
        session.reply(f"(exit code: {running.wait()})\n".encode())


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")[:4000]
