"""Sockets that listen, and frames between processes of this host.

A frame is a header in JSON and bytes, both with their lengths before them.
"""

from __future__ import annotations

import errno
import os
import socket
import struct
import time

from duckrow.machine.listeners import listener_of
from duckrow.source.errors import InputError, reason

LENGTHS = struct.Struct("!II")
BACKLOG = 1024
GONE_SECONDS = 60
LEFT_SECONDS = 60
_LONGEST_PATH = 107  # bytes that the kernel takes as the path of a socket


def listen(host: str, port: int, hint: str = "") -> socket.socket:
    """Return a socket that listens on an address; port 0 takes a free one.

    Raises InputError with a hint for a port that cannot be taken.
    """
    found: socket.socket | None = None
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and not host:
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        # Connections inherit what ends those to clients that have gone or read nothing.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, GONE_SECONDS)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_SECONDS * 1000)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        if found is not None:
            found.close()
        where = f"{host or '*'}:{port}"
        what = f"cannot listen on {where}: {reason(error)}"
        raise InputError(what, why=_why(error, port), hint=hint) from None
    return found


def reset_at_close(channel: socket.socket) -> None:
    """Let the other side see an error when a connection is closed, not an orderly end."""
    channel.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _why(error: OSError, port: int) -> str:
    """Return why a port cannot be taken."""
    if error.errno == errno.EADDRINUSE:
        found = listener_of(port)
        who = "another process" if found is None else f"process {found.pid} ({found.command[:80]})"
        return f"{who} listens on port {port}"
    if error.errno == errno.EACCES:
        return "ports below 1024 are for root and processes with CAP_NET_BIND_SERVICE"
    if error.errno == errno.EADDRNOTAVAIL:
        return "this host has no such address"
    return ""


def listen_in(directory: str, name: str) -> tuple[socket.socket, str]:
    """Return a socket that listens on a path of its own in a directory, and the path.

    Several processes may listen in one directory. Paths that one which was killed has left go.
    """
    path = f"{directory}/{name}.{os.urandom(4).hex()}.socket"
    try:
        _remove_left(directory, name)
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        found.bind(path)
        os.chmod(path, 0o600)
        found.listen(BACKLOG)
    except OSError as error:
        raise InputError(f"cannot listen on {path}: {reason(error)}") from None
    return found, path


def listen_on_path(path: str, backlog: int = BACKLOG) -> socket.socket:
    """Return a socket that listens on a path; what was there is replaced. Raises OSError.

    The path appears when the socket listens, so nobody who waits for it is refused.
    """
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), path)
    draft = f"{os.path.dirname(path)}/.new"  # no longer than the path
    _unlink(draft)
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        found.bind(draft)
        os.chmod(draft, 0o700)
        found.listen(backlog)
        os.rename(draft, path)
    except OSError:
        found.close()
        raise
    return found


def _remove_left(directory: str, name: str) -> None:
    """Remove the paths of sockets that nobody listens on any more."""
    for each in os.listdir(directory):
        if each.startswith(f"{name}.") and each.endswith(".socket"):
            path = f"{directory}/{each}"
            try:
                if time.time() - os.lstat(path).st_mtime > LEFT_SECONDS:  # else it may just begin
                    connect_to_path(path).close()
            except ConnectionRefusedError:
                _unlink(path)
            except FileNotFoundError:
                continue


def stop_listening(listening: socket.socket, path: str) -> None:
    """Close a socket, and remove its path."""
    listening.close()
    _unlink(path)


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def connect_to_path(path: str) -> socket.socket:
    """Connect to a socket on a path."""
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        found.connect(path)
    except OSError:
        found.close()
        raise
    return found


def receive(channel: socket.socket) -> tuple[bytes, bytes] | None:
    """Return the header and the bytes of the next frame; None when the other side has gone."""
    start = _exactly(channel, LENGTHS.size)
    if start is None:
        return None
    header_size, size = LENGTHS.unpack(start)
    header, content = _exactly(channel, header_size), _exactly(channel, size)
    return None if header is None or content is None else (header, content)


def send(channel: socket.socket, header: bytes, content: bytes = b"") -> None:
    """Send a frame."""
    channel.sendall(b"".join((LENGTHS.pack(len(header), len(content)), header, content)))


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    pieces: list[bytes] = []
    while size:
        piece = channel.recv(min(size, 1 << 20))
        if not piece:
            return None
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)
