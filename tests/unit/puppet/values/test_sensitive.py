from __future__ import annotations

import copy
import logging
import pickle
import pprint
import traceback

import pytest

from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import to_key

SECRET = "hunter2"


@pytest.mark.parametrize("value", [SECRET, [SECRET], {"key": SECRET}, {to_key([SECRET]): 1}])
def test_no_text_shows_the_value(value: object) -> None:
    wrapped = Sensitive(value)
    nested = [wrapped, {"k": wrapped}, (wrapped,)]
    shown = [str(wrapped), repr(wrapped), f"{wrapped}", f"{wrapped!r:>40}", f"{nested}"]
    shown += ["%s %r" % (wrapped, wrapped), pprint.pformat(nested), ascii(wrapped)]  # noqa: UP031
    assert not any(SECRET in text for text in shown)
    assert str(wrapped) == "Sensitive [value redacted]"
    assert repr(wrapped) == "#<Sensitive [value redacted]>"
    assert f"{wrapped:>30}" == "    Sensitive [value redacted]"


def test_no_log_shows_the_value(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("test").error("got %s, %r", Sensitive(SECRET), {"a": Sensitive(SECRET)})
    assert "redacted" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    "use",
    [
        lambda value: value + 1,
        lambda value: value < value,
        len,
        int,
        lambda value: value.password,
        lambda value: value["a"],
        lambda value: setattr(value, "_value", "x"),
        pickle.dumps,
        lambda value: value.__getstate__(),
        lambda value: value.__reduce__(),
        list,
    ],
)
def test_no_error_shows_the_value(use: object) -> None:
    wrapped = Sensitive(SECRET)
    with pytest.raises((TypeError, AttributeError)) as caught:
        use(wrapped)  # type: ignore[operator]
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_a_failed_comparison_shows_no_value() -> None:
    left, right = [Sensitive(SECRET), 1], [Sensitive("other"), 1]
    with pytest.raises(AssertionError) as caught:
        assert left == right
    assert "redacted" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_pickling_is_rejected_in_any_protocol() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="not pickled"):
            pickle.dumps([Sensitive(SECRET)], protocol)
    assert copy.deepcopy(Sensitive(SECRET)).unwrap() == SECRET


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, 1),
        ("a", "a"),
        ([1, {"a": 2}], [1, {"a": 2}]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (None, None),
        (Sensitive(1), Sensitive(1)),
    ],
)
def test_equal_when_the_values_are_the_same(left: object, right: object) -> None:
    assert Sensitive(left) == Sensitive(right)
    assert hash(Sensitive(left)) == hash(Sensitive(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [(1, 1.0), (1, True), ("a", "A"), ("1", 1), ([1], [1.0]), ({"a": 1}, {"a": True}), (None, "")],
)
def test_different_when_kind_or_letters_differ(left: object, right: object) -> None:
    assert Sensitive(left) != Sensitive(right)


def test_never_equal_to_what_it_holds() -> None:
    assert Sensitive(SECRET) != SECRET
    assert {Sensitive(SECRET): 1}.get(SECRET) is None  # type: ignore[call-overload]
    assert Sensitive(Sensitive(1)) != Sensitive(1)
