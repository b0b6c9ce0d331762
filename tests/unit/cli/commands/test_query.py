"""`duckrow query`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.store.damage import damage

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store that knows three nodes."""
    path = tmp_path_factory.mktemp("pond") / "pond.db"
    subprocess.run([sys.executable, ROOT / "examples/query/pond.py", path], check=True)
    return path


def duckrow(*words: str, given: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "duckrow", "query", *words],
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_an_answer_is_a_table(pond: Path) -> None:
    query = "nodes[certname, latest_report_status] { order by certname }"
    code, out, err = duckrow("--database", str(pond), query)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "certname   latest_report_status",
        "dewey.lab  failed",
        "huey.lab   changed",
        "louie.lab  unchanged",
    ]


def test_an_answer_is_json_or_a_sheet(pond: Path) -> None:
    query = 'facts[certname, value] { name = "os" and certname = "huey.lab" }'
    _, out, _ = duckrow("--database", str(pond), "--format", "csv", query)
    assert out == 'certname,value\nhuey.lab,"{""name"":""Debian""}"\n'
    _, out, _ = duckrow("--database", str(pond), "--json", "-", given=query)
    assert out.split() == '[ { "certname": "huey.lab", "value": { "name": "Debian" } } ]'.split()


def test_the_node_is_the_first_column_unless_the_query_says_otherwise(pond: Path) -> None:
    for query, first in (("nodes {}", "certname"), ("facts[name, certname] {}", "name")):
        _, out, _ = duckrow("--database", str(pond), query)
        assert out.split()[0] == first
        _, out, _ = duckrow("--database", str(pond), "--format", "csv", query)
        assert out.split(",")[0] == first


def test_no_row_is_no_line(pond: Path) -> None:
    assert duckrow("--database", str(pond), "nodes { certname = 'x' }") == (0, "", "")


@pytest.mark.parametrize(
    ("query", "header"),
    [
        ("nodes[certname, report_timestamp] { certname = 'x' }", "certname,report_timestamp\n"),
        ("inventory[facts.os.name] { certname = 'x' }", "facts.os.name\n"),
        ("facts[count(), name] { certname = 'x' group by name }", "count,name\n"),
        ("nodes { certname = 'x' }", ""),
    ],
)
def test_a_sheet_without_rows_has_the_columns_that_the_query_names(
    pond: Path, query: str, header: str
) -> None:
    assert duckrow("--database", str(pond), "--format", "csv", query) == (0, header, "")


def test_an_error_shows_the_location(pond: Path) -> None:
    code, out, err = duckrow("--database", str(pond), "nodes { certname }")
    assert (code, out) == (1, "")
    assert err.startswith("duckrow: PQL parse error at line 1, column 18:\n\nnodes { certname }\n")
    code, _, err = duckrow("--database", str(pond), "nodes { wet = 1 }")
    assert code == 1
    assert err.startswith("duckrow: 'wet' is not a queryable object for nodes.")


def test_the_tree_of_a_query_needs_no_store() -> None:
    code, out, _ = duckrow("--ast", "nodes { certname = 'huey' }")
    assert (code, out) == (0, '["from","nodes",["=","certname","huey"]]\n')


def test_a_missing_store_is_an_error(tmp_path: Path) -> None:
    code, _, err = duckrow("--database", str(tmp_path / "none.db"), "nodes {}")
    assert code != 0
    assert "there is no store in" in err


def test_a_query_reports_a_damaged_store_and_leaves_it(tmp_path: Path) -> None:
    path = tmp_path / "pond.db"
    damage(path, b"SQLite format 3\0" + bytes(84) + b"duck" * 5000)
    before = path.read_bytes()
    code, _, err = duckrow("--database", str(path), "nodes {}")
    assert code == 2
    assert err.startswith(f"duckrow: {path} is damaged (")
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("*bad*")] == []


def test_a_file_that_is_something_else_is_no_store(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("feed the ducks")
    words = [sys.executable, "-m", "duckrow", "query", "--database", str(notes), "nodes {}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"{notes} is no store: it is not a SQLite database" in done.stderr
