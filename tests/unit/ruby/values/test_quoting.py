from __future__ import annotations

import pytest

from duckrow.ruby.values.quoting import dump_text, inspect_bytes, inspect_text


@pytest.mark.parametrize(
    ("text", "inspected", "dumped"),
    [
        ("plain", '"plain"', '"plain"'),
        ('a"b\\c', r'"a\"b\\c"', r'"a\"b\\c"'),
        ("#{x} #$x #@x # x #", r'"\#{x} \#$x \#@x # x #"', r'"\#{x} \#$x \#@x # x #"'),
        ("\n\t\r\f\v\b\a\x1b", r'"\n\t\r\f\v\b\a\e"', r'"\n\t\r\f\v\b\a\e"'),
        ("\0\x01\x7f", r'"\u0000\u0001\u007F"', r'"\x00\x01\x7F"'),
        ("é\u0080", r'"é\u0080"', r'"\u00E9\u0080"'),
        ("\u2028😀\U0010ffff", r'"\u2028😀\u{10FFFF}"', r'"\u2028\u{1F600}\u{10FFFF}"'),
    ],
)
def test_text_is_quoted_as_ruby_quotes_it(text: str, inspected: str, dumped: str) -> None:
    assert inspect_text(text) == inspected
    assert dump_text(text) == dumped


def test_bytes_are_quoted_by_number() -> None:
    assert inspect_bytes(b'a"\xff\xc3\xa9\n\0') == r'"a\"\xFF\xC3\xA9\n\x00"'
