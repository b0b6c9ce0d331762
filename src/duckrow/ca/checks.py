"""The checks of a request before it is signed, in the reference's order and words."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec, rsa

from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.names import check_alt_name, check_name
from duckrow.ca.oids import AUTHORIZATION, CLI_AUTH, PRIVATE, REGISTERED, SUBJECT_ALT_NAME, is_below
from duckrow.ca.pem import CURVES, LARGEST_RSA, SMALLEST_RSA, UNREADABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.requests import Request
    from duckrow.ca.rules import Rules

_AGAIN = "Then restart the puppetserver and try signing this certificate again."
_CURVES = tuple(curve.name for curve in CURVES.values())


def check_request(request: Request, asked_name: str, rules: Rules) -> None:
    """Reject a request that must not be signed."""
    check_name(request.name, asked_name)
    _check_alt_names(request, rules)
    _check_authorization(request, rules)
    _check_extensions(request)
    _check_signature(request)
    _check_key(request)


def _check_alt_names(request: Request, rules: Rules) -> None:
    own = f"DNS:{request.name}"
    others = [each for each in request.alt_names if each != own]
    if not rules.allow_subject_alt_names and (others or len(request.alt_names) > 1):
        raise RejectedRequestError(
            f"CSR '{request.name}' contains extra subject alternative names "
            f"({', '.join(others)}), which are disallowed. "
            "To allow subject alternative names, set allow-subject-alt-names to true in your "
            f"ca.conf file. {_AGAIN}",
            hint="duckrow ca sign --allow-subject-alt-names",
        )
    for each in others:
        check_alt_name(each)


def _check_authorization(request: Request, rules: Rules) -> None:
    if rules.allow_authorization_extensions:
        return
    if any(is_below(each.oid.dotted_string, AUTHORIZATION) for each in request.extensions):
        raise RejectedRequestError(
            f"CSR '{request.name}' contains an authorization extension, which is disallowed. "
            "To allow authorization extensions, set allow-authorization-extensions to true in "
            f"your ca.conf file. {_AGAIN}",
            hint="duckrow ca sign --allow-authorization-extensions",
        )


def _check_extensions(request: Request) -> None:
    """Reject extensions that no request may have, such as those of an authority.

    Nobody may ask for pp_cli_auth: only `setup`, `import` and `generate` write it.
    """
    oids = [each.oid.dotted_string for each in request.extensions]
    bad = [oid for oid in oids if not _is_permitted(oid)]
    if bad:
        what = f"Found extensions that are not permitted: {', '.join(bad)}"
        raise RejectedRequestError(what)


def _is_permitted(oid: str) -> bool:
    if oid == CLI_AUTH:
        return False
    arcs = (REGISTERED, PRIVATE, AUTHORIZATION)
    return oid == SUBJECT_ALT_NAME or any(is_below(oid, arc) for arc in arcs)


def _check_signature(request: Request) -> None:
    try:
        is_valid = request.is_signed_by_its_key()
    except UNREADABLE:
        is_valid = False
    if not is_valid:
        what = "CSR contains a public key that does not correspond to the signing key"
        raise RejectedRequestError(what)


def _check_key(request: Request) -> None:
    """Reject weak and strange keys, which the reference signs."""
    key = request.csr.public_key()
    if isinstance(key, rsa.RSAPublicKey):
        if SMALLEST_RSA <= key.key_size <= LARGEST_RSA:
            return
        why = f"an RSA key has {SMALLEST_RSA} to {LARGEST_RSA} bits, not {key.key_size}"
    elif isinstance(key, ec.EllipticCurvePublicKey):
        if key.curve.name in _CURVES:
            return
        why = f"the curve is one of {', '.join(_CURVES)}, not {key.curve.name}"
    else:
        why = "the key is neither an RSA nor an EC key"
    what = f"CSR '{request.name}' contains a public key that is not acceptable"
    hint = "set keylength or named_curve in the agent's puppet.conf, and remove its old key"
    raise RejectedRequestError(what, why, hint)
