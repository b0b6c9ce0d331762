"""ldapvalue(uri, dn, filter, record, scope, security): a value of a directory."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, _arguments: list[str]) -> str:
    """Fail: directories are for another edition."""
    raise FunctionFailed("LDAP support only available in CFEngine Enterprise")
