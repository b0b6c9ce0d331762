"""The log functions: debug, info, notice, warning, err, alert, crit and emerg."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def log_function(level: str) -> Function:
    """Make the log function for a level."""

    def run(scope: Scope, *values: object) -> None:
        scope.build.log(level, " ".join(map(_text, values)), scope.label)

    return Function(level, Form("Any values*", run=run, returns="Undef"))


def _text(value: object) -> str:
    if type(value) is str:
        return value
    if type(value) is int and -(2**63) <= value < 2**63:
        return str(value)
    from duckrow.puppet.types.format.interpolated import interpolated

    return interpolated(value)


DEBUG = log_function("debug")
INFO = log_function("info")
NOTICE = log_function("notice")
WARNING = log_function("warning")
ERR = log_function("err")
ALERT = log_function("alert")
CRIT = log_function("crit")
EMERG = log_function("emerg")
