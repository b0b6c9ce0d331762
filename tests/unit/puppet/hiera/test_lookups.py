from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.explain import Explainer
from duckrow.puppet.hiera.lookups import lookups_of
from duckrow.puppet.hiera.state import state_of
from duckrow.puppet.values.sensitive import Sensitive

from .data import TWO_LEVELS, compiled, messages, value_of

DATA = {
    "hiera.yaml": TWO_LEVELS,
    "data/one.yaml": """
        first: one
        list: [1, 2]
        hash: {a: {x: 1}}
        text: "%{facts.os.family} and %{lookup('first')}"
        secret: hunter2
        """,
    "data/two.yaml": """
        first: two
        list: [2, 3]
        hash: {a: {y: 2}, b: 3}
        lookup_options:
          secret: {convert_to: Sensitive}
          "^ha": {merge: deep}
        """,
}


@pytest.mark.parametrize("is_explained", [False, True])
@pytest.mark.parametrize(
    ("key", "merge", "value"),
    [
        ("first", None, "one"),
        ("list", None, [1, 2]),
        ("list", "unique", [1, 2, 3]),
        ("hash", None, {"a": {"y": 2, "x": 1}, "b": 3}),
        ("hash", "hash", {"a": {"x": 1}, "b": 3}),
        ("hash.a.y", None, 2),
        ("text", None, "Debian and one"),
        ("nope", None, MISSING),
        ("hash.nope", None, MISSING),
        ("lookup_options", None, MISSING),
    ],
)
def test_the_short_way_and_the_explained_way_give_the_same(
    tmp_path: Path, key: str, merge: str | None, value: object, is_explained: bool
) -> None:
    result = compiled(tmp_path, DATA, "undef")
    value_of(result, "first")  # all data is in memory from here on
    found = value_of(result, key, merge, Explainer() if is_explained else None)
    assert found == value


def test_secrets_are_sensitive_and_explanations_keep_them(tmp_path: Path) -> None:
    from duckrow.puppet.hiera.explain_text import data_of, explanation

    explainer = Explainer()
    value = value_of(compiled(tmp_path, DATA, "undef"), "secret", None, explainer)
    assert isinstance(value, Sensitive)
    assert value.unwrap() == "hunter2"
    for shown in (explanation(explainer.root), repr(data_of(explainer.root))):
        assert "secret" in shown
        assert "hunter2" not in shown


def test_paths_follow_the_scope_that_asks(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": """
            version: 5
            hierarchy:
              - {name: by variable, path: "%{which}.yaml"}
            """,
        "data/a.yaml": "k: in a",
        "data/b.yaml": "k: in b",
    }
    code = """
        $which = 'a'
        class c { $which = 'b' notice(lookup('k')) }
        notice(lookup('k'))
        include c
        notice(lookup('k'))
        ['b', 'a'].each |$which| { notice(lookup('k')) }
        """
    said = messages(compiled(tmp_path, files, code))
    assert said == ["in a", "in b", "in a", "in b", "in a"]


def test_a_fact_cannot_be_shadowed_so_paths_of_facts_are_made_once(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy: [{name: f, path: '%{facts.hostname}.yaml'}]\n",
        "data/teal.yaml": "k: v",
    }
    result = compiled(tmp_path, files, "notice(lookup('k'))")
    assert messages(result) == ["v"]
    layer = lookups_of(result.build.top).environment
    assert layer is not None
    assert layer.config._remembered == []


def test_parameters_without_any_data_import_nothing_of_this_room(tmp_path: Path) -> None:
    result = compiled(tmp_path, {}, "class c($a = 1) { notice($a) }\ninclude c")
    assert messages(result) == ["1"]
    assert state_of(result.build).lookups == {}


def test_module_data_and_default_hierarchy(tmp_path: Path) -> None:
    files = {
        "modules/m/hiera.yaml": """
            version: 5
            hierarchy: [{name: own, path: own.yaml}]
            default_hierarchy: [{name: last, path: last.yaml}]
            """,
        "modules/m/data/own.yaml": "m::a: own\nstray: 1\n",
        "modules/m/data/last.yaml": "m::a: last\nm::b: last\n",
        "modules/m/manifests/init.pp": "class m($a, $b, $c = 'default') { notice($a, $b, $c) }",
    }
    said = messages(compiled(tmp_path, files, "include m"))
    location = f"when using location '{tmp_path}/modules/m/data/own.yaml',"
    warning = "must use keys qualified with the name of the module"
    assert said == [
        f"Module 'm': Value returned from data_hash function 'yaml_data', {location} {warning}",
        "own last default",
    ]


def test_a_bomb_in_data_is_an_error_of_that_file(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    files = {"hiera.yaml": TWO_LEVELS, "data/one.yaml": "\n".join(lines)}
    said = messages(compiled(tmp_path, files, "notice(lookup('a8'))"))
    path = f"{tmp_path}/data/one.yaml"
    assert said == [
        f"Unable to parse ({path}): aliases stand for more than 1000000 values at line 6"
    ]


def test_the_global_layer_is_in_the_directory_of_code_or_of_the_configuration(
    tmp_path: Path,
) -> None:
    hiera = "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n"
    files = {"code/data/all.yaml": "k: code", "conf/data/all.yaml": "k: conf"}
    key_lines = {"codedir": str(tmp_path / "code"), "confdir": str(tmp_path / "conf")}

    def said(more: dict[str, str]) -> list[str]:
        return messages(compiled(tmp_path, files | more, "notice(lookup('k'))", **key_lines))

    assert said({"conf/hiera.yaml": hiera}) == ["conf"]
    assert said({"code/hiera.yaml": hiera}) == ["code"]
