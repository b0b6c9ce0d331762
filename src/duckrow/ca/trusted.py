"""The facts about a node that come from its certificate: the hash $trusted."""

from __future__ import annotations

from duckrow.ca.extensions import puppet_strings
from duckrow.ca.oids import NAME_OF
from duckrow.ca.signer import common_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from cryptography import x509


def trusted_of(
    certificate: x509.Certificate, names: Mapping[str, str] = NAME_OF
) -> dict[str, object]:
    """Return $trusted of a node that has proved that it holds the key of a certificate.

    An extension has its name, of the table or of the site, or else its object identifier.
    """
    certname = common_name(certificate)
    host, _, domain = certname.partition(".")
    return {
        "authenticated": "remote",
        "certname": certname,
        "extensions": {
            name: text for _, name, text in puppet_strings(certificate.extensions, names)
        },
        "hostname": host,
        "domain": domain or None,
        "external": {},
    }
