"""Policies written as JSON are read back."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy import from_json
from duckrow.cfengine.policy.check import read_file
from duckrow.cfengine.policy.dump import to_json
from duckrow.cfengine.policy.from_json import blocks_from_json
from duckrow.cfengine.policy.policy import Policy
from duckrow.cfengine.syntax.nodes import (
    Attribute,
    Body,
    Bundle,
    FunctionCall,
    List,
    Promise,
    Word,
)
from duckrow.cfengine.values.json_text import JsonError

POLICY = """
bundle agent main(a)
{
  vars:
    "x" string => "y";
    "d" data => '{ "k": [ 1 ] }';
  linux::
    "l" slist => { "a", concat("b", "c") };
  files:
    "/x" perms => m, create => "true";
}
body perms m
{
  mode => "600";
  linux::
    mode => "644";
}
"""


def test_a_dumped_policy_is_read_back() -> None:
    policy = Policy()
    policy.add(read_file(POLICY, "x.cf").blocks, "x.cf")
    found = blocks_from_json(to_json(policy.bundles, policy.bodies))
    assert found is not None
    bundle, body = found
    assert isinstance(bundle, Bundle)
    assert isinstance(body, Body)
    assert (bundle.kind, bundle.name, bundle.namespace) == ("agent", "main", "default")
    assert bundle.parameters == ("a",)
    variables, files = bundle.sections[:2]
    list_ = List(("a", FunctionCall("concat", ("b", "c"), 0)))
    slist = Attribute("slist", list_, "any", 0, 0)
    assert variables.promises[2] == Promise("linux", None, "l", None, [slist], 0, 0)
    assert variables.promises[1].attributes[0].value == '{"k":[1]}'
    assert files.promises[0].attributes[0].value == Word("m")
    assert [(each.value, each.guard) for each in body.attributes] == [
        ("600", "any"),
        ("644", "linux"),
    ]
    assert bundle.file == body.file == "x.cf"


@pytest.mark.parametrize("text", ["[]", "{}", '{"bundles": [ 5 ]}', '{"bodies": {"a": 1}}'])
def test_other_json_is_not_a_policy(text: str) -> None:
    assert blocks_from_json(text) is None


@pytest.mark.parametrize(
    "rval",
    [
        '{"type": "bogus"}',
        '{"type": "string", "value": []}',
        '{"type": "list", "value": [{"type": "list", "value": []}]}',
        '{"type": "functionCall", "name": "f"}',
    ],
)
def test_values_that_are_none(rval: str) -> None:
    attribute = f'{{"lval": "x", "rval": {rval}}}'
    context = f'{{"name": "any", "attributes": [{attribute}]}}'
    body = (
        f'"bodyType": "b", "name": "n", "namespace": "d", "arguments": [], "contexts": [{context}]'
    )
    assert blocks_from_json(f'{{"bodies": [{{{body}}}]}}') is None


def test_text_where_data_is_wanted_is_read_when_the_policy_runs() -> None:
    attribute = '{"lval": "data", "rval": {"type": "string", "value": "no data"}}'
    promise = f'{{"promiser": "x", "attributes": [{attribute}]}}'
    section = f'{{"name": "vars", "contexts": [{{"name": "any", "promises": [{promise}]}}]}}'
    head = '"bundleType": "agent", "name": "n", "namespace": "d", "arguments": []'
    found = blocks_from_json(f'{{"bundles": [{{{head}, "promiseTypes": [{section}]}}]}}')
    assert found is not None
    (bundle,) = found
    assert isinstance(bundle, Bundle)
    value = bundle.sections[0].promises[0].attributes[0].value
    assert value == FunctionCall("parsejson", ("no data",), 0)


def test_invalid_json() -> None:
    with pytest.raises(JsonError):
        blocks_from_json("not json")


def test_our_own_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_attributes: object, _name: object) -> None:
        raise TypeError("a fault of ours")

    monkeypatch.setattr(from_json, "of_body", fail)
    body = '"bodyType": "b", "name": "n", "namespace": "d", "arguments": [], "contexts": []'
    with pytest.raises(TypeError, match="a fault of ours"):
        blocks_from_json(f'{{"bodies": [{{{body}}}]}}')
