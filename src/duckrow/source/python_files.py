"""Python files that modules bring: functions, resource types, providers and facts.

An exception that leaves the code of such a file is an error in that file, not a fault in duckrow.
A mark in the globals of a file identifies its frames in a traceback.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MARK = "__duckrow_file__"
# The marks of other code that users write, and of this: the innermost one has the error.
_MARKS = (MARK, "__manifest__", "__ruby__")


def run_file(text: bytes, file: str, name: str) -> dict[str, Any]:
    """Run the text of a file and return the names that it defines; `name` is its `__name__`."""
    names: dict[str, Any] = {"__name__": name, "__file__": file, MARK: True}
    exec(compile(text, file, "exec", dont_inherit=True), names)
    return names


def text_of_error(error: BaseException, owner: object = None) -> str:
    """Return the message about an exception of a Python file of a module; "" if it is of duckrow.

    `owner` is the object whose method was called: its class may be defined in such a file and
    return a value that duckrow cannot use.
    """
    file, line = _location(error)
    if file is None:
        file = _file_of(type(owner))
    if file is None:
        return ""
    where = f"file: {file}" if line is None else f"file: {file}, line: {line}"
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {what} ({where})"


def raise_exit_of_others(error: BaseException) -> None:
    """Raise SystemExit again unless a Python file of a module raised it: a signal may have."""
    if not isinstance(error, SystemExit):
        return
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or MARK not in trace.tb_frame.f_globals:
        raise error


def _location(error: BaseException) -> tuple[str | None, int | None]:
    """Return file and line of the innermost code that users write, if that is in such a file."""
    innermost = None
    trace = error.__traceback__
    is_loading = False
    while trace is not None:
        names = trace.tb_frame.f_globals
        is_loading = names is globals()
        if any(mark in names for mark in _MARKS):
            innermost = trace
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and is_loading:
        return error.filename, error.lineno
    if innermost is None or MARK not in innermost.tb_frame.f_globals:
        return None, None
    return innermost.tb_frame.f_code.co_filename, innermost.tb_lineno


def _file_of(class_: type) -> str | None:
    """Return the Python file of a module that defines a class, or None."""
    for each in class_.__mro__:
        for value in vars(each).values():
            names = getattr(value, "__globals__", {})
            if MARK in names:
                return str(names["__file__"])
    return None
