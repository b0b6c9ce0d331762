"""The generator of docs/performance.md."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from benchmarks import performance_page as page
from benchmarks import where
from benchmarks.rows import Row, check_names

from duckrow.machine.paths import exists
from duckrow.puppet.syntax import parse_source as parse
from duckrow.source.bounded_cache import Results
from duckrow.source.text import SourceText

BENCHMARKS = Path(page.__file__).parent
MANIFEST = "notice($a + 1)\n" * 500


def test_the_table_has_medians_and_spreads() -> None:
    found = {
        "one": [Row("one", 0.001, 0.02), Row("one", 0.002, 0.02), Row("one", 0.001, 0.03)],
        "alone": [Row("alone", 2.5, None, 600.4)],
    }
    text = page.table(found, [0.5], 3)
    assert "| one | 1 ms | 20 ms | 20 × | 10-30 |" in text
    assert "| alone | 2.5 s, 600 MB | | | |" in text
    assert "busy host" not in text
    assert "busy host" in page.table(found, [3.0], 3)


def test_only_the_table_is_replaced() -> None:
    text = "a\n<!-- puppet -->\nold\n<!-- end of puppet -->\nb\n"
    new = "a\n<!-- puppet -->\nnew\n<!-- end of puppet -->\nb\n"
    assert page.replaced(text, "puppet", "new") == new
    with pytest.raises(SystemExit, match="has no"):
        page.replaced(text, "cfengine", "new")


def test_every_part_has_its_place_in_the_page() -> None:
    text = page.PAGE.read_text()
    for part, names in page.PARTS.items():
        assert page.replaced(text, part, "x") != text
        assert all((BENCHMARKS / f"{name}.py").exists() for name in names)
    assert page.replaced(text, "where", "x") != text


def test_a_sample_counts_for_the_room_that_does_the_work() -> None:
    found: list[str] = []

    def note(*_: object) -> str:
        found.append(where.room(sys._getframe(1)))
        return ""

    Results(note, 1)["argument"]  # a module of the room source calls it
    re.sub("a", note, "a")  # nobody of duckrow does
    assert found == ["source", "other"]


def test_samples_do_not_favour_system_calls() -> None:
    def work() -> None:
        parse(SourceText(MANIFEST, "a.pp"))
        for _ in range(50):
            exists("/")

    counts = where.here(work, 2)
    assert counts["puppet/syntax"] > counts["machine"]


def test_rows_that_lack_the_original_are_named() -> None:
    text = page.PAGE.read_text()
    names = page.rows_of(text, "puppet")
    assert names["collectors"]
    assert not names["1,000,000 plain resources, whole command"]
    found = {name: [Row(name, 1.0, 2.0)] for name in names}
    assert page.missing(text, "puppet", found) == []
    found["collectors"] = [Row("collectors", 1.0, None)]
    del found["nested defines"]
    assert page.missing(text, "puppet", found) == ["nested defines", "collectors"]


def test_a_name_that_no_row_has_is_an_error() -> None:
    check_names(["coll"], ["collectors", "defines"])
    with pytest.raises(SystemExit, match="the rows are: collectors; defines"):
        check_names(["duck"], ["collectors", "defines"])
