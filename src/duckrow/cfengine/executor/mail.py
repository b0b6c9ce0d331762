"""Mail an output file by SMTP, in the dialog of the reference.

A server that refuses leaves the output where it is, and an error in the log.
"""

from __future__ import annotations

from email.utils import formatdate
from smtplib import SMTP, SMTPException, quotedata

from duckrow.cfengine.executor.settings import ENDLESS
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.executor.comparing import Filter
    from duckrow.cfengine.executor.settings import Settings

_PORT = 25
_SECONDS = 60.0


class _Refused(Exception):  # noqa: N818  (by the server)
    """The command and the answer of the server."""


def send_output(settings: Settings, path: str, wanted: Filter, log: Log) -> bool:
    """Mail the lines of a file that pass; log why and return False if that fails."""
    server = settings.mail_server
    host, port = _host_and_port(server)
    try:
        connection = SMTP(timeout=_SECONDS, local_hostname=settings.host_name)
        try:
            _expect("connecting", connection.connect(host, port))
            _send(connection, settings, path, wanted)
        finally:
            connection.close()
    except (_Refused, SMTPException, OSError, UnicodeError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        log.error(f"Mail report: the server '{server}' does not take the mail: {why}")
        log.error(f"Mail report: cannot mail to {settings.mail_to}. The output is in '{path}'")
        return False
    log.debug("Mail report: done sending mail")
    return True


def _host_and_port(server: str) -> tuple[str, int]:
    """Return the parts of smtpserver; HOST:PORT names another port than the usual one."""
    host, colon, port = server.rpartition(":")
    if colon and port.isdecimal() and ":" not in host:
        return host, int(port)
    return server, _PORT


def _send(connection: SMTP, settings: Settings, path: str, wanted: Filter) -> None:
    sender = _one_line(settings.mail_from or f"cfengine@{settings.host_name}")
    receiver = _one_line(settings.mail_to)
    for command in (
        f"HELO {settings.host_name}",
        f"MAIL FROM: <{sender}>",
        f"RCPT TO: <{receiver}>",
        "DATA",
    ):
        _expect(command, connection.docmd(command))
    connection.send(_headers(settings, sender, receiver))
    for line in _body(settings, path, wanted):
        connection.send(quotedata(f"{line}\r\n").encode("utf-8", "surrogateescape"))
    _expect("the mail", connection.docmd("."))
    connection.docmd("QUIT")


def _expect(command: str, answer: tuple[int, bytes]) -> None:
    """Raise _Refused unless the server accepts."""
    code, text = answer
    if not 200 <= code < 400:
        words = text.decode("utf-8", "replace").replace("\n", " ")
        raise _Refused(f"{code} {words} (after: {command})")


def _one_line(text: str) -> str:
    """Return a text that cannot end a header or a command."""
    return text.replace("\r", " ").replace("\n", " ")


def _headers(settings: Settings, sender: str, receiver: str) -> bytes:
    subject = settings.mail_subject or f"[{settings.host_name}/{settings.address}]"
    host = {
        "vfqhost": settings.host_name,
        "ip-addresses": settings.addresses,
        "policyhub": settings.hub,
        "pkhash": settings.key_digest,
    }
    lines = (
        f"Subject: {_one_line(subject)}",
        "X-CFEngine: " + ";".join(f'{name}="{_one_line(text)}"' for name, text in host.items()),
        f"Date: {formatdate(localtime=True)}",
        f"From: {sender}",
        f"To: {receiver}",
        "",
        "",
    )
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


def _body(settings: Settings, path: str, wanted: Filter) -> Iterator[str]:
    """Yield the lines of the mail, at most mailmaxlines and a last one that says so."""
    most = settings.mail_lines
    for count, line in enumerate(wanted.lines(path)):
        if count >= most > 0 and most != ENDLESS:
            yield ""
            yield f"[Mail truncated by CFEngine. File is at {path} on {settings.host_name}]"
            return
        yield line.removesuffix("\r")
