"""sprintf_hash(format, hash): format the values of a hash. Deprecated: use sprintf."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.stdlib.deprecation import DEPRECATION
from duckrow.puppet.functions.text.sprintf import format_values
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_WARNING = (
    "This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead"
)


def _sprintf_hash(scope: Scope, template: str, values: dict[object, object]) -> str:
    DEPRECATION(scope, "sprintf_hash", _WARNING)
    for key in values:
        if type(key) is not str:
            raise no_method("to_sym", from_key(key))
    return format_values(template, [values])


SPRINTF_HASH = Function("sprintf_hash", Form("String format", "Hash arguments", run=_sprintf_hash))
