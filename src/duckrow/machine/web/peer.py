"""The certificate that a server shows, whoever issued it."""

from __future__ import annotations

SECONDS = 10.0


def certificate_of(host: str, port: int) -> bytes | None:
    """Return the certificate of a server in DER, or None if it cannot be had."""
    from socket import create_connection
    from ssl import CERT_NONE, PROTOCOL_TLS_CLIENT, SSLContext

    context = SSLContext(PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = CERT_NONE
    try:
        with (
            create_connection((host, port), SECONDS) as plain,
            context.wrap_socket(plain, server_hostname=host) as channel,
        ):
            return channel.getpeercert(binary_form=True)
    except OSError:
        return None
