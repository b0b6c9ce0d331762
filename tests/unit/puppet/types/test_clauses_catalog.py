"""Clauses TY-107 to TY-121: Resource, Class and Type."""

from __future__ import annotations

from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.type_text import type_to_text

from .clauses import DRAFT, PUPPET, fits, is_a, read, refusal, said, same, type_of, union, wider


def test_ty_107_nodes_and_stages_are_resource_types() -> None:
    assert type_to_text(read("Node['x']")) == "Node['x']"
    assert fits("Stage['main']", "Resource")


def test_ty_108_the_case_of_a_resource_type_does_not_matter() -> None:
    assert read("Resource['fIlE']") == read("File")
    assert read("Resource[File]") == read("File")


def test_ty_109_several_titles_give_an_array() -> None:
    references = ["[File['/a'], File['/b']]"]
    assert said("$x = file { ['/a', '/b']: } notice($x)") == references
    assert said("notice(File['/a', '/b'])") == references
    assert said("notice(File['/a'])") == ["File['/a']"]


def test_ty_110_three_ways_to_write_a_resource_type() -> None:
    assert read("Resource[File]") == read("Resource['file']") == read("Resource[file]")


def test_ty_111_a_title_is_one_resource() -> None:
    assert type_to_text(read("Resource['file', '/tmp']")) == "File['/tmp']"
    assert read("File['/tmp']") == read("Resource[File, '/tmp']")


def test_ty_112_several_titles_in_either_form() -> None:
    # One title of each form is the same reference; several need evaluation to become an array.
    assert read("Resource[File, 'a']") == read("File['a']")
    assert refusal("Resource[File, 'a', 'b']") == (
        "Invalid number of type parameters specified: Resource requires 1 or 2, 3 provided"
    )


def test_ty_113_resource_types_narrow_by_type_and_title() -> None:
    assert wider("Resource", "Resource[File]")
    assert wider("Resource[File]", "Resource[File, 'a']")


def test_ty_114_other_types_and_titles_are_unequal() -> None:
    assert not same("File['a']", "File['b']")
    assert not same("File['a']", "User['a']")
    assert read("File['a']") != read("File['b']")


def test_ty_115_resources_meet() -> None:
    assert union("File['a']", "File['a']") == "File['a']"
    assert union("File['a']", "File['b']") == "File"
    assert union("File['a']", "User['a']") == "Resource"


def test_ty_116_a_class_by_name() -> None:
    assert type_to_text(read("Class['apache']")) == "Class[apache]"
    assert read("Class['::apache']") == read("Class['apache']")


def test_ty_117_a_class_name_is_no_type() -> None:
    assert refusal("Class[Baz]") == (
        "Illegal Class name in class reference. "
        "A TypeReference['Baz']-Type cannot be used where a String is expected"
    )


def test_ty_118_inheriting_is_not_subtyping() -> None:
    assert not wider("Class['q']", "Class['r']")
    assert not fits("Class['r']", "Class['q']")


def test_ty_119_classes_inherit_over_several_levels_in_the_draft_too() -> None:
    # The document knows one level only. Forbidding more would help nobody.
    code = """
        class a { $v = 1 }
        class b inherits a { $w = $v + 1 }
        class c inherits b { notice($v, $w) }
        include c
    """
    for dialect in (PUPPET, DRAFT):
        assert said(code, dialect) == ["1 2"]


def test_ty_120_classes_meet() -> None:
    assert wider("Class", "Class['a']")
    assert union("Class['a']", "Class['a']") == "Class[a]"
    assert union("Class['a']", "Class['b']") == "Class"


def test_ty_121_the_type_of_a_type() -> None:
    assert type_of(read("String")) == "Type[String]"
    assert type_of(infer(read("String"))) == "Type[Type[String]]"
    assert is_a(read("Integer[1, 3]"), "Type[Integer]")
    assert not is_a(read("String"), "Type[Integer]")
