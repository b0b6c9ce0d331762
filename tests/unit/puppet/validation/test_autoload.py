"""From the path of a file to the names it may define."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.puppet.syntax import parse
from duckrow.puppet.validation import validate
from duckrow.puppet.validation.autoload import MISPLACED, namespace_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conftest import Inspect

PATHS = ("/one", "/two/", "/three/../four")


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("/one/web/manifests/init.pp", "web"),
        ("/one/web/manifests/a/b.pp", "web::a::b"),
        ("/one/web/manifests/a/init.pp", "web::a::init"),
        ("/two/web/functions/f.pp", "web::f"),
        ("/two/web/types/t.pp", "web::t"),
        ("/two/web/plans/p.pp", "web::p"),
        ("/two/web/functions/init.pp", "web"),
        ("/four/Web/Manifests/A.pp", "web::a"),
        ("/one/web/manifests/b.pp.pp", "web::b.pp"),
        ("/one/web/lib/a.pp", MISPLACED),
        ("/one/web/a.pp", MISPLACED),
        ("/one/a.pp", MISPLACED),
        ("/one/web/manifests/a.epp", None),
        ("/one/web/manifests/.pp", None),
        ("/oneself/web/manifests/a.pp", None),
        ("/three/web/manifests/a.pp", None),
        ("", None),
        (None, None),
    ],
)
def test_namespaces(file: str | None, expected: str | None) -> None:
    assert namespace_of(file, PATHS, None) == expected


def test_the_first_directory_that_holds_the_file_decides() -> None:
    file = "/one/web/manifests/two/a/manifests/b.pp"
    assert namespace_of(file, ("/one/web/manifests", "/one"), None) == MISPLACED
    assert namespace_of(file, ("/one", "/one/web/manifests"), None) == "web::two::a::manifests::b"


def test_without_a_module_path_everything_is_free() -> None:
    assert namespace_of("/one/web/manifests/init.pp", (), None) is None


@pytest.mark.parametrize("manifest", ["/one/web/manifests", "/one/web/manifests/init.pp"])
def test_the_manifest_of_an_environment_is_free(manifest: str) -> None:
    assert namespace_of("/one/web/manifests/init.pp", PATHS, manifest) is None
    assert namespace_of("/one/db/manifests/init.pp", PATHS, manifest) == "db"


def test_relative_names_are_seen_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = os.path.join("modules", "web", "manifests", "a.pp")
    assert namespace_of(file, ("modules",), None) == "web::a"
    assert namespace_of(file, (str(tmp_path / "modules"),), None) == "web::a"


def test_the_reason_says_what_the_file_is_for(inspect: Inspect) -> None:
    (wrong,) = inspect("class b { }", "/modules/web/manifests/a.pp")
    assert wrong.why == "this file is read to find web::a"
    (misplaced,) = inspect("class b { }", "/modules/web/lib/a.pp")
    assert (
        misplaced.why == "only manifests, functions, types and plans of a module may define names"
    )


def test_code_without_a_file_is_free() -> None:
    assert validate(parse("class b { }\nnotice(1)"), module_path=PATHS) == []
