"""TLS for a server whose clients may show a certificate."""

from __future__ import annotations

import ssl
from _ssl import _test_decode_cert as _decode  # type: ignore[attr-defined]

_NO_CHECK_TIME = 0x200000  # X509_V_FLAG_NO_CHECK_TIME, which the module ssl has no name for
_DER = 2  # the number that the module _ssl has for the encoding
Connection = ssl.SSLObject
Context = ssl.SSLContext
TlsError = ssl.SSLError
UntrustedError = ssl.SSLCertVerificationError


def server_context(certificate: str, key: str, authorities: str) -> Context:
    """Return a context of paths of PEM files: TLS 1.2 and newer, a client certificate is optional.

    Neither CRLs nor times of certificates are checked here: asyncio closes a connection whose
    handshake fails without telling the client why. So the server compares serial numbers and times
    itself, for each request, and answers with a reason.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key, b"")  # a key with a password is an error
    context.verify_mode = ssl.CERT_OPTIONAL
    context.verify_flags |= _NO_CHECK_TIME
    context.load_verify_locations(authorities)
    # A connection that resumes another has no verified chain.
    context.options |= ssl.OP_NO_TICKET
    context.num_tickets = 0
    context.set_alpn_protocols(["http/1.1"])
    return context


def valid_until(path: str) -> float | None:
    """Return until when the certificate in a PEM file is valid, in seconds; None if unreadable.

    The library for certificates takes longer to import than all else that a run of an agent needs.
    """
    try:
        return ssl.cert_time_to_seconds(_decode(path)["notAfter"])
    except (OSError, ValueError, KeyError):
        return None


def verified_chain(connection: Connection) -> list[bytes]:
    """Return the certificates that a client was verified with, from its own to the root, as DER.

    There is only its own if the connection resumes an earlier one.
    """
    # Python has a public name for it from 3.13.
    chain = connection._sslobj.get_verified_chain()  # type: ignore[attr-defined]
    found = [each.public_bytes(_DER) for each in chain or ()]
    own = None if found else connection.getpeercert(True)
    return found if own is None else [own]
