from __future__ import annotations

from urllib.parse import quote, unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.server.http.exchange import Refusal
from duckrow.server.http.form import decoded, fields_of, path_of, twice_decoded


def test_fields_are_decoded() -> None:
    fields = fields_of(b"a=1&a=2&b+c=%C3%A4+x&d")
    assert fields == {"a": ["1", "2"], "b c": ["ä x"], "d": [""]}


@given(st.text())
def test_a_value_that_is_encoded_twice_comes_back(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    once = quote(text, safe="")
    fields = fields_of(f"facts={quote(once, safe='')}".encode())
    assert twice_decoded(fields["facts"][0]).decode() == text


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=200), max_size=4))
def test_long_values_take_the_fast_way_to_the_same_result(fields: dict[str, str]) -> None:
    clean = {
        key.encode("utf-8", "ignore").decode(): value.encode("utf-8", "ignore").decode() * 20
        for key, value in fields.items()
    }
    form = "&".join(f"{quote(k, safe='')}={quote(v, safe='')}" for k, v in clean.items() if k)
    assert fields_of(form.encode()) == {key: [value] for key, value in clean.items() if key}


@given(st.lists(st.sampled_from([*b"%=\r\n+ 23dDfFxX_", *b"\x00\xff"]), max_size=60).map(bytes))
def test_signs_that_are_no_escapes_stay(value: bytes) -> None:
    assert decoded(value) == unquote_to_bytes(value.replace(b"+", b" "))


def test_lower_case_escapes_are_decoded_too() -> None:
    assert fields_of(b"a=" + b"%7b%22" * 40) == {"a": ['{"' * 40]}


@pytest.mark.parametrize("form", [b"a=%ff", b"%fe=1"])
def test_bytes_that_are_no_text_are_refused(form: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        fields_of(form)
    assert refused.value.status == 400


def test_too_many_fields_are_refused() -> None:
    with pytest.raises(Refusal):
        fields_of(b"&".join(b"a=1" for _ in range(2000)))


def test_a_path_is_decoded() -> None:
    assert path_of("/puppet/v3/file_content/modules/a%20b/%C3%A4") == (
        "/puppet/v3/file_content/modules/a b/ä"
    )


@pytest.mark.parametrize(
    "path", ["/a/../b", "/a/%2e%2e/b", "/a/..", "/%2e./b", "a", "/a%00b", "/%ff", "*"]
)
def test_a_path_that_leads_astray_is_refused(path: str) -> None:
    with pytest.raises(Refusal) as refused:
        path_of(path)
    assert refused.value.status == 400
