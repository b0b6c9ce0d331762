"""Call functions: expand the arguments, then call.

A call whose arguments are unknown, or that fails, returns the call itself; the promise stays
unresolved and a later pass tries again.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.strings import is_expandable
from duckrow.cfengine.policy.check_calls import check_arguments
from duckrow.cfengine.policy.references import has_variables
from duckrow.cfengine.policy.tables.functions import SIGNATURES
from duckrow.cfengine.values.outcomes import Aborted, FunctionFailed
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


_OF_MAPPING = (
    "$(this)", "${this}", "$(this.k)", "${this.k}", "$(this.v)", "${this.v}",
    "$(this.k[1])", "${this.k[1]}",
)  # fmt: skip


def signature(name: str) -> Any:
    """Return the signature of a function, or None if there is no such function."""
    return SIGNATURES.get(name)


def call_function(context: Context, call: Call) -> Any:
    """Return the result of a function, or the call itself if it has none yet."""
    known = SIGNATURES.get(call.name)
    if known is None:
        promise = context.promise
        where = (
            "context info unavailable"
            if promise is None
            else f"in promise '{promise.file}' near line {promise.line}"
        )
        context.log.error(f"No such FnCall '{call.name}' {where}")
        return call
    if not context.options.calls_functions:
        return call
    if context.options.is_simulating and known.is_unsafe and not _is_safe(context):
        context.log.warning(f"Not calling unsafe function '{call.name}' in simulate mode")
        return call
    if known.is_delayed:
        arguments: list[Any] | None = list(call.arguments)
    else:
        _check_count(context, call, known)
        arguments = evaluate_arguments(context, call, is_collecting=known.is_collecting)
        if arguments is None:
            return call
        # Check the arguments before variables are expanded, as the reference does.
        if not call.is_checked:
            _check_written(context, call, known)
        _check_filled(context, call, known, arguments)
    key = None
    if known.is_cached and context.options.caches_functions and not _is_immediate(context):
        key = (call.name, repr(arguments))
        if key in context.cached_calls:
            return context.cached_calls[key]
    assert context.find_function is not None
    assert arguments is not None
    try:
        answer = context.find_function(call.name)(context, arguments)
    except FunctionFailed as failure:
        if failure.message:
            context.log.write(failure.level, failure.message)
        return call
    if answer is True:
        answer = "any"
    elif answer is False:
        answer = "!any"
    if key is not None:
        context.cached_calls[key] = answer
    return answer


def evaluate_arguments(
    context: Context, call: Call, *, is_collecting: bool = False
) -> list[Any] | None:
    """Expand all arguments; return None if one of them is still unknown."""
    out: list[Any] = []
    is_known = True
    namespace = context.namespace
    for argument in call.arguments:
        value: Any = argument
        if isinstance(value, Call):
            value = context.call(value)
            if isinstance(value, Call):
                # The arguments after it are expanded too: they may log messages.
                is_known = False
                continue
            if isinstance(value, list):
                if is_collecting:
                    out.append(Data(value))
                else:
                    out += value
                    is_known = is_known and not any(
                        "$" in each and _is_unknown(each) for each in value
                    )
                continue
            if isinstance(value, Data) and not is_collecting:
                continue  # the reference drops it too
        elif isinstance(value, str):
            if "$" in value:
                value = context.expand(value, namespace)
        elif isinstance(value, tuple | list):
            value = context.evaluate(value)
        if isinstance(value, str) and "$" in value and _is_unknown(value):
            if call.name == "ifelse" and len(call.arguments) == 3:
                out.append(value)
                continue
            is_known = False
        out.append(value)
    return out if is_known else None


def _is_unknown(text: str) -> bool:
    """Return whether a string has an unknown variable, apart from those that mapping functions set.

    $(/bin/date) is not a variable but text for a shell.
    """
    return (
        is_expandable(text)
        and has_variables(text)
        and not any(name in text for name in _OF_MAPPING)
    )


def _check_count(context: Context, call: Call, known: Any) -> None:
    """Check the number of arguments in the source text."""
    count = len(call.arguments)
    if known.is_variadic or count == len(known.parameters):
        return
    context.log.error(
        f"Arguments to function '{call.name}' do not tally. Expected {len(known.parameters)} "
        f"not {count}"
    )
    if context.promise is not None:
        from duckrow.cfengine.evaluation.promises.location import log_location

        log_location(context, context.promise)
    raise Aborted


def _check_written(context: Context, call: Call, known: Any) -> None:
    """Check the arguments in the source text; one check is enough if it logs nothing."""
    line_count = context.log.line_count
    error = check_arguments(known, call.arguments, context.log.write)
    if error is not None:
        raise Aborted(f"In function '{call.name}', error in variable '{error[0]}', '{error[1]}'")
    call.is_checked = context.log.line_count == line_count


def _check_filled(context: Context, call: Call, known: Any, arguments: list[Any]) -> None:
    """Check the number of arguments after nested calls returned lists or data."""
    if known.is_variadic or len(arguments) == len(known.parameters):
        return
    words = [str(each).replace('"', '\\"') for each in arguments]
    shown = ",".join(f'"{word}"' for word in words)
    context.log.error(f"Argument template mismatch handling function {call.name}( {{{shown}}})")
    first = words[0] if words else "?"
    for number, (_, range_) in enumerate(known.parameters):
        context.log.error(f"  arg[{number}] range {range_}\t {first} ")
    raise Aborted("Bad arguments")


def _is_safe(context: Context) -> bool:
    """Return whether the calling promise declares this call safe for --simulate."""
    # The promise before expansion: its attributes may not be expanded yet.
    origin = None if context.frame is None else context.frame.origin
    meta = None if origin is None else origin.attribute("meta")
    return meta is not None and "simulate_safe" in meta.value


def _is_immediate(context: Context) -> bool:
    """Return whether the promise wants functions to be called each time."""
    promise = context.promise
    return promise is not None and promise.text("ifelapsed") == "0"
