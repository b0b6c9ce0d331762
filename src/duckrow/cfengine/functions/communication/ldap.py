"""The LDAP functions, which fail: this edition has no LDAP."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def ldaparray(_context: Context, _arguments: list[str]) -> bool:
    """Fail: this edition has no LDAP."""
    raise FunctionFailed("LDAP support only available in CFEngine Enterprise")


def ldaplist(_context: Context, _arguments: list[str]) -> list[str]:
    """Fail: this edition has no LDAP."""
    raise FunctionFailed("LDAP support only available in CFEngine Enterprise")


def ldapvalue(_context: Context, _arguments: list[str]) -> str:
    """Fail: this edition has no LDAP."""
    raise FunctionFailed("LDAP support only available in CFEngine Enterprise")


def regldap(_context: Context, _arguments: list[str]) -> bool:
    """Fail: this edition has no LDAP."""
    raise FunctionFailed("LDAP support only available in CFEngine Enterprise")
