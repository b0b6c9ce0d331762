"""Check the arguments of a function after variables are expanded."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cfengine.policy.tables.functions import Signature
    from duckrow.cfengine.values.numbers import LogMessage

_ANY_TEXT = ("", ".*")


def check_arguments(
    signature: Signature, arguments: Sequence[object], log_message: LogMessage
) -> tuple[str, str] | None:
    """Return the first invalid argument and the reason; only strings are checked."""
    for (type_, range_), argument in zip(signature.parameters, arguments, strict=False):
        if not isinstance(argument, str) or (type_ == "string" and range_ in _ANY_TEXT):
            continue
        from duckrow.cfengine.policy.check_value import check_value

        error = check_value(argument, type_, range_, "", log_message)
        if error is not None:
            return argument, error
    return None
