"""Rich data: what comes back is what went in, and what is written is plain.

The examples of the reference's own output are in `test_object_conformance.py`.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.check import TypeMismatchError
from duckrow.puppet.types.data import DATA
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.create import from_values
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.rich_data.errors import RichDataError
from duckrow.puppet.types.rich_data.read import from_data
from duckrow.puppet.types.rich_data.write import to_data
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import to_key

pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")

law = settings(
    max_examples=int(os.environ.get("DUCKROW_LAWS", "300")),
    derandomize="DUCKROW_LAWS" not in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
)

DEFINITIONS = Definitions(
    {
        "Car": "Object[{attributes => {reg => String, hue => {type => String, value => 'red'}}}]",
        "Pair": "Object[{attributes => {one => Any, other => {type => Any, value => undef}}}]",
        "Tree": "Variant[Integer, Array[Tree]]",
        "Knot": "Object[{attributes => {up => Optional[Knot], down => Array[Knot]}}]",
        "Box": "Object[{type_parameters => {t => Type}, attributes => {t => Any}}]",
    }
)
TYPES = """
Any Undef Default Scalar ScalarData Numeric Integer Integer[1] Integer[1,10] Integer[default,10]
Float Float[1.0,2.0] String String[1] String[1,10] Enum Enum['a','b'] Enum['a',true] Pattern
Pattern[/a/,/b\\/c/] Boolean Regexp Regexp[/a/] Collection Collection[1,2] Array Array[Integer]
Array[Integer,1,2] Array[0,0] Hash Hash[String,Integer] Hash[String,Integer,1,2] Hash[0,0] Tuple
Tuple[Integer] Tuple[Integer,Integer,String,1,3] Struct Struct[{a=>Integer}] Variant
Struct[{Optional[a]=>Integer,NotUndef[b]=>Optional[String]}] Variant[Integer,String] Optional
Optional[Integer] Optional[a] NotUndef NotUndef[Integer] Iterable Iterable[Integer] Iterator
Iterator[Integer] Data RichData RichDataKey CatalogEntry Class Class[foo] Resource File File['a']
Foo::Bar Callable Callable[0,0] Callable[String,Integer] Callable[[String],Integer]
Callable[String,1,2,Callable] Type Type[Integer] Init Init[Integer] Init[Integer,16] Sensitive
Runtime Runtime['ruby','Symbol'] Runtime[ruby,[/a/,'b']] Timestamp Timestamp['2020-01-01'] Timespan
Timespan['1-00:00:00','2-00:00:00'] SemVer SemVer['1.x'] SemVer['1.x','>=3.0.0'] SemVerRange URI
URI['http://a'] URI[{scheme=>'http'}] Binary Error Error['k'] Error[/k/,NotUndef] Deferred Object
TypeSet Car Tree Knot Box Box[Integer] Array[Tree] Object[{attributes=>{a=>Integer}}]
Python['builtins.int']
""".split()

plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(["__ptype", "__pvalue", "LocalRef", "$", "it's", "a\\b"]),
)
scalars = st.one_of(
    st.just(DEFAULT),
    st.sampled_from([RubyRegexp("a"), RubyRegexp("^a/b\\z"), RubyRegexp("")]),
    st.integers(0, 4 * 10**18).map(Timestamp),
    # The reference writes parts of a second without their leading zeros.
    st.integers(-(10**9), 10**9).map(lambda seconds: Timespan(seconds * 10**9)),
    st.tuples(*[st.integers(0, 99)] * 3).map(lambda parts: SemVer(*parts)),
    st.sampled_from(["1.x", ">=1.0.0 <2.0.0", "1.2.3", "~1.2"]).map(SemVerRange.parse),
    st.sampled_from(["http://a/b?c=d#e", "foo:bar", "/x", "https://u@h:99"]).map(URI.parse),
    st.binary(max_size=9).map(Binary),
    st.text(max_size=4).map(Symbol),
    st.sampled_from(TYPES).map(lambda text: parse_type(text, DEFINITIONS)),
)


def _object_type(name: str) -> ObjectType:
    found = parse_type(name, DEFINITIONS)
    assert isinstance(found, ObjectType)
    return found


CAR, PAIR = _object_type("Car"), _object_type("Pair")


def _containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text(max_size=4), inner, max_size=4),
        st.dictionaries(inner.map(to_key), inner, max_size=3),
        inner.map(Sensitive),
        inner.map(lambda value: [value, value, {"again": value}]),
        st.lists(inner, max_size=2).map(lambda values: Deferred("call", values)),
        st.lists(inner, min_size=1, max_size=2).map(lambda values: from_values(PAIR, values)),
        st.text(max_size=3).map(lambda text: new(CAR, text)),
    )


values = st.recursive(plain | scalars, _containers, max_leaves=12)


@law
@given(values)
def test_what_goes_in_comes_back(value: Any) -> None:
    assert to_key(from_data(to_data(value), DEFINITIONS)) == to_key(value)


@law
@given(values)
def test_references_are_only_a_shorter_form(value: Any) -> None:
    try:
        data = to_data(value, local_reference=False)
    except RichDataError:
        return  # a type that contains itself has no other form, and nothing else is refused
    assert not _has_reference(data)
    assert to_key(from_data(data, DEFINITIONS)) == to_key(value)


def _has_reference(data: Any) -> bool:
    if isinstance(data, list):
        return any(map(_has_reference, data))
    if not isinstance(data, dict):
        return False
    return data.get("__ptype") == "LocalRef" or any(map(_has_reference, data.values()))


@law
@given(values)
def test_what_is_written_is_data_that_json_holds(value: Any) -> None:
    data = to_data(value)
    assert accepts(DATA, data)
    assert to_key(json.loads(json.dumps(data))) == to_key(data)


@law
@given(values)
def test_without_rich_data_all_is_text_or_plain(value: Any) -> None:
    messages: list[str] = []
    data = to_data(value, rich_data=False, report=messages.append)
    assert accepts(DATA, data)
    if accepts(DATA, value):
        assert messages == []


@law
@given(values)
def test_objects_that_carry_their_types_need_no_loader(value: Any) -> None:
    made = from_values(PAIR, [value])
    data = to_data(made, type_by_reference=False)
    found = from_data(data, DEFINITIONS)
    assert found.base_type == PAIR
    assert to_key(found.attribute("one")) == to_key(value)


def test_the_same_value_is_written_once() -> None:
    item = [1]
    data = to_data({"a": item, "b": [item, item]})
    again = {"__ptype": "LocalRef", "__pvalue": "$['a']"}
    assert data == {"a": [1], "b": [again, again]}
    found = from_data(data)
    assert found["a"] is found["b"][0] is found["b"][1]


def test_equal_values_that_are_not_the_same_are_written_apart() -> None:
    assert to_data([[1], [1]]) == [[1], [1]]


def test_what_a_sensitive_holds_is_never_a_target() -> None:
    """A reference to it could not be told from one to the Sensitive around it."""
    item = [1]
    value = [Sensitive(item), item, item]
    data = to_data(value)
    assert data[1] == [1]
    assert data[2] == {"__ptype": "LocalRef", "__pvalue": "$[1]"}
    assert from_data(data) == value


def test_what_a_sensitive_holds_is_in_the_data_and_in_no_message() -> None:
    secret = Sensitive("hunter2")
    assert to_data(secret) == {"__ptype": "Sensitive", "__pvalue": "hunter2"}
    messages: list[str] = []
    for value in ({secret: 1}, new(PAIR, secret), [new(PAIR, [secret])], Deferred("x", [secret])):
        data = to_data(value, rich_data=False, report=messages.append)
        assert "hunter2" not in json.dumps(data)
    assert messages
    assert not any("hunter2" in message for message in messages)


def test_a_list_that_contains_itself() -> None:
    value: list[Any] = []
    value.append(value)
    data = to_data(value)
    assert data == [{"__ptype": "LocalRef", "__pvalue": "$"}]
    found = from_data(data)
    assert found[0] is found
    with pytest.raises(RichDataError, match=r"Endless recursion detected .* value of class Array"):
        to_data(value, local_reference=False)


def test_a_type_that_contains_itself_comes_back_whole() -> None:
    tree = parse_type("Tree", DEFINITIONS)
    found = from_data(to_data(tree))
    assert accepts(found, [1, [2, [3]]])
    assert not accepts(found, [1, ["x"]])
    knot = from_data(to_data(parse_type("Knot", DEFINITIONS)))
    leaf = new(knot, [])
    assert accepts(knot, new(knot, [leaf], leaf))
    with pytest.raises(TypeMismatchError):
        new(knot, [1])


def test_types_that_contain_themselves_stand_under_keys_that_have_no_location() -> None:
    tree = parse_type("Tree", DEFINITIONS)
    for value in ({to_key([1]): tree}, {tree: tree}, {to_key([tree]): [tree, tree]}):
        assert from_data(to_data(value)) == value


def test_the_value_of_a_boolean_type_and_the_type_in_a_sensitive_are_not_stored() -> None:
    assert from_data(to_data(parse_type("Boolean[true]"))) == parse_type("Boolean")
    assert from_data(to_data(parse_type("Sensitive[String]"))) == parse_type("Sensitive")


def test_symbols() -> None:
    assert to_data(Symbol("a"), symbol_as_string=True) == "a"
    assert to_data({Symbol("a"): 1}, symbol_as_string=True, rich_data=False) == {"a": 1}
    assert from_data({"__ptype": "Symbol", "__pvalue": "a"}) == Symbol("a")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"__ptype": "LocalRef", "__pvalue": "$[0]"}, 'Unable to parse jsonpath "$[0]"'),
        ([1, {"__ptype": "LocalRef", "__pvalue": "$[5]"}], 'Unable to parse jsonpath "$[5]"'),
        ({"__ptype": "LocalRef"}, 'Unable to parse jsonpath "None"'),
        ({"__ptype": "Hash", "__pvalue": 1}, "Cannot create a Hash from a Integer"),
        ({"__ptype": "Integer", "from": 1}, "Cannot create a Integer from a Hash"),
        ({"__ptype": {"a": 1}}, "Unable to deserialize type from {'a': 1}"),
        ({"__ptype": "Pcore::VariantType"}, "Pcore::VariantType expects a value for 'types'"),
    ],
)
def test_data_that_is_no_value(data: Any, message: str) -> None:
    with pytest.raises(RichDataError) as caught:
        from_data(data)
    assert str(caught.value) == message


def test_the_parts_of_an_object_are_checked() -> None:
    """The reference takes them by position, whatever their names and types."""
    with pytest.raises(TypeMismatchError, match="Error initializer has wrong type, entry 'msg'"):
        from_data({"__ptype": "Error", "msg": 1})
    with pytest.raises(TypeMismatchError, match="unrecognized key 'extra'"):
        from_data({"__ptype": "Error", "msg": "m", "extra": 1})
    found = from_data({"__ptype": "Error", "kind": "k", "msg": "m"})
    assert (found.attribute("msg"), found.attribute("kind")) == ("m", "k")


def test_a_part_of_a_type_that_is_no_type_is_rejected() -> None:
    for data in (
        {"__ptype": "Pcore::ArrayType", "element_type": 1},
        {"__ptype": "Pcore::IntegerType", "from": "x"},
        {"__ptype": "Pcore::StructType", "elements": [1]},
        {"__ptype": "Pcore::EnumType", "values": 5},
        {"__ptype": "Pcore::PatternType", "patterns": ["x"]},
        {"__ptype": "Pcore::TypeAliasType", "name": 1, "resolved_type": None},
        {"__ptype": "Pcore::ObjectType", "_pcore_init_hash": [1]},
    ):
        with pytest.raises((RichDataError, TypeMismatchError)):
            from_data(data)
