"""Whatever text is given to be read, there comes a value or an InvalidValueError."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.puppet.values import numbers
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.ruby.uri.uri import PARTS, URI
from duckrow.ruby.values.errors import InvalidValueError

PIECES = (
    "0 1 7 9 12 2016 -09 -15 T : . .5 + - _ ~ ^ <= || x * e E 0x 0b v rc / // ? # @ [ ] [::1] % %2F"
    " %zz http: ftp: mailto: file: urn: UTC PST dst standard time $ :: = == A AAAA ; , é \ud800"
).split(" ")
texts = st.lists(st.sampled_from([*PIECES, " ", "\n", "\0", ";type="]), max_size=8).map("".join)
FLAGS = ["", "", "-", "_", "0", "^", "#", ":", "::", "3", "12", "E", "O"]
directives = st.builds(
    "%{}{}{}".format, *[st.sampled_from(FLAGS)] * 2, st.characters(codec="ascii")
)
formats = st.lists(directives | st.sampled_from(["-", ":", " ", "é", "%"]), max_size=5).map("".join)

READERS: dict[str, Callable[[str, str], Any]] = {
    "number": lambda text, _: numbers.read_number(text),
    "integer": lambda text, _: (numbers.read_integer(text), numbers.read_integer(text, 16)),
    "float": lambda text, _: numbers.read_float(text),
    "numeric": lambda text, _: numbers.read_numeric(text),
    "version": lambda text, _: str(SemVer.parse(text)),
    "range": lambda text, _: str(SemVerRange.parse(text)),
    "strict": lambda text, _: Binary.parse(text),
    "relaxed": lambda text, _: Binary.parse(text, "%b").relaxed_base64(),
    "urlsafe": lambda text, _: Binary.parse(text, "%u"),
    "bytes": lambda text, _: Binary.parse(text, "%r").form("s"),
    "timespan": lambda text, _: str(Timespan.parse(text)),
    "timespan format": Timespan.parse,
    "timespan written": lambda _, form: Timespan(-90_061_005_000_000).format(form),
    "timestamp": lambda text, _: str(Timestamp.parse(text)),
    "timestamp format": lambda text, form: Timestamp.parse(f"2016{text}", f"%Y{form}"),
    "timestamp written": lambda text, form: Timestamp(1).format(form, text),
    "zone": lambda text, _: Timestamp.parse("2016", "%Y", text),
    "uri": lambda text, _: str(URI.parse(text)),
    "built uri": lambda text, form: str(URI.build(dict.fromkeys(PARTS[:3], text) | {"path": form})),
    "merged uri": lambda text, _: str(URI.parse("http://u@h:1/a/b?q#f") + text),
    "deferred": lambda text, _: Deferred(text),
}


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=100, derandomize=True, database=None, deadline=None)
@given(text=texts | st.text(max_size=12), form=formats | st.text(max_size=8))
def test_a_value_or_an_error(name: str, text: str, form: str) -> None:
    with suppress(InvalidValueError):
        READERS[name](text, form)
