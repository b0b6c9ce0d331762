"""The errors of the certificate authority."""

from __future__ import annotations

from duckrow.source.errors import InputError

# The kinds of a rejected request; a server answers each with a status of its own.
DUPLICATE = "duplicate-cert"
MISMATCH = "hostname-mismatch"
NAME = "invalid-subject-name"
ALT_NAME = "invalid-alt-name"
EXTENSION = "disallowed-extension"
SIGNATURE = "invalid-signature"
KEY = "invalid-key"
UNREADABLE = "invalid-request"


class RejectedRequestError(InputError):
    """A certificate request that the authority does not accept or does not sign."""

    def __init__(self, kind: str, what: str, why: str = "", hint: str = "") -> None:
        super().__init__(what, why, hint)
        self.kind = kind


class NotFoundError(InputError):
    """A certificate or a request that does not exist."""
