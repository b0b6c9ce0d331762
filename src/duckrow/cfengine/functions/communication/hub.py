"""Functions that would ask a hub or another host, which this edition does not."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def hostswithclass(_context: Context, _arguments: list[str]) -> list[str]:
    """Fail: there is no hub to ask."""
    raise FunctionFailed("Host class counting is only available in CFEngine Enterprise")


def hubknowledge(context: Context, arguments: list[str]) -> str:
    """Return an empty string: there is no hub to ask."""
    if context.is_checking:
        return "<inaccessible remote scalar>"
    context.log.verbose(f"Accessing hub knowledge base for '{arguments[0]}'")
    return ""


def remoteclassesmatching(context: Context, _arguments: list[str]) -> bool | str:
    """Define nothing: another edition asks hosts."""
    return "remote_classes" if context.is_checking else True


def remotescalar(context: Context, _arguments: list[str]) -> str:
    """Return an empty string: another edition asks hosts."""
    return "<remote scalar>" if context.is_checking else ""
