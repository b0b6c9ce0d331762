"""The lines of the module protocol."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.cfengine.functions.fakes import FakeContext

from duckrow.cfengine.functions.helpers.module_protocol import Module


class Hearing(FakeContext):
    """Records what a module sets."""

    state = None

    def __init__(self) -> None:
        super().__init__()
        self.classes_set: dict[str, tuple[str, ...]] = {}
        self.variables_set: dict[str, Any] = {}

    def set_class(self, name: str, scope: str, tags: tuple[str, ...]) -> None:
        assert scope == "namespace"
        self.classes_set[name] = tags

    def put(self, name: str, value: Any, kind: str = "string", tags: Any = ()) -> None:
        self.variables_set[name] = (kind, value, tags)


def apply_line(*lines: str) -> Hearing:
    context = Hearing()
    module = Module(context, '"/var/modules/my-module" argument')  # type: ignore[arg-type]
    for line in lines:
        module.apply_line(line, is_shown=True)
    return context


def test_classes_and_variables() -> None:
    found = apply_line("+one", "=a=b=c", "=arr[x]=y", "@l={ \"p\", 'q, r' }", '%d={ "x": [1.5] }')
    assert found.classes_set == {"one": ()}
    assert {name: value[:2] for name, value in found.variables_set.items()} == {
        "default:my_module.a": ("string", "b=c"),
        "default:my_module.arr[x]": ("string", "y"),
        "default:my_module.l": ("slist", ["p", "q, r"]),
        "default:my_module.d": ("data", {"x": [1.5]}),
    }


def test_context_and_tags() -> None:
    found = apply_line("^context=other", "^meta=x,y", "=a=1", "^context=not good", "=b=2", "+c")
    assert found.variables_set == {
        "default:other.a": ("string", "1", ("x", "y", "source=module")),
        "default:other.b": ("string", "2", ("x", "y", "source=module")),
    }
    assert found.classes_set == {"c": ("x", "y", "source=module")}
    assert any("unacceptable ^context directive" in line for line in found.log.lines)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{ one }", "Malformed string"),
        ("{ 'a' ", "Malformed string (unexpected end of input)"),
        ("{ 'a", "Malformed string (unexpected end of input)"),
        ("", "Malformed string (unexpected end of input)"),
        ("{ 'a' } x", "Malformed string (unexpected end of input)"),
        ("{ 'a' 'b' }", "Malformed string"),
    ],
)
def test_lists_that_are_none(text: str, complaint: str) -> None:
    found = apply_line(f"@l={text}")
    assert found.variables_set == {}
    assert f"error: Parsing error : {complaint}" in found.log.lines


def test_other_lines() -> None:
    found = apply_line("hello", "", "^what=1")
    assert "info: M '\"/var/modules/my-module\" argument': hello" in found.log.lines
    assert "info: Unknown extended module command '^what=1'" in found.log.lines


def test_long_lines() -> None:
    found = apply_line("+" + "x" * 2000, "=a=" + "y" * 5000)
    assert found.classes_set == {}
    assert found.variables_set == {}
