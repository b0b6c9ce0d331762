"""What keeps a condition of a promise from being true: classes, functions and variables.

The condition is a class expression, a function, or a list of both. The functions and(), or() and
not() are followed down to the classes in them; of any other function only the result is known.
"""

from __future__ import annotations

from duckrow.cfengine.explain.changes import mentioned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.explain.history import History
    from duckrow.cfengine.explain.record import StepRecord

# How the recorder joins the values of a list.
_LISTS = {"and": ").(", "or": ")|(", "xor": ")^("}
# What a function returns for true and false.
_RESULTS = {"any": True, "!any": False}


class Blame:
    """One thing that keeps a condition from being true.

    A class that should, or should not, be defined; or a function, as it is written, that should
    have another result; or a variable that the condition depends on.
    """

    __slots__ = ("kind", "should", "text", "variables")

    def __init__(self, kind: str, text: str, *, should: bool = True) -> None:
        self.kind = kind  # class, function or variable
        self.text = text
        self.should = should
        # Of a function: the variables in its arguments.
        self.variables: list[str] = []


def blamed(history: History, step: StepRecord) -> list[Blame]:
    """Return what keeps the condition of a skipped step from being true."""
    promise = step.promise
    word = step.cause
    if promise is not None and word == "expression":
        word = next((each for each in promise.conditions if step.why == f"its {each} is false"), "")
    parts = None if promise is None else promise.functions.get(word)
    if parts is not None and parts[0] == "{":
        found = list(_of_list(history, step, word, parts[1:]))
    elif parts is not None:
        wanted = word not in ("unless", "not")
        found = list(_of_function(history, step, parts, wanted=wanted, is_whole=True))
    else:
        found = list(_of_expression(history, step, step.about, wanted=word != "unless"))
    unique = {(each.kind, each.text, each.should): each for each in found}
    return list(unique.values())


def _of_expression(
    history: History, step: StepRecord, expression: str, *, wanted: bool
) -> Iterator[Blame]:
    if "$" in expression or "@" in expression:
        for name in mentioned(expression):
            yield Blame("variable", name)
        return
    for name, should in history.culprits(expression, step, wanted=wanted):
        yield Blame("class", name, should=should)


def _of_list(history: History, step: StepRecord, word: str, items: list[object]) -> Iterator[Blame]:
    """Return what keeps `and`, `or` or `xor` of a classes promise from being true."""
    if word not in _LISTS:
        return
    values = step.about[1:-1].split(_LISTS[word])
    if len(values) != len(items):
        yield from _of_expression(history, step, step.about, wanted=True)
        return
    for item, value in zip(items, values, strict=True):
        is_true = _RESULTS.get(value, history.is_true(value, step))
        if word != "xor" and is_true:
            continue
        if isinstance(item, list):
            yield from _of_function(history, step, item, wanted=not is_true, is_whole=False)
        else:
            yield from _of_expression(history, step, value, wanted=not is_true)


def _of_function(
    history: History, step: StepRecord, parts: list[object], *, wanted: bool, is_whole: bool
) -> Iterator[Blame]:
    """Return what keeps a function from having the wanted result.

    `is_whole` means that the function is the condition, so its text is known.
    """
    name, arguments = str(parts[0]), parts[1:]
    if name == "not" and len(arguments) == 1:
        yield from _of_argument(history, step, arguments[0], wanted=not wanted)
    elif name in ("and", "or"):
        for each in _deciding(history, step, name, arguments, wanted=wanted):
            yield from _of_argument(history, step, each, wanted=wanted)
    elif is_whole:
        for each in _variables(parts):
            yield Blame("variable", each)
    else:
        yield _function(written_part(parts), _variables(parts), wanted=wanted)


def _deciding(
    history: History, step: StepRecord, name: str, arguments: list[object], *, wanted: bool
) -> list[object]:
    """Return the arguments of and() or or() that make its result another than the wanted one."""
    if (name == "and") is not wanted:
        return arguments  # and() is true, or or() is false: all arguments are
    values = [truth_of(history, step, each) for each in arguments]
    pairs = list(zip(arguments, values, strict=True))
    sure = [each for each, value in pairs if value is not None and value is not wanted]
    return sure or [each for each, value in pairs if value is None]


def _of_argument(
    history: History, step: StepRecord, argument: object, *, wanted: bool
) -> Iterator[Blame]:
    if isinstance(argument, list):
        yield from _of_function(history, step, argument, wanted=wanted, is_whole=False)
    elif truth_of(history, step, argument) is None:
        yield _function(written_part(argument), mentioned(str(argument)), wanted=wanted)
    else:
        yield from _of_expression(history, step, str(argument), wanted=wanted)


def truth_of(history: History, step: StepRecord, part: object) -> bool | None:
    """Return whether a part of a condition was true; None if nobody knows."""
    if not isinstance(part, list):
        text = str(part)
        return None if "$" in text or "@" in text else history.is_true(text, step)
    name, values = part[0], [truth_of(history, step, each) for each in part[1:]]
    if name == "not" and values[0] is not None:
        return not values[0]
    if name in ("and", "or"):
        decisive: bool = name == "or"
        if decisive in values:
            return decisive
        return None if None in values else not decisive
    return None


def _function(text: str, variables: list[str], *, wanted: bool) -> Blame:
    found = Blame("function", text, should=wanted)
    found.variables = variables
    return found


def written_part(part: object) -> str:
    """Write a part of a value much like its source text."""
    if isinstance(part, list):
        return f"{part[0]}({', '.join(written_part(each) for each in part[1:])})"
    return f'"{part}"'


def _variables(part: object) -> list[str]:
    """Return the variables that a function is about."""
    names: dict[str, None] = {}
    if isinstance(part, list):
        for each in part[1:]:
            names.update(dict.fromkeys(_variables(each)))
        if part[0] == "isvariable" and len(part) == 2 and isinstance(part[1], str):
            names.setdefault(part[1])
    else:
        names.update(dict.fromkeys(mentioned(str(part))))
    return [name for name in names if "$" not in name]
