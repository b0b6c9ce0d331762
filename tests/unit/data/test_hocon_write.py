"""HOCON that is written is read back as the same value."""

from __future__ import annotations

from duckrow.data.hocon import load
from duckrow.data.hocon_write import hocon_text


def test_what_is_written_is_read_back() -> None:
    value: dict[str, object] = {
        "10": 1,
        "9": [],
        "a b": {"c.d": 'say "quack"\n\x01', "empty": {}},
        "list": [1, 2.5, None, {"x": True, "y": [False]}],
        "word": "duck",
        "-": "7",
    }
    text = hocon_text(value)
    assert load(text.encode(), "x.conf") == value
    assert text.splitlines()[:3] == ['"9"=[]', '"10"=1', '"-"="7"']
    assert "word=duck\n" in text


def test_an_empty_hash() -> None:
    assert hocon_text({}) == "{}\n"
