"""What an authority may do by itself, and for how long its certificates are valid."""

from __future__ import annotations

DAY = 86_400
YEAR = 365 * DAY
LONGEST_TTL = 50 * YEAR
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": DAY, "y": YEAR}


def seconds_in(text: str) -> int | None:
    """Return the seconds of a time such as 3600, 90d or 5y; None if it is not a time."""
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "s")
    is_number = number.isascii() and number.isdigit() and len(number) < 12
    return int(number) * _UNITS[unit] if is_number else None


def autosign_in(text: str) -> bool | str:
    """Return the setting autosign: true, false, or a path."""
    return {"true": True, "false": False}.get(text, text)


class Rules:
    """The settings of an authority, under the names of ca.conf and puppet.conf; times in seconds.

    `autosign` is True, False, or the path of a list of names or of a policy program.
    """

    __slots__ = (
        "allow_authorization_extensions",
        "allow_auto_renewal",
        "allow_duplicate_certs",
        "allow_subject_alt_names",
        "auto_renewal_cert_ttl",
        "autosign",
        "autosign_timeout",
        "ca_ttl",
    )

    def __init__(
        self,
        *,
        autosign: bool | str = False,
        autosign_timeout: float = 30.0,
        allow_duplicate_certs: bool = False,
        allow_subject_alt_names: bool = False,
        allow_authorization_extensions: bool = False,
        ca_ttl: int = 5 * YEAR,
        allow_auto_renewal: bool = False,
        auto_renewal_cert_ttl: int = 90 * DAY,
    ) -> None:
        self.autosign = autosign
        self.autosign_timeout = autosign_timeout
        self.allow_duplicate_certs = allow_duplicate_certs
        self.allow_subject_alt_names = allow_subject_alt_names
        self.allow_authorization_extensions = allow_authorization_extensions
        self.ca_ttl = ca_ttl
        self.allow_auto_renewal = allow_auto_renewal
        self.auto_renewal_cert_ttl = auto_renewal_cert_ttl
