"""The certificates and the key of an authority, read and compared with each other."""

from __future__ import annotations

from itertools import pairwise

from cryptography.exceptions import InvalidSignature

from duckrow.ca.crl import is_revoked
from duckrow.ca.directory import CERTIFICATES, KEY
from duckrow.ca.inventory import time_text
from duckrow.ca.pem import UNREADABLE, PrivateKey, certificates_in, key_in
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from cryptography import x509

    from duckrow.ca.directory import CaDirectory

    Crl = x509.CertificateRevocationList


class Signer:
    """The certificate that signs, its key, and all certificates of the bundle."""

    __slots__ = ("bundle", "certificate", "key")

    def __init__(self, bundle: Sequence[x509.Certificate], key: PrivateKey, path: str) -> None:
        """Find the certificate of a key. Raises InputError if there is none."""
        public = key.public_key()
        found = next((each for each in bundle if each.public_key() == public), None)
        if found is None:
            raise InputError(
                "Could not find certificate matching private key",
                why=f"no certificate in {path} has the public key of the private key",
                hint="give the key and the certificates of the same authority",
            )
        self.bundle = list(bundle)
        self.certificate = found
        self.key = key

    def check_can_sign(self, now: datetime) -> None:
        """Reject an authority that is not valid now: nobody would accept its signature."""
        for each in self.chain():
            if not each.not_valid_before_utc <= now <= each.not_valid_after_utc:
                raise InputError(
                    f"the CA certificate {common_name(each)} is not valid now",
                    why=f"it is valid from {time_text(each.not_valid_before_utc)}"
                    f" to {time_text(each.not_valid_after_utc)}",
                    hint="look at the clock of this host; duckrow ca renew --ca renews it",
                )

    def chain(self) -> list[x509.Certificate]:
        """Return the certificate that signs and its issuers up to the root, if they are known."""
        return chain_of(self.certificate, self.bundle)


def load_signer(directory: CaDirectory) -> Signer:
    """Read the certificates and the key of an authority."""
    directory.check_complete()
    path = directory.path_of(CERTIFICATES)
    bundle = certificates_in(directory.read(CERTIFICATES), path)
    return Signer(bundle, key_in(directory.read(KEY), directory.path_of(KEY)), path)


def chain_of(
    certificate: x509.Certificate, bundle: Sequence[x509.Certificate]
) -> list[x509.Certificate]:
    """Return a certificate and its issuers up to the root, if they are in the bundle.

    It ends on authorities that have signed each other, too.
    """
    found = [certificate]
    while found[-1].issuer != found[-1].subject:
        above = issuer_of(found[-1], bundle)
        if above is None or above in found:
            break
        found.append(above)
    return found


def issuer_of(
    certificate: x509.Certificate, bundle: Sequence[x509.Certificate]
) -> x509.Certificate | None:
    """Return the certificate that signed another one, or None if it is not in the bundle."""
    return next((each for each in bundle if has_signed(each, certificate)), None)


def has_signed(issuer: x509.Certificate, certificate: x509.Certificate) -> bool:
    """Return whether the key of one certificate has signed another one."""
    try:
        certificate.verify_directly_issued_by(issuer)
    except (InvalidSignature, *UNREADABLE):
        return False
    return True


def common_name(certificate: x509.Certificate | Crl) -> str:
    """Return the common name of a certificate, or of the issuer of a revocation list."""
    name = certificate.issuer if hasattr(certificate, "next_update_utc") else certificate.subject
    for attribute in name:
        if attribute.oid.dotted_string == "2.5.4.3":
            return str(attribute.value)
    return name.rfc4514_string()


def crl_of(issuer: x509.Certificate, crls: Sequence[Crl]) -> Crl | None:
    """Return the revocation list that an authority has signed, the newest if there are several."""
    found = [each for each in crls if each.issuer == issuer.subject]
    public = issuer.public_key()
    own = [each for each in found if each.is_signature_valid(public)]  # type: ignore[arg-type]
    return max(own, key=lambda each: each.last_update_utc, default=None)


def check_chain(signer: Signer, crls: Sequence[Crl], now: datetime) -> None:
    """Reject an authority whose chain has no root, or an issuer without a valid revocation list."""
    chain = signer.chain()
    if chain[-1].issuer != chain[-1].subject:
        raise _invalid(f"the certificate of its issuer {chain[-1].issuer.rfc4514_string()} lacks")
    signer.check_can_sign(now)
    for certificate, issuer in pairwise(chain):
        crl = crl_of(issuer, crls)
        if crl is None:
            raise _invalid(f"the CRL of {common_name(issuer)} lacks")
        if crl.next_update_utc is not None and crl.next_update_utc < now:
            raise _invalid(f"the CRL of {common_name(issuer)} has expired")
        if is_revoked(crl, certificate.serial_number):
            raise _invalid(f"{common_name(issuer)} has revoked {common_name(certificate)}")


def _invalid(why: str) -> InputError:
    return InputError(
        "Leaf certificate could not be validated",
        why=why,
        hint="give the certificates and CRLs of all authorities up to the root",
    )
