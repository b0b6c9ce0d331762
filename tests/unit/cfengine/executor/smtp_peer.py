"""A small SMTP server on loopback, which records what it is told."""

from __future__ import annotations

import socket
import threading


class SmtpPeer:
    """Accepts mails; a command that begins with `refused` gets the answer 550."""

    def __init__(self, refused: str = "") -> None:
        self.dialogs: list[str] = []
        self._refused = refused.encode()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                channel, _ = self._listening.accept()
            except OSError:
                return
            with channel:
                self._talk(channel)

    def _talk(self, channel: socket.socket) -> None:
        told: list[bytes] = []
        in_mail = False
        channel.sendall(b"220 pond\r\n")
        for line in channel.makefile("rb"):
            told.append(line)
            if in_mail and line != b".\r\n":
                continue
            answer = b"250 ok\r\n"
            if self._refused and line.startswith(self._refused):
                answer = b"550 no ducks here\r\n"
            elif line.startswith(b"DATA"):
                answer, in_mail = b"354 go on\r\n", True
            elif in_mail:
                in_mail = False
            channel.sendall(answer)
            if line.startswith(b"QUIT"):
                break
        self.dialogs.append(b"".join(told).decode())

    def close(self) -> None:
        """Stop, once or again; the dialogs are complete then."""
        if self._thread.is_alive():
            self._listening.shutdown(socket.SHUT_RDWR)
            self._thread.join(5)
            self._listening.close()
