"""Facts of a host in manifests: only what is read is found out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.cli.options import Arguments
from duckrow.cli.target import find_target, read_settings
from duckrow.facts.core import find_core
from duckrow.puppet.environment.compile import Result, compile_catalog


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the built-in facts that are found out."""
    found: list[str] = []

    def watched(name: str) -> Any:
        function = find_core(name)
        if function is not None:
            found.append(name)
        return function

    monkeypatch.setattr("duckrow.facts.lazy.find_core", watched)
    return found


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    """Compile code for this host and give what it says."""

    def run(code: str, **options: str) -> list[str]:
        result = compile_it(code, **options)
        assert result.failure is None, result.failure.basic
        return [entry.message for entry in result.logs]

    def compile_it(code: str, **options: str) -> Result:
        arguments = Arguments()
        given = {"confdir": str(tmp_path), "codedir": str(tmp_path), "modulepath": str(tmp_path)}
        for name, value in {**given, **options}.items():
            arguments.add(name, value)
        arguments.add("no-cache", "")
        arguments.add("e", code)
        return compile_catalog(*find_target(arguments, read_settings(arguments)))

    run.result = compile_it  # type: ignore[attr-defined]
    return run


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("notice(1)", []),
        ("$a = 1 class b { $c = 2 notice($a, $c) } include b", []),
        ("notice($facts['kernel'])", ["kernel"]),
        ("notice(\"${facts['os']['family']} ${::facts[os][name]}\")", ["os"]),
        ("class a { notice($facts['kernel']) } include a", ["kernel"]),
        ("notice($kernel, $::kernelrelease)", ["kernel", "kernelrelease"]),
        ("notice($osfamily)", ["os"]),
        ("notice(getvar('facts.os.family'))", ["os"]),
        ("notice([1].map |$x| { $facts['kernel'] })", ["kernel"]),
        ("$a = [1] notice(inline_template('<%= @a.push(2) %>'), $a, $kernel)", ["kernel"]),
        ("notice('Kernel' in $facts, 'nothing' in $facts)", ["kernel"]),
        ("if 'kernel' in $facts { notice($0) }", ["kernel"]),
        ("notice(inline_epp('<%= $facts[kernel] %>'))", ["kernel"]),
        ("notice(inline_template('<%= @kernel %>'))", ["kernel"]),
    ],
)
def test_only_used_facts_are_computed(
    compiled: Any, asked: list[str], code: str, names: list[str]
) -> None:
    compiled(code)
    assert sorted(set(asked)) == names


def test_facts_as_a_whole(compiled: Any, asked: list[str]) -> None:
    code = (
        "notice($facts =~ Hash[String, Data], $facts.length > 10, 'kernel' in $facts, "
        "$facts.dig('os', 'nothing'), $facts['nothing'], $facts.filter |$k, $v| { $k == kernel })"
    )
    assert compiled(code) == ["true true true   {kernel => Linux}"]
    assert len(asked) > 20


def test_a_manifest_may_use_old_names_for_its_own(compiled: Any) -> None:
    code = "notice($hostname =~ String) $hostname = 'mine' $network = 1 notice($hostname, $network)"
    assert compiled(code) == ["true", "mine 1"]


@pytest.mark.parametrize(
    "code", ["$kernel = 1", "notice($kernel) $kernel = 1", "$hostname = 1 $hostname = 2", "$os = 1"]
)
def test_but_not_the_names_of_facts(compiled: Any, code: str) -> None:
    failure = compiled.result(code).failure
    assert failure is not None
    assert "Cannot reassign variable" in failure.basic


def test_unknown_variables_are_still_unknown(compiled: Any) -> None:
    failure = compiled.result("notice($nothing_of_the_kind)").failure
    assert failure is not None
    assert "Unknown variable: 'nothing_of_the_kind'" in failure.basic


def test_another_node_has_no_facts(compiled: Any, asked: list[str]) -> None:
    assert compiled("notice($facts)", node="lake.example.com") == ["{}"]
    assert asked == []


def test_modules_of_the_environment_have_facts(compiled: Any, tmp_path: Path) -> None:
    for path, text in {
        "pond/facts.d/a.txt": "depth_of_test=4\n",
        "pond/lib/duckrow/facts/quack.py": "from duckrow.facts.custom import fact\n"
        "@fact\ndef quack(facts): return [facts['depth_of_test']]\n",
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    assert compiled("notice($facts['quack'], $quack, $depth_of_test)") == ["[4] [4] 4"]


def test_all_variables_of_a_template(compiled: Any) -> None:
    template = '<% all = scope.to_hash %><%= all["kernel"] %> <%= all.key?("os") %>'
    assert compiled(f"notice(inline_template('{template}'))") == ["Linux true"]


def test_hiera_asks_for_the_fact_in_a_path(compiled: Any, asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "Linux.yaml").write_text("a: quack\n")
    (tmp_path / "hiera.yaml").write_text(
        "version: 5\nhierarchy:\n- name: x\n  path: '%{facts.kernel}.yaml'\n"
    )
    assert compiled("notice(lookup('a'))") == ["quack"]
    assert set(asked) == {"kernel"}


def test_facts_of_the_client(compiled: Any, asked: list[str]) -> None:
    code = "notice($clientcert, $facts['clientnoop'], $puppetversion, $facts['clientversion'])"
    (printed,) = compiled(code, certname="pond.example.com")
    assert printed == "pond.example.com false 8.0.0 8.0.0"
    assert asked == []


def test_facts_may_be_set(compiled: Any, tmp_path: Path) -> None:
    code = "notice($facts['os']['family'], $facts['role'])"
    assert compiled(f"{code} notice($kernel)", fact="os.family=Duck") == ["Duck ", "Linux"]
    (tmp_path / "facts.json").write_text('{"role": "web", "os": {"family": "Debian"}}')
    facts = str(tmp_path / "facts.json")
    assert compiled(code, facts=facts, fact="os.family=Duck") == ["Duck web"]
    assert compiled(code, node="lake", fact="os.family=Duck") == ["Duck "]


def test_facts_that_were_sent_here(compiled: Any, tmp_path: Path) -> None:
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "a.txt").write_text("sent_to_test=1\n")
    assert compiled("notice($sent_to_test)", pluginfactdest=str(tmp_path / "sent")) == ["1"]


def test_facts_as_a_value_have_the_legacy_names_too(compiled: Any) -> None:
    code = """
      $f = $facts
      notice($f['osfamily'] == $facts['os']['family'], 'osfamily' in $facts.keys)
      notice(($facts + {}).dig('osfamily') == $facts['os']['family'])
    """
    assert compiled(code) == ["true true", "true"]
    assert compiled("notice('osfamily' in $facts.keys)", include_legacy_facts="false") == ["false"]
    assert compiled("notice('osfamily' in $facts)") == ["true"]
    assert compiled("notice('osfamily' in $facts)", include_legacy_facts="false") == ["false"]
    assert compiled("notice(/^osfam/ in $facts, /^nothing/ in $facts, 1 in $facts)") == [
        "true false false"
    ]
