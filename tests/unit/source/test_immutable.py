"""No value can be changed once it is made."""

from __future__ import annotations

import copy
import pickle

import pytest

from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.ruby.uri.uri import URI
from duckrow.source.immutable import Immutable

FIELDS: list[tuple[Immutable, str]] = [
    (Binary(b"x"), "data"),
    (Deferred("f", [1]), "name"),
    (SemVer(1, 2, 3, "rc"), "major"),
    (SemVerRange.parse("1.x || 3.x"), "spans"),
    (Sensitive("x"), "_value"),
    (Timespan(5), "nanoseconds"),
    (Timestamp(5), "nanoseconds"),
    (URI.parse("ftp://u@h/a;type=i"), "host"),
]


@pytest.mark.parametrize(("value", "field"), FIELDS, ids=lambda item: type(item).__name__)
def test_a_field_is_neither_set_nor_removed(value: Immutable, field: str) -> None:
    with pytest.raises(AttributeError, match="values are fixed"):
        setattr(value, field, None)
    with pytest.raises(AttributeError, match="values are fixed"):
        delattr(value, field)
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize(("value", "field"), FIELDS, ids=lambda item: type(item).__name__)
def test_a_copy_is_the_value_itself(value: Immutable, field: str) -> None:
    assert copy.copy(value) is value
    assert copy.deepcopy([value])[0] is value


@pytest.mark.parametrize("value", [value for value, _ in FIELDS if type(value) is not Sensitive])
def test_pickling_gives_an_equal_value(value: Immutable) -> None:
    back = pickle.loads(pickle.dumps(value))
    assert back == value
    assert str(back) == str(value)
    assert hash(back) == hash(value)


def test_values_of_different_kinds_differ() -> None:
    values = [value for value, _ in FIELDS] + [DEFAULT]
    for i, value in enumerate(values):
        for other in values[i + 1 :]:
            assert value != other
