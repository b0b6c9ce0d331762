"""create_resources(type, hash, defaults): declare resources from titles and attributes."""

from __future__ import annotations

import sys

from duckrow.puppet.catalog.relationships import share
from duckrow.puppet.catalog.resource import NO_LINES, check_value
from duckrow.puppet.catalog.statements import EXPORTED, REGULAR, VIRTUAL, create
from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.functions.helpers.ruby_errors import kind_of, no_method
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.definition import FORWARD
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.location import MARK, Location
from duckrow.puppet.runtime.references import PLAIN
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from duckrow.puppet.runtime.scope import Scope

_STRING = frozenset((str,))
# The file name of code without a file.
_NO_FILE = "unknown"


def _create_resources(scope: Scope, arguments: list[object]) -> None:
    type_, instances, defaults = _checked(arguments)
    for name in FORWARD:
        targets = defaults.get(name)
        if isinstance(targets, list):
            # All resources declared here share one list.
            defaults = {**defaults, name: share(scope.build, targets)}
    marks = len(type_) - len(type_.lstrip("@"))
    form = (REGULAR, VIRTUAL, EXPORTED)[min(marks, 2)]
    type_name = type_[min(marks, 2) :].lower()
    file, line = _here()
    if type_name == "class" and form != REGULAR:
        raise EvaluationError(
            "Classes are not virtualizable",
            "class-not-virtualizable",
            location=Location(file, line),
        )
    has_colons = ":" in type_name
    for key, given in instances.items():
        if type(given) is not dict:
            raise EvaluationError(f"no implicit conversion of {kind_of(given)} into Hash")
        # A name with colons is never a native type, not even ::file.
        if has_colons and scope.build.loaders.find_define(type_name) is None:
            raise EvaluationError(
                f"Unknown resource type: '{type_name}'", missing=("resource type", type_name)
            )
        parameters = {**defaults, **given}
        if not _STRING.issuperset(map(type, parameters)):
            odd = next(name for name in parameters if type(name) is not str)
            raise no_method("intern", from_key(odd))
        if not PLAIN.issuperset(map(type, parameters.values())):
            check_value(parameters)
        if type(key) is str:
            create(scope, form, type_name, key, parameters, file, line, NO_LINES)
            continue
        title = from_key(key)
        for each in title if type(title) is list else [title]:
            text = _title(each, type_name)
            create(scope, form, type_name, text, dict(parameters), file, line, NO_LINES)
            if type(each) is not str:
                _keep_title(scope, type_name, text, each)


def _checked(arguments: list[object]) -> tuple[str, dict[object, object], dict[object, object]]:
    count = len(arguments)
    if count > 3:
        raise EvaluationError(
            f"create_resources(): wrong number of arguments ({count}; must be 2 or 3)"
        )
    type_, instances = arguments[:2]
    if type(instances) is not dict:
        raise EvaluationError("create_resources(): second argument must be a hash")
    defaults = arguments[2] if count == 3 else {}
    if type(defaults) is not dict:
        raise EvaluationError("create_resources(): third argument, if provided, must be a hash")
    if type(type_) is not str:
        raise no_method("sub", type_)
    return type_, instances, defaults


def _here() -> tuple[str, int | None]:
    """Return the file and line of the call."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and MARK not in frame.f_globals:
        frame = frame.f_back
    if frame is None:
        return _NO_FILE, None
    return frame.f_code.co_filename or _NO_FILE, frame.f_lineno


def _keep_title(scope: Scope, type_name: str, text: str, value: object) -> None:
    """Remember the value of a title that was not a string."""
    resource = scope.build.catalog.find(type_name.removeprefix("::"), text)
    scope.build.original_titles[resource] = value
    own_tags(resource).pop(text.lower(), None)


def _title(value: object, type_name: str) -> str:
    if value is None:
        raise EvaluationError(
            f"No title provided and :{type_name} is not a valid resource reference"
        )
    return to_text(value)


CREATE_RESOURCES = LegacyFunction(
    "create_resources", _create_resources, arity=-3, is_statement=True
)
