"""dig(data, keys...): return the value at a path through arrays and hashes."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.objects.value import PuppetObject


class DigError(EvaluationError):
    """A path leads into a value that is neither an array nor a hash."""

    def __init__(
        self, message: str, issue: str, path: list[object], what: str, value: object
    ) -> None:
        super().__init__(message)
        self._issue = issue
        self._details = {"walked_path": path, what: value}

    def data(self) -> PuppetObject:
        """Return the error as a value of type Error."""
        from duckrow.puppet.types.objects.builtin import ERROR
        from duckrow.puppet.types.objects.value import PuppetObject

        return PuppetObject(
            ERROR,
            {
                "msg": self.message,
                "kind": "SLICE_ERROR",
                "details": self._details,
                "issue_code": self._issue,
            },
        )


def _dig(_scope: Scope, data: object, *path: object) -> object:
    for walked, key in enumerate(path):
        if data is None or key is None:
            return None
        if data.__class__ is dict:
            data = data.get(to_key(key))
        elif data.__class__ is not list:
            raise _no_collection(list(path[:walked]), data)
        elif key.__class__ is not int:
            raise _no_index(list(path[: walked + 1]), key)
        else:
            data = data[key] if -len(data) <= key < len(data) else None
    return data


def _no_collection(path: list[object], found: object) -> DigError:
    from duckrow.puppet.functions.helpers.ruby_text import inspect
    from duckrow.puppet.types.infer import infer
    from duckrow.puppet.types.type_text import type_to_text

    type_ = infer(found)
    return DigError(
        f"The given data does not contain a Collection at {inspect(path)}, "
        f"got '{type_to_text(type_)}'",
        "EXPECTED_COLLECTION",
        path,
        "value_type",
        type_,
    )


def _no_index(path: list[object], key: object) -> DigError:
    from duckrow.puppet.functions.helpers.ruby_text import inspect
    from duckrow.puppet.types.infer import infer
    from duckrow.puppet.types.type_text import type_to_text

    type_ = infer(key)
    return DigError(
        f"The given data requires an Integer index at {inspect(path)}, got '{type_to_text(type_)}'",
        "EXPECTED_INTEGER_INDEX",
        path,
        "index_type",
        type_,
    )


DIG = Function("dig", Form("Optional[Collection] data", "Any arg*", run=_dig))
