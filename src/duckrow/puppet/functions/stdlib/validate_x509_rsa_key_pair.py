"""Refuse a certificate that an RSA key did not sign."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.functions.stdlib.signatures import (
    Unreadable,
    is_signed_by,
    read_certificate,
    read_key,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _validate(_scope: Scope, arguments: list[Any]) -> None:
    if len(arguments) != 2:
        raise EvaluationError(
            f"validate_x509_rsa_key_pair(): wrong number of arguments ({len(arguments)}; must be 2)"
        )
    for value in arguments:
        if type(value) is not str:
            raise EvaluationError(f"{inspect(value)} is not a string.")
    try:
        certificate = read_certificate(arguments[0])
    except Unreadable as wrong:
        raise EvaluationError(f"Not a valid x509 certificate: {wrong}") from None
    try:
        key = read_key(arguments[1])
    except Unreadable as wrong:
        raise EvaluationError(f"Not a valid RSA key: {wrong}") from None
    if not certificate.is_of_rsa:
        raise EvaluationError("wrong public key type")
    if not is_signed_by(certificate, key):
        raise EvaluationError("Certificate signature does not match supplied key")


FUNCTION = LegacyFunction("validate_x509_rsa_key_pair", _validate, is_statement=True)
