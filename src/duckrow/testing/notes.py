"""What a test asked last, so that the report of its failure can say why.

pytest shows the two sides of a failed comparison. It does not know that one of them is an attribute
of a resource, nor why a catalog lacks an order. Catalogs note what they return; the plugin reads
the notes when a test fails, and forgets them when it ends.
"""

from __future__ import annotations

from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.explain.answer import Answer

_MOST = 50  # values that are remembered: a failed assertion is about one of the last


class Explained:
    """Something that has names, and says why one is there or not."""

    __slots__ = ()

    def about_name(self, name: str) -> str:
        """Return why a name is there or not."""
        raise NotImplementedError


class Verdict:
    """The answer to a question of yes or no. It is true for yes; its text has the reasons."""

    __slots__ = ("_notes", "answer", "is_yes")

    def __init__(self, notes: Notes, answer: Answer, *, is_yes: bool) -> None:
        self._notes = notes
        self.answer = answer
        self.is_yes = is_yes

    def __bool__(self) -> bool:
        self._notes.asked = str(self)
        return self.is_yes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, bool | Verdict) and bool(self) is bool(other)

    def __hash__(self) -> int:
        return hash(self.is_yes)

    def __str__(self) -> str:
        return answer_text(self.answer)

    def __repr__(self) -> str:
        return f"<{'yes' if self.is_yes else 'no'}: {self.answer.text}>"


class Notes:
    """The last answers and values of a running test."""

    __slots__ = ("_values", "asked")

    def __init__(self) -> None:
        self.asked = ""  # the text of the answer whose truth was asked last
        self._values: list[tuple[object, Callable[[], str]]] = []

    def add_value(self, value: object, explain: Callable[[], str]) -> None:
        """Note a value that a test got, and a function that says where it is from."""
        if len(self._values) == _MOST:
            del self._values[0]
        self._values.append((value, explain))

    def about(self, value: object) -> str:
        """Return where a value is from, or nothing if no test got this very object.

        None, true, false and numbers are the same objects everywhere: only the last value counts.
        """
        is_unique = not (value is None or isinstance(value, int))
        for known, explain in reversed(self._values if is_unique else self._values[-1:]):
            if known is value:
                return explain()
        return ""

    def about_comparison(self, operator: str, left: object, right: object) -> list[str]:
        """Return what a failed comparison does not show: a reason, or where a value is from."""
        if operator in ("in", "not in") and isinstance(right, Explained):
            return right.about_name(str(left)).splitlines()
        lines = (self.about(left) or self.about(right)).splitlines()
        if operator == "==":
            lines += _about_secrets(left, right)
        return lines

    def clear(self) -> None:
        """Forget everything: the next test begins."""
        self.asked = ""
        self._values.clear()


def _about_secrets(left: object, right: object) -> list[str]:
    """Say why values are not equal that a report does not show."""
    are_secret = [isinstance(each, Sensitive) for each in (left, right)]
    if all(are_secret):
        return ["The Sensitive values are different."]
    if any(are_secret):
        return ["A Sensitive value is equal to another one only: compare it with Sensitive(…)."]
    return []


def answer_text(answer: Answer) -> str:
    """Write an answer as `duckrow explain` prints it."""
    from duckrow.explain.formats import render

    return render(answer, "text").rstrip("\n")
