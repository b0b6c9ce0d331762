"""HTTPS with a certificate of our own, to a server that rejects it."""

from __future__ import annotations

import ssl
import time
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("cryptography")

from tests.unit.puppet.agent.lab import Lab

from duckrow.machine.sockets import listen
from duckrow.machine.web.request import Request
from duckrow.machine.web.session import Session, Tls


def test_the_reason_of_a_server_is_read_if_sending_fails_first(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ssl_files = lab.root / "server_ssl"
    context.load_cert_chain(
        ssl_files / "certs/puppet.lab.pem", ssl_files / "private_keys/puppet.lab.pem"
    )
    context.load_verify_locations(lab.root / "ca/ca_crt.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    listening = listen("127.0.0.1", 0)

    def reject() -> None:
        channel, _ = listening.accept()
        tls = context.wrap_socket(channel, server_side=True, do_handshake_on_connect=False)
        with pytest.raises(ssl.SSLError):
            tls.do_handshake()
        time.sleep(0.3)  # the client sends, and nobody reads it
        tls.close()

    server = Thread(target=reject)
    server.start()
    session = Session(Tls(), read_seconds=20)
    url = f"https://127.0.0.1:{listening.getsockname()[1]}/"
    with pytest.raises(ssl.SSLError, match=r"(?i)certificate.required"):
        session.ask(Request(url, "POST", body=b"x" * (32 << 20)))
    server.join()
    session.close()
    listening.close()
