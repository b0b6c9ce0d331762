"""round(number): gives the nearest whole number, away from zero when two are as near."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _round(_scope: Scope, number: int | float) -> int:
    return int(number + 0.5) if number > 0 else int(number - 0.5)


FUNCTION = Function("round", Form("Numeric val", run=_round))
