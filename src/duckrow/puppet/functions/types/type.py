"""type(value, detail): return the type of a value."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.infer import infer, infer_detailed, infer_generic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type


def _detailed(_scope: Scope, value: object, _method: str = "") -> Type:
    return infer_detailed(value)


def _reduced(_scope: Scope, value: object, _method: str) -> Type:
    return infer(value)


def _generalized(_scope: Scope, value: object, _method: str) -> Type:
    return infer_generic(value)


TYPE = Function(
    "type",
    Form("Any value", "Enum[detailed] inference_method?", run=_detailed),
    Form("Any value", "Enum[reduced] inference_method", run=_reduced),
    Form("Any value", "Enum[generalized] inference_method", run=_generalized),
)
