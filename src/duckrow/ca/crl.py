"""Certificate revocation lists: make one, add certificates to it, renew it.

An expired list stops every agent. So a list is renewed when a third of its life is left, and it is
valid for five years.
"""

from __future__ import annotations

from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes

from duckrow.ca.certificates import EARLIER
from duckrow.ca.extensions import authority_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from duckrow.ca.pem import PrivateKey

    Crl = x509.CertificateRevocationList

LIFE = timedelta(days=5 * 365)


def make_crl(
    issuer: x509.Certificate,
    key: PrivateKey,
    now: datetime,
    old: Crl | None = None,
    *,
    added: Collection[int] = (),
    dropped: Collection[int] = (),
) -> Crl:
    """Return a list: that of an old one with some serial numbers added and others dropped."""
    now = now.replace(microsecond=0)
    revoked = [each for each in old or () if each.serial_number not in dropped]
    for serial in added:
        entry = x509.RevokedCertificateBuilder(serial, now)
        reason = x509.CRLReason(x509.ReasonFlags.key_compromise)
        revoked.append(entry.add_extension(reason, critical=False).build())
    number = x509.CRLNumber(0 if old is None else number_of(old) + 1)
    # Each call of add_revoked_certificate copies all that were added before.
    builder = x509.CertificateRevocationListBuilder(revoked_certificates=revoked)
    builder = builder.issuer_name(issuer.subject)
    builder = builder.last_update(now - EARLIER).next_update(now + LIFE)
    builder = builder.add_extension(authority_key(issuer), critical=False)
    return builder.add_extension(number, critical=False).sign(key, hashes.SHA256())


def number_of(crl: Crl) -> int:
    """Return the number of a list, which grows with each version of it."""
    try:
        return crl.extensions.get_extension_for_class(x509.CRLNumber).value.crl_number
    except x509.ExtensionNotFound:
        return 0


def is_due(crl: Crl, now: datetime) -> bool:
    """Return whether a list is to be renewed: it ends soon, or a clock was wrong when it was made.

    Agents reject a list that begins in the future as they reject one that has expired.
    """
    end, begin = crl.next_update_utc, crl.last_update_utc
    return end is None or begin > now or (end - now) * 3 < end - begin


def is_revoked(crl: Crl, serial: int) -> bool:
    return crl.get_revoked_certificate_by_serial_number(serial) is not None
