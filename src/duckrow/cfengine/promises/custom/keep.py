"""Keeps a promise of a custom type: its module validates it, then evaluates it."""

from __future__ import annotations

from duckrow.cfengine.evaluation.messages.log import LEVELS
from duckrow.cfengine.evaluation.promises.expand import LAST_PASS
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.variables.strings import is_expandable, whole_reference
from duckrow.cfengine.functions.helpers.command_lines import command_directory
from duckrow.cfengine.promises.custom.module import Module, promised_level
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, SKIPPED
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.evaluation.variables.table import Variable
    from duckrow.cfengine.promises.custom.module import Response

# Attributes that the agent handles itself and does not send to the module.
_CLASSES_BODY = frozenset((
    "classes", "classes_name", "scope", "promise_repaired", "repair_failed", "repair_denied",
    "repair_timeout", "promise_kept", "cancel_repaired", "cancel_kept", "cancel_notkept",
    "kept_returncodes", "repaired_returncodes", "failed_returncodes", "persist_time",
    "timer_policy",
))  # fmt: skip
_CONDITIONS = frozenset(("if", "ifvarclass", "unless", "depends_on", "with", "meta"))
_ACTION = frozenset(("action", "action_name", "log_level"))
_UNTOLD = _CLASSES_BODY | _CONDITIONS | _ACTION
_NOT_CHECKED = _CLASSES_BODY | {"meta", "log_level", "unless"}


class _Modules(dict[str, "Module"]):
    """The running promise modules, by path."""


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Send the promise to the module of its type."""
    module = _module_of(context, promise)
    if module is None:
        return context.finish_promise(FAILED, promise, "nothing", "")
    is_valid = _is_resolved(context, promise, allows_lists=module.is_json)
    if not is_valid and context.pass_number == LAST_PASS:
        context.log.error(
            f"{promise.type} promise with promiser '{promise.promiser}' has "
            "unresolved/unexpanded variables"
        )
    lock = acquire(
        context, promise, f"{promise.promiser}-{module.path}-{module.interpreter or '(null)'}"
    )
    if lock is None:
        return SKIPPED
    try:
        if is_valid and _validate(context, promise, module):
            return _evaluate(context, promise, module)
        context.log.verbose(
            f"{promise.type} promise with promiser '{promise.promiser}' will be skipped because "
            "it failed validation"
        )
        return context.finish_promise(FAILED, promise, "nothing", "")
    finally:
        lock.release()


def _module_of(context: Context, promise: ExpandedPromise) -> Module | None:
    """Return the running module, or start it; None after an error."""
    block = context.policy.custom_types.get(promise.type)
    if block is None:
        context.log.error(f"Undefined promise type '{promise.type}'")
        return None
    given: dict[str, str] = {}
    for attribute in block.attributes:
        if isinstance(attribute.value, str):
            given[attribute.name] = context.expand(attribute.value)
    path, interpreter = given.get("path"), given.get("interpreter")
    if path is None:
        context.log.error(f"Custom promise type '{promise.type}' missing path")
        return None
    running = context.run_data.of(_Modules)
    module = running.get(path)
    if module is None:
        module = _start(context, interpreter, path)
        if module is not None:
            if not running:
                context.at_end.append(end_modules)
            running[path] = module
    elif module.interpreter != interpreter:
        context.log.error(
            f"Conflicting interpreter specifications for custom promise module '{path}' (started "
            f"with '{module.interpreter or '(null)'}' and '{interpreter or '(null)'}' requested "
            f"for promise '{promise.promiser}' of type '{promise.type}')"
        )
        return None
    return module


def _start(context: Context, interpreter: str | None, path: str) -> Module | None:
    log, commands = context.log, context.machine.commands
    if interpreter is not None and not _is_program(context, interpreter):
        log.error(f"Promise module interpreter '{interpreter}' is not an executable file")
        return None
    if interpreter is None and not _is_program(context, path):
        log.error(f"Promise module path '{path}' is not an executable file")
        return None
    if not _exists(context, path):
        log.error(f"Promise module '{path}' does not exist")
        return None
    argv = [path] if interpreter is None else [interpreter, path]
    log.verbose(f"Starting custom promise module '{path}' with command '{' '.join(argv)}'")
    try:
        dialogue = commands.talk(argv, command_directory(context))
    except OSError as error:
        log.error(f"Couldn't run '{argv[0]}'. (execv: {error.strerror})")
        return None
    module = Module(context, dialogue, interpreter, path)
    if module.exchange_headers():
        return module
    module.close()
    return None


def _is_program(context: Context, path: str) -> bool:
    return context.machine.commands.find(path if "/" in path else f"./{path}") is not None


def _exists(context: Context, path: str) -> bool:
    try:
        return context.machine.files_now.facts(path, follow=True) is not None
    except OSError:
        return False


def end_modules(context: Context) -> None:
    """Send all modules the request to terminate."""
    for module in context.run_data.take(_Modules).values():
        module.end()


def _is_resolved(context: Context, promise: ExpandedPromise, *, allows_lists: bool) -> bool:
    """Return whether all variables in the module's attributes are resolved."""
    if is_expandable(promise.promiser):
        return False
    for name, value in promise.attributes.items():
        if name in _NOT_CHECKED or _container(context, value) is not None:
            continue
        if isinstance(value, Call) or (not allows_lists and not isinstance(value, str)):
            return False
        if not _is_known(value.value if isinstance(value, Data) else value):
            return False
    return True


def _container(context: Context, value: Any) -> Variable | None:
    """Return the variable of an attribute @(name) if it is a data container."""
    name = whole_reference(value) if isinstance(value, str) else None
    found = None if name is None else context.variable(name)
    return found if found is not None and found.kind == "data" else None


def _is_known(value: Any) -> bool:
    if isinstance(value, str):
        return not (is_expandable(value) or value[:2] in ("@(", "@{"))
    if isinstance(value, dict):
        return all(_is_known(key) and _is_known(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(_is_known(each) for each in value)
    return not isinstance(value, Call)


def _only_warns(context: Context, promise: ExpandedPromise) -> bool:
    return context.options.is_trial or promise.only_warns


def _request(context: Context, promise: ExpandedPromise, operation: str) -> dict[str, Any]:
    level = context.log.level
    wanted = promised_level(promise.text("log_level"))
    if wanted is not None:
        level = min(level, LEVELS[wanted])
    level = max(level, LEVELS["error"])
    request: dict[str, Any] = {
        "operation": operation,
        "log_level": next(name for name, number in LEVELS.items() if number == level),
        "promise_type": promise.type,
        "promiser": promise.promiser,
        "line_number": promise.line,
        "filename": promise.file,
    }
    attributes: dict[str, Any] = {}
    for name, value in promise.attributes.items():
        if name not in _UNTOLD:
            held = value if isinstance(value, Data) else _container(context, value)
            attributes[name] = value if held is None else held.value
    if context.options.is_trial:
        attributes["action_policy"] = "warn"
    if attributes:
        request["attributes"] = attributes
    return request


def _validate(context: Context, promise: ExpandedPromise, module: Module) -> bool:
    log = context.log
    if _only_warns(context, promise) and not module.knows_action_policy:
        log.error(
            "Not making changes to the system, but the custom promise module "
            f"'{module.path}' doesn't support action_policy"
        )
        return False
    response = module.ask(
        _request(context, promise, "validate_promise"), promised_level(promise.text("log_level"))
    )
    if response is None:
        return False
    if response.result == "valid":
        return True
    where = f"with promiser '{promise.promiser}'"
    log.verbose(f"{promise.type} promise {where} failed validation ({promise.file}:{promise.line})")
    if not response.count("error", "critical"):
        log.write(
            "critical",
            f"Bug in promise module - No error(s) logged for invalid {promise.type} promise "
            f"{where} ({promise.file}:{promise.line})",
        )
    return False


def _evaluate(context: Context, promise: ExpandedPromise, module: Module) -> str:
    response = module.ask(
        _request(context, promise, "evaluate_promise"), promised_level(promise.text("log_level"))
    )
    if response is None:
        return FAILED
    classes = response.values.get("result_classes")
    for name in classes if isinstance(classes, list) else ():
        if isinstance(name, str):
            context.set_class(name, "bundle", ("source=promise-module",))
    only_warns = _only_warns(context, promise)
    if only_warns and response.count("info"):
        _log_module_bug(
            context,
            f"'info:' log messages reported for {_named(promise)} while making changes on the "
            "system disabled",
        )
    result = response.result
    subject = f"Promise with promiser '{promise.promiser}' was"
    by = f"by promise module '{module.path}'"
    if result == "kept":
        return context.finish_promise(NOOP, promise, "verbose", f"{subject} kept {by}")
    if result == "not_kept":
        context.finish_promise(FAILED, promise, "verbose", f"{subject} not kept {by}")
        _check_not_kept(context, promise, response, only_warns=only_warns)
        return FAILED
    if result == "repaired":
        context.finish_promise(REPAIRED, promise, "verbose", f"{subject} repaired {by}")
        _check_repaired(context, promise, response, only_warns=only_warns)
        return REPAIRED
    details = f"({promise.type} promise, promiser: '{promise.promiser}' module: '{module.path}')"
    if result is None:
        text = f"Promise module did not return a result for promise evaluation {details}"
    elif result == "error":
        text = f"An unexpected error occured in promise module {details}"
    else:
        text = f"Promise module returned unacceptable result: '{result}' {details}"
    return context.finish_promise(FAILED, promise, "error", text)


def _check_not_kept(
    context: Context, promise: ExpandedPromise, response: Response, *, only_warns: bool
) -> None:
    if only_warns:
        if not response.count("warning", "error", "critical"):
            _log_module_bug(
                context,
                f"Failed to log warnings for not kept {_named(promise)} while making changes on "
                "the system disabled",
            )
    elif not response.count("error", "critical"):
        _log_module_bug(context, f"Failed to log errors for not kept {_named(promise)}")


def _check_repaired(
    context: Context, promise: ExpandedPromise, response: Response, *, only_warns: bool
) -> None:
    if only_warns:
        _log_module_bug(
            context, f"{_named(promise)} repaired while making changes on the system disabled"
        )
    if not response.count("info"):
        _log_module_bug(
            context, f"Failed to log about changes made by a repaired {_named(promise)}"
        )


def _named(promise: ExpandedPromise) -> str:
    return (
        f"{promise.type} promise with promiser '{promise.promiser}' ({promise.file}:{promise.line})"
    )


def _log_module_bug(context: Context, text: str) -> None:
    context.log.write("critical", f"Bug in promise module - {text}")
