"""Clauses TY-88 to TY-106: Array, Hash, Collection, Variant and Optional."""

from __future__ import annotations

from duckrow.puppet.types.infer import infer
from duckrow.ruby.values.keys import to_key

from .clauses import DRAFT, PUPPET, fits, is_a, read, said, same, union


def test_ty_088_arrays_have_an_element_type_and_a_size() -> None:
    assert is_a([1, 2], "Array[Integer, 1, 2]")
    assert not is_a([1, 2, 3], "Array[Integer, 1, 2]")
    assert not is_a([], "Array[Integer, 1]")
    assert not is_a(["a"], "Array[Integer]")


def test_ty_089_elements_may_be_anything() -> None:
    assert is_a([None, [read("Integer")], {"a": 1.5}], "Array")
    assert is_a([read("Integer")], "Array[Type]")


def test_ty_090_a_bare_array_holds_anything_but_data_in_the_draft() -> None:
    assert same("Array", "Array[Any]")
    assert is_a([read("Integer")], "Array")
    assert read("Array", DRAFT) == read("Array[Data]", DRAFT)
    assert not is_a([read("Integer")], "Array", DRAFT)
    assert is_a([1, None], "Array", DRAFT)


def test_ty_091_arrays_meet_by_element() -> None:
    assert union("Array[Integer]", "Array[Float]") == "Array[Numeric]"


def test_ty_092_sizes_of_arrays_are_dropped_but_merge_in_the_draft() -> None:
    assert union("Array[Integer, 1, 2]", "Array[Integer, 5, 6]") == "Array[Integer]"
    assert union("Array[Integer, 1, 2]", "Array[Integer, 5, 6]", DRAFT) == "Array[Integer, 1, 6]"
    assert union("Array[Integer, 1]", "Array[Integer, 5, 6]", DRAFT) == "Array[Integer, 1]"
    assert union("Array[Integer]", "Array[Integer, 5, 6]", DRAFT) == "Array[Integer]"


def test_ty_093_hashes_have_keys_values_and_a_size() -> None:
    assert is_a({"a": 1}, "Hash[String, Integer, 1, 1]")
    assert not is_a({"a": 1}, "Hash[String, Integer, 2]")
    assert infer({"a": 1, "b": 2}) == infer({"b": 2, "a": 1})
    # The document promises no order; the one that is kept does no harm there.
    code = "notice({b => 1, a => 2}.keys, {a => 1, b => 2} == {b => 2, a => 1})"
    for dialect in (PUPPET, DRAFT):
        assert said(code, dialect) == ["[b, a] true"]


def test_ty_094_a_bare_hash_holds_anything_but_data_in_the_draft() -> None:
    assert same("Hash", "Hash[Any, Any]")
    assert read("Hash", DRAFT) == read("Hash[Literal, Data]", DRAFT)
    assert is_a({to_key(1.5): 1}, "Hash", DRAFT)
    assert not is_a({"a": read("Integer")}, "Hash", DRAFT)


def test_ty_095_undef_may_be_a_key_but_not_in_the_draft() -> None:
    assert is_a({None: 1}, "Hash")
    assert not fits("Hash[Default, Integer]", "Hash", DRAFT)


def test_ty_096_hashes_meet_by_key_and_value() -> None:
    one, other = "Hash[String, Integer, 1, 2]", "Hash[Integer, Float, 3, 4]"
    assert union(one, other) == "Hash[ScalarData, Numeric]"
    assert union(one, "Hash[String, Float, 3, 4]", DRAFT) == "Hash[String, Numeric, 1, 4]"


def test_ty_097_collections_by_size() -> None:
    assert is_a([1], "Collection[1, 2]")
    assert is_a({"a": 1}, "Collection[1, 2]")
    assert read("Collection[Integer[1, 2]]") == read("Collection[1, 2]")


def test_ty_098_the_documents_examples_of_sizes() -> None:
    assert is_a([1, 2, 3], "Collection[1, 3]")
    assert not is_a({"a": 1, "b": 2}, "Collection[3]")


def test_ty_099_collection_meets_its_members_in_itself() -> None:
    assert union("Collection", "Array") == "Collection"
    assert union("Collection", "Hash") == "Collection"
    assert union("Array", "Hash") == "Any"


def test_ty_100_a_variant_is_any_of_its_types() -> None:
    text = "Variant[Integer[1000, 1999], Integer[10000]]"
    assert [is_a(number, text) for number in (999, 1000, 1999, 2000, 10000)] == [0, 1, 1, 0, 1]


def test_ty_101_variants_meet_in_all_their_types() -> None:
    assert union("Variant[Integer, Default]", "Variant[Integer, Binary]") == (
        "Variant[Integer, Default, Binary]"
    )


def test_ty_102_nothing_fits_a_bare_variant() -> None:
    values: list[object] = [None, 1, "a", []]
    assert not any(is_a(value, "Variant") for value in values)


def test_ty_103_a_bare_optional_is_undef_but_nothing_in_the_draft() -> None:
    assert is_a(None, "Optional")
    assert not is_a(1, "Optional")
    assert not is_a(1, "Optional", DRAFT)
    assert not fits("Integer", "Optional", DRAFT)


def test_ty_104_optional_and_its_type() -> None:
    assert union("Optional[Integer]", "Integer") == "Optional[Integer]"
    assert union("Optional[Integer]", "Integer", DRAFT) == "Integer"


def test_ty_105_optional_and_undef() -> None:
    assert union("Optional[Integer]", "Undef") == "Optional[Integer]"
    assert union("Optional[Integer]", "Undef", DRAFT) == "Optional[Integer]"


def test_ty_106_optionals_meet() -> None:
    assert union("Optional[String]", "Optional[Integer]") == "Data"
    assert union("Optional[Integer]", "Optional[Float]", DRAFT) == "Optional[Numeric]"
