"""Resources are found by title, alias and by what names them; no two are the same."""

from __future__ import annotations

import pytest

from duckrow.puppet.catalog.catalog import Catalog, capitalized
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.resources import find
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope


def resource(type_: str, title: str, line: int = 1, **given: object) -> Resource:
    scope = Scope(None)  # type: ignore[arg-type]
    description = find(type_.lower())
    return Resource(type_, title, scope, given, file="a.pp", line=line, description=description)


@pytest.fixture
def catalog() -> Catalog:
    return Catalog("pond", "production")


def test_names_of_types_are_written_with_capitals() -> None:
    assert capitalized("apache::mod_ssl") == "Apache::Mod_ssl"
    assert capitalized("FILE") == "File"
    for number in range(10_000):  # more names than are cached
        assert capitalized(f"a{number}::b") == f"A{number}::B"
    assert capitalized("FILE") == "File"


def test_a_resource_is_found_whatever_the_case_of_its_type(catalog: Catalog) -> None:
    made = resource("Notify", "A")
    catalog.add(made)
    assert catalog.find("NOTIFY", "A") is made
    assert catalog.find("notify", "a") is None
    assert catalog.find("file", "A") is None


def test_a_file_is_found_with_and_without_a_slash_at_its_end(catalog: Catalog) -> None:
    made = resource("File", "/a/")
    catalog.add(made)
    assert catalog.find("file", "/a") is made
    assert catalog.find("file", "/a//") is made


def test_aliases_are_titles(catalog: Catalog) -> None:
    made = resource("Notify", "a", alias=["b", ["c"]])
    catalog.add(made)
    assert catalog.find("notify", "b") is made
    assert catalog.find("notify", "c") is made


def test_a_second_one_is_an_error_that_names_both_locations(catalog: Catalog) -> None:
    catalog.add(resource("Notify", "a", 1))
    with pytest.raises(EvaluationError) as caught:
        catalog.add(resource("Notify", "a", 2))
    assert caught.value.message == (
        "Duplicate declaration: Notify[a] is already declared at (file: a.pp, line: 1); "
        "cannot redeclare (file: a.pp, line: 2)"
    )


def test_two_files_of_one_path_are_an_error(catalog: Catalog) -> None:
    catalog.add(resource("File", "/a", 1))
    with pytest.raises(EvaluationError) as caught:
        catalog.add(resource("File", "x", 2, path="/a"))
    assert caught.value.message == (
        'Cannot alias File[x] to ["/a"] at (file: a.pp, line: 2); '
        'resource ["File", "/a"] already declared (file: a.pp, line: 1)'
    )


def test_commands_may_be_the_same_where_titles_differ(catalog: Catalog) -> None:
    catalog.add(resource("Exec", "a", command="/bin/true"))
    catalog.add(resource("Exec", "b", command="/bin/true"))
    assert len(catalog.resources) == 2


def test_one_package_by_two_providers_is_two_packages(catalog: Catalog) -> None:
    catalog.add(resource("Package", "a", provider="gem"))
    catalog.add(resource("Package", "b", name="a", provider="apt"))
    with pytest.raises(EvaluationError, match="already declared"):
        catalog.add(resource("Package", "c", name="a", provider="apt"))


def test_an_alias_that_is_a_number_is_not_the_title_of_the_same_digits(catalog: Catalog) -> None:
    catalog.add(resource("Notify", "1"))
    catalog.add(resource("Notify", "a", alias=1))
    catalog.add(resource("Notify", "b", alias=1.0))
    with pytest.raises(EvaluationError, match="Cannot alias"):
        catalog.add(resource("Notify", "c", alias=1))
