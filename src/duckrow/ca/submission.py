"""A node submits a request: it is checked and stored, and signed if autosign says so."""

from __future__ import annotations

from duckrow.ca.autosign import decide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cryptography import x509

    from duckrow.ca.authority import Authority


def submit(authority: Authority, name: str, content: bytes) -> x509.Certificate | None:
    """Store a request and return the certificate, or None if an operator has to sign it.

    Raises RejectedRequestError; a request that is stored and then not signed stays.
    """
    request = authority.receive(name, content)
    decision = decide(authority.rules, name, request.to_pem())
    # The authority may still reject what autosign accepts; it logs what it signs.
    verb = "accepts" if decision.is_signed else "does not sign"
    authority.log(decision.level, f"autosign {verb} {name}: {decision.reason}")
    return authority.sign(name, judged=request) if decision.is_signed else None
