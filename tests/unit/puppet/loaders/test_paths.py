from __future__ import annotations

import pytest

from duckrow.puppet.loaders import paths


def test_a_class_may_be_in_the_files_of_what_it_is_part_of() -> None:
    assert paths.manifests_for("a") == ["manifests/init.pp"]
    assert paths.manifests_for("a::b::c") == [
        "manifests/init.pp",
        "manifests/b/c.pp",
        "manifests/b.pp",
    ]


def test_a_function_of_a_module_leaves_out_its_name_in_puppet_only() -> None:
    assert paths.files_for("a::b::c", paths.FUNCTIONS, is_environment=False) == [
        ("python", "lib/duckrow/functions/a/b/c.py"),
        ("ruby", "lib/puppet/functions/a/b/c.rb"),
        ("puppet", "functions/b/c.pp"),
        ("legacy ruby", "lib/puppet/parser/functions/a/b/c.rb"),
    ]


def test_a_name_without_a_module_is_in_no_puppet_file_of_a_module() -> None:
    languages = [each[0] for each in paths.files_for("f", paths.FUNCTIONS, is_environment=False)]
    assert languages == ["python", "ruby", "legacy ruby"]


def test_an_environment_leaves_out_nothing() -> None:
    assert ("puppet", "functions/f.pp") in paths.files_for(
        "f", paths.FUNCTIONS, is_environment=True
    )
    assert ("puppet", "types/environment/t.pp") in paths.files_for(
        "environment::t", paths.TYPES, is_environment=True
    )


@pytest.mark.parametrize("name", ["a::b", "a::b::c", "a::b_1::c::d"])
@pytest.mark.parametrize("file_kinds", [paths.FUNCTIONS, paths.TYPES])
@pytest.mark.parametrize("is_environment", [False, True])
def test_the_way_to_a_file_is_the_way_back(
    name: str, file_kinds: paths.FileKinds, is_environment: bool
) -> None:
    module = "" if is_environment else "a"
    for _, file in paths.files_for(name, file_kinds, is_environment=is_environment):
        assert paths.name_in(file, module, file_kinds) == name


@pytest.mark.parametrize("name", ["a", "a::b", "a::b::c"])
def test_a_manifest_is_named_for_a_class(name: str) -> None:
    named = paths.manifests_for(name)[1:2] or [paths.INIT]
    assert paths.class_in(named[0], "a") == name


@pytest.mark.parametrize("file", ["README.md", "functions/f.rb", "files/f.pp", "functions.pp"])
def test_other_files_define_nothing(file: str) -> None:
    assert paths.name_in(file, "a", paths.FUNCTIONS) is None
    assert paths.class_in(file, "a") is None
