"""Clauses TY-1 to TY-36: platform types, Undef and the hierarchy of types."""

from __future__ import annotations

from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.type_text import type_to_text

from .clauses import DRAFT, fits, is_a, read, refusal, type_of, union, wider


def test_ty_001_types_of_values_are_known_at_run_time() -> None:
    assert type_of(1) == "Integer[1, 1]"
    assert type_of("a") == "String"


def test_ty_002_types_are_values_with_operations() -> None:
    assert isinstance(read("Integer"), Type)
    assert type_of(read("Integer")) == "Type[Integer]"
    assert wider("Numeric", "Integer")


def test_ty_003_platform_types_stand_beside_the_languages_own() -> None:
    assert type_to_text(read("Runtime['ruby', 'Symbol']")) == "Runtime[ruby, 'Symbol']"
    assert not fits("Runtime['ruby', 'Symbol']", "Scalar")


def test_ty_004_ruby_names_a_platform_type_in_the_draft_only() -> None:
    assert type_to_text(read("Ruby['A::B']")) == "TypeReference['Ruby[\\'A::B\\']']"
    assert type_to_text(read("Ruby['A::B']", DRAFT)) == "Runtime[ruby, 'A::B']"


def test_ty_005_names_of_other_platforms_are_reserved_in_the_draft_only() -> None:
    for name in ("Jvm", "C", "Go"):
        assert refusal(name) == f"read as TypeReference['{name}']"
        assert refusal(name, DRAFT) == f"The type name '{name}' is reserved for a platform"


def test_ty_006_the_bare_platform_type_covers_all_of_them() -> None:
    assert fits("Runtime['ruby', 'Symbol']", "Runtime")
    assert fits("Runtime['python', 'builtins.set']", "Runtime")
    assert not fits("Runtime", "Runtime['ruby', 'Symbol']")


def test_ty_007_a_platform_class_need_not_exist() -> None:
    assert type_to_text(read("Runtime['ruby', 'No::Such']")) == "Runtime[ruby, 'No::Such']"


def test_ty_008_undef_alone_has_the_type_undef() -> None:
    assert is_a(None, "Undef")
    others: list[object] = [False, 0, "", [], {}]
    assert not any(is_a(value, "Undef") for value in others)


def test_ty_009_undef_fits_every_type_in_the_draft_only() -> None:
    assert not is_a(None, "String")
    assert not fits("Undef", "String")
    assert not is_a([None], "Array[String]")
    assert is_a(None, "Optional[String]")
    assert is_a(None, "String", DRAFT)
    assert fits("Undef", "String", DRAFT)
    assert is_a([None], "Array[String]", DRAFT)
    assert not is_a(1, "String", DRAFT)


def test_ty_010_undef_may_be_ignored_in_the_draft_only() -> None:
    assert not is_a({"a": None}, "Hash[String, Integer]")
    assert is_a({"a": None}, "Hash[String, Integer]", DRAFT)


def test_ty_011_undef_and_undef_meet_in_undef() -> None:
    assert union("Undef", "Undef") == "Undef"
    assert union("Undef", "Undef", DRAFT) == "Undef"


def test_ty_012_undef_vanishes_but_widens_in_the_draft() -> None:
    assert union("Undef", "String") == "String"
    assert type_of([None, "a"]) == "Array[String, 2, 2]"
    assert not is_a([None, "a"], "Array[String]")
    assert union("Undef", "String", DRAFT) == "Any"


def test_ty_013_the_data_types_exist() -> None:
    for name in ("Integer", "Float", "Boolean", "Regexp", "String", "Array", "Hash"):
        assert type_to_text(read(name)) == name


def test_ty_014_the_catalog_types_exist() -> None:
    assert [type_to_text(read(name)) for name in ("Resource", "Class")] == ["Resource", "Class"]


def test_ty_015_any_is_the_root_and_object_in_the_draft() -> None:
    values: list[object] = [None, 1, "a", [], read("Any")]
    assert all(is_a(value, "Any") for value in values)
    assert not is_a(1, "Object")
    assert read("Object", DRAFT) == read("Any")
    assert is_a(1, "Object", DRAFT)


def test_ty_016_scalars_are_literals_in_the_draft() -> None:
    for member in ("Integer", "Float", "String", "Boolean", "Regexp", "Pattern[/a/]", "Enum['a']"):
        assert fits(member, "Scalar")
        assert fits(member, "Literal", DRAFT)
    assert not fits("Regexp", "ScalarData")
    assert refusal("Literal") == "read as TypeReference['Literal']"


def test_ty_017_collection_is_above_array_and_hash() -> None:
    assert fits("Array", "Collection")
    assert fits("Hash", "Collection")
    assert not fits("Collection", "Array")


def test_ty_018_catalog_entry_is_above_resources_and_classes() -> None:
    for member in ("Resource", "Class", "Node['a']", "Stage['main']"):
        assert fits(member, "CatalogEntry")
    assert not fits("String", "CatalogEntry")


def test_ty_019_data_takes_literals_as_keys_in_the_draft_only() -> None:
    for member in ("Integer", "Undef", "Array[Data]", "Hash[String, Data]"):
        assert fits(member, "Data")
        assert fits(member, "Data", DRAFT)
    for member in ("Regexp", "Hash[Integer, Data]"):
        assert not fits(member, "Data")
        assert fits(member, "RichData")
        assert fits(member, "Data", DRAFT)


def test_ty_020_optional_is_the_type_or_undef() -> None:
    assert fits("Optional[Integer]", "Variant[Undef, Integer]")
    assert fits("Variant[Undef, Integer]", "Optional[Integer]")


def test_ty_021_variant_enum_and_pattern_exist() -> None:
    assert is_a(1, "Variant[Integer, String]")
    assert is_a("a", "Enum['a', 'b']")
    assert is_a("abc", "Pattern[/b/]")


def test_ty_022_type_is_the_type_of_types() -> None:
    assert is_a(read("Integer"), "Type")
    assert not is_a(1, "Type")


def test_ty_023_numbers_are_numeric_and_scalar() -> None:
    for number in ("Integer", "Float"):
        assert wider("Numeric", number)
    assert wider("Scalar", "Numeric")


def test_ty_024_enum_and_pattern_are_strings() -> None:
    assert wider("String", "Enum['a']")
    assert wider("String", "Pattern[/a/]")


def test_ty_025_a_narrower_range_is_a_subtype() -> None:
    assert wider("Integer[1, 10]", "Integer[2, 3]")
    assert wider("Float[1.0]", "Float[2.0, 3.0]")


def test_ty_026_an_unknown_name_is_a_resource_type_in_the_draft_only() -> None:
    assert read("File") == read("Resource[File]")
    assert refusal("Duck") == "read as TypeReference['Duck']"
    assert read("Duck", DRAFT) == read("Resource['duck']")
    assert read("Duck['a']", DRAFT) == read("Resource['duck', 'a']")


def test_ty_027_nodes_and_stages_are_resource_references() -> None:
    assert fits("Node['x']", "Resource")
    assert fits("Stage['main']", "Resource['stage']")


def test_ty_028_functions_and_lambdas_are_callables() -> None:
    for name in ("Function", "Lambda", "Environment"):
        assert refusal(name) == f"read as TypeReference['{name}']"
    assert type_to_text(read("Callable[Integer]")) == "Callable[Integer]"


def test_ty_029_host_values_have_the_languages_types() -> None:
    values = [1, "a", 1.0, [1], {"a": 1}, True, None]
    kinds = ["Integer", "String", "Float", "Array", "Hash", "Boolean", "Undef"]
    assert [type_to_text(infer(value)).partition("[")[0] for value in values] == kinds


def test_ty_030_the_root_and_anything_meet_in_the_root() -> None:
    for other in ("Any", "Integer", "Undef", "Resource"):
        assert union("Any", other) == "Any"
        assert union("Object", other, DRAFT) == "Any"


def test_ty_031_what_data_meets() -> None:
    for other in ("Data", "Array[Data]", "Undef"):
        assert union("Data", other) == "Data"
        assert union("Data", other, DRAFT) == "Data"
    assert union("Data", "Scalar") == "RichData"
    assert union("Data", "Literal", DRAFT) == "Data"
    assert union("Data", "Hash[Scalar, Data]") == "Any"
    assert union("Data", "Hash[Literal, Data]", DRAFT) == "Data"
    assert union("Data", "Resource", DRAFT) == "Any"


def test_ty_032_data_may_be_empty_and_hold_undef() -> None:
    for value in ([], {}, [None], {"a": None}, [[None], {"a": [None]}]):
        assert is_a(value, "Data")
        assert is_a(value, "Data", DRAFT)


def test_ty_033_undef_is_no_key_of_data() -> None:
    assert not is_a({None: 1}, "Data")
    assert not fits("Hash[Undef, Data]", "Data")


def test_ty_034_scalar_meets_its_members_in_itself() -> None:
    for member in ("Integer", "String", "Regexp", "Boolean"):
        assert union("Scalar", member) == "Scalar"
        assert union("Literal", member, DRAFT) == "Scalar"
    assert union("Scalar", "Resource") == "Any"
    assert union("Literal", "Resource", DRAFT) == "Any"


def test_ty_035_numeric_meets_numbers_in_itself() -> None:
    assert union("Numeric", "Integer") == "Numeric"
    assert union("Numeric", "Float[1.0]") == "Numeric"


def test_ty_036_numeric_and_others() -> None:
    assert union("Numeric", "String") == "ScalarData"
    assert union("Numeric", "Array") == "Any"
    assert union("Numeric", "String", DRAFT) == "Any"
    assert union("Numeric", "Array", DRAFT) == "Any"
