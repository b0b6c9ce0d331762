"""The errors of the certificate authority."""

from __future__ import annotations

from duckrow.source.errors import InputError


class RejectedRequestError(InputError):
    """A certificate request that the authority does not accept or does not sign."""


class NotFoundError(InputError):
    """A certificate or a request that does not exist."""
