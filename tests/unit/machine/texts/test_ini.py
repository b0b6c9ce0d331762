"""Files of sections keep what nobody changes."""

from __future__ import annotations

import pytest

from duckrow.machine.texts.ini import IniError, IniText, Section

TEXT = b"""# head \xff
[main]
cachedir = /x
; a comment
exclude = a
  b

[ odd ]rest
REM no setting
key=value = more"""


def test_reading() -> None:
    text = IniText(TEXT)
    assert text.content == TEXT
    assert [section.name for section in text.sections] == ["main", " odd "]
    main = text.find("main")
    assert main is not None
    assert main.settings() == {"cachedir": "/x", "exclude": "a\n  b"}
    odd = text.find(" odd ")
    assert odd is not None
    assert odd.get("key") == "value = more"


def test_changing() -> None:
    text = IniText(TEXT)
    main, odd = text.sections
    main.set("cachedir", "/y")
    main.set("exclude", None)
    main.set("none", None)
    odd.set("new", "1")
    section = Section("added")
    section.set("a", "b")
    text.add(section)
    assert text.content == (
        b"# head \xff\n[main]\ncachedir=/y\n; a comment\n\n[ odd ]rest\nREM no setting\n"
        b"key=value = more\nnew=1\n[added]\na=b\n"
    )


def test_a_value_cannot_begin_a_section() -> None:
    with pytest.raises(ValueError, match="one setting: a"):
        Section("x").set("a", "b\n[evil]")


@pytest.mark.parametrize("content", [b"key=value\n", b"[a]\nquack\n", b"[a]\n=x\n"])
def test_invalid_files(content: bytes) -> None:
    with pytest.raises(IniError):
        IniText(content)
