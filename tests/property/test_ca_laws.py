"""Laws of the certificate authority's files and names."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address

from hypothesis import given
from hypothesis import strategies as st

from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.extensions import string_in, string_to_der
from duckrow.ca.inventory import Entry, appended, entries_in, live_serials, serials_in
from duckrow.ca.names import alt_names_in, check_name, is_valid_name
from duckrow.ca.serial import next_free, serial_in, serial_text
from duckrow.source.errors import InputError

NAMES = st.from_regex(
    r"[a-z0-9_]([a-z0-9_-]{0,8}[a-z0-9_])?(\.[a-z0-9_]{1,8}){0,3}", fullmatch=True
)
SERIALS = st.integers(1, (1 << 159) - 1)
TIMES = st.datetimes(datetime(1970, 1, 2), datetime(9000, 1, 1)).map(
    lambda time: time.replace(microsecond=0, tzinfo=UTC)
)
ENTRIES = st.builds(Entry, SERIALS, TIMES, TIMES, NAMES)


def fields(entry: Entry) -> tuple[int, datetime, datetime, str]:
    return entry.serial, entry.not_before, entry.not_after, entry.name


@given(st.lists(ENTRIES))
def test_entries_that_are_appended_are_read_again(entries: list[Entry]) -> None:
    content = b""
    for each in entries:
        content = appended(content, each)
    assert [fields(each) for each in entries_in(content)] == [fields(each) for each in entries]


@given(st.lists(ENTRIES), NAMES)
def test_the_live_numbers_of_a_name_are_its_own(entries: list[Entry], name: str) -> None:
    content = b"".join(each.line().encode() for each in entries)
    now = datetime(2026, 11, 16, tzinfo=UTC)
    for asked in (name, *(each.name for each in entries)):
        expected = [each.serial for each in entries if each.name == asked and each.not_after > now]
        assert live_serials(content, asked, now) == expected
    assert serials_in(content) == {each.serial for each in entries}


@given(ENTRIES, ENTRIES, st.data())
def test_a_line_that_is_cut_does_not_harm_the_next(
    first: Entry, second: Entry, data: st.DataObject
) -> None:
    line = first.line().encode()
    cut = line[: data.draw(st.integers(0, len(line)))]
    found = list(entries_in(appended(cut, second)))
    assert fields(found[-1]) == fields(second)
    assert len(found) <= 2


@given(st.binary())
def test_no_inventory_raises(content: bytes) -> None:
    assert live_serials(content, "huey.lab", datetime.now(UTC)) is not None
    assert {each.serial for each in entries_in(content)} <= serials_in(content)


@given(SERIALS)
def test_a_serial_that_is_written_is_read_again(number: int) -> None:
    assert serial_in(serial_text(number).encode(), "serial") == number


@given(st.binary(max_size=60))
def test_a_serial_file_is_a_number_or_an_error(content: bytes) -> None:
    with suppress(InputError):
        assert serial_in(content, "serial") > 0


@given(SERIALS, st.sets(SERIALS))
def test_a_serial_is_never_used_twice(number: int, used: set[int]) -> None:
    assert next_free(number, used) not in used


@given(NAMES)
def test_names_of_hosts_are_valid(name: str) -> None:
    if len(name) <= 64:
        check_name(name, name)
        assert is_valid_name(name)


@given(st.text())
def test_a_valid_name_is_a_plain_file_name(name: str) -> None:
    try:
        check_name(name, name)
    except RejectedRequestError:
        assert not is_valid_name(name)
    else:
        assert is_valid_name(name)
        assert name.isascii()
        assert not set(name) & set("/\0*\\ \n")
        assert name not in ("", ".", "..")


@given(st.lists(NAMES | st.ip_addresses().map(lambda each: f"IP:{each}")))
def test_alternative_names_are_sorted_with_their_kind(names: list[str]) -> None:
    found = alt_names_in(", ".join(names))
    assert found == sorted(set(found))
    for each in found:
        kind, _, value = each.partition(":")
        assert kind == "DNS" or str(ip_address(value)) == value


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=400))
def test_a_string_that_is_encoded_is_read_again(text: str) -> None:
    assert string_in(string_to_der(text)) == text


@given(st.binary(max_size=300))
def test_any_bytes_of_an_extension_are_a_string(der: bytes) -> None:
    assert isinstance(string_in(der), str)
