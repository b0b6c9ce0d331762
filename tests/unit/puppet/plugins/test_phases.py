"""Clause MO-9: plugins run early and late, and each effect names its plugin."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from duckrow import cli
from duckrow.cli.main import main
from duckrow.facts.lazy import LazyFacts
from duckrow.puppet import plugins
from duckrow.puppet.environment import Node, Result, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.plugins import Plugin
from duckrow.puppet.plugins.phases import FIXED, OF_THE_RUN
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.values.sensitive import Sensitive

FILE = "modules/pond/lib/duckrow/plugins/census.py"


def write(directory: Path, files: dict[str, str]) -> Path:
    """Write files by their paths below a directory."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return directory


def plugin(body: str, name: str = "Census") -> str:
    """Write the file of a plugin; its first method begins at line 4."""
    text = indent(dedent(body).strip(), "    ")
    head = f"from duckrow.puppet.plugins import Plugin\n\nclass {name}(Plugin):\n"
    return f"{head}{text}\n\nPLUGIN = {name}\n"


def run(
    root: Path,
    files: dict[str, str],
    code: str = "",
    node: Node | None = None,
    plugins: str = "pond::census",
    **settings: object,
) -> Result:
    """Compile an environment whose environment.conf names plugins."""
    conf = f"plugins = {plugins}\n" if plugins else ""
    write(root, {"environment.conf": conf, "modules/pond/metadata.json": "{}", **files})
    environment = environment_at(Settings(settings), "lake", str(root), code=code)
    return compile_catalog(environment, node or Node("teal"))


def good(root: Path, body: str, code: str = "", **options: object) -> Result:
    result = run(root, {FILE: plugin(body)}, code, **options)  # type: ignore[arg-type]
    assert result.failure is None, result.failure.message
    return result


def error(root: Path, body: str, code: str = "", **options: object) -> str:
    result = run(root, {FILE: plugin(body)}, code, **options)  # type: ignore[arg-type]
    assert result.failure is not None
    return result.failure.message.replace(f"{root}/", "")


def messages(result: Result, level: str) -> list[str]:
    return [log.message for log in result.logs if log.level == level]


# ---- early


def test_mo_9_a_plugin_gives_settings(tmp_path: Path) -> None:
    body = "def settings(self, node): return {'most_resources': 3}"
    result = good(tmp_path, body, "notice($settings::most_resources)")
    assert messages(result, "notice") == ["3"]
    assert messages(result, "info") == ["Plugin pond::census gives the setting most_resources"]


def test_mo_9_a_plugin_may_switch_a_rule_on(tmp_path: Path) -> None:
    body = """
    def settings(self, node): return {'identical_resources': True}
    def facts(self, node): return {'depth': 3}
    """
    result = good(tmp_path, body, "notify { 'a': }\nnotify { 'a': }")
    # An attempt that begins again tells each effect once.
    assert messages(result, "info")[:3] == [
        "Rules of the catalog builder: identical_resources",
        "Plugin pond::census gives the setting identical_resources",
        "Plugin pond::census gives the fact depth",
    ]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("{'modulepath': '/x'}", "the setting modulepath is fixed before plugins run"),
        ("{'plugins': 'x'}", "the setting plugins is fixed before plugins run"),
        ("{'noop': True}", "the setting noop is not one of the compile"),
        ("{'tags': 'a'}", "the setting tags is not one of the compile"),
        ("{'quack': 1}", "there is no setting quack"),
        ("{'co_op': 'maybe'}", "the setting co_op is true or false, not 'maybe'"),
        ("['co_op']", "it returns a list, not a dict"),
    ],
)
def test_mo_9_settings_that_cannot_be_given(tmp_path: Path, given: str, why: str) -> None:
    message = error(tmp_path, f"def settings(self, node): return {given}")
    assert message == f"Plugin pond::census failed in settings(): {why} (file: {FILE}) on node teal"


def test_mo_9_settings_that_a_run_reads_cannot_be_given() -> None:
    sources = (Path(cli.__file__).parent / "runs").glob("*.py")
    pattern = r'(?:_flag\(settings, |settings(?:\.get\(|\[))"([a-z_]+)"'
    read = {name for each in sources for name in re.findall(pattern, each.read_text())}
    assert {"noop", "tags", "summarize"} <= read
    assert read - FIXED == read & OF_THE_RUN


def test_mo_9_a_plugin_gives_facts(tmp_path: Path) -> None:
    body = "def facts(self, node): return {'depth': len(node.name), 'os': {'family': 'Duck'}}"
    node = Node("teal", {"os": {"family": "Debian"}, "kernel": "Linux"})
    code = "notice($depth, $facts['os'], $facts['kernel'])"
    assert messages(good(tmp_path, body, code, node=node), "notice") == ["4 {family => Duck} Linux"]
    assert node.facts["os"] == {"family": "Debian"}  # the node of the caller stays as it was


def test_mo_9_facts_of_the_host_stay_lazy(tmp_path: Path) -> None:
    found: list[str] = []
    facts = LazyFacts(
        given={"duck": "mallard"},
        has_external=False,
        has_custom=False,
        on_found=lambda name, _: found.append(name),
    )
    body = "def facts(self, node): return {'depth': 3}"
    code = "notice($depth, $facts['depth'], $duck)"
    result = good(tmp_path, body, code, node=Node("teal", facts))
    assert messages(result, "notice") == ["3 3 mallard"]
    assert found == ["duck"]
    result = good(
        tmp_path, body, "notice($facts.filter |$k, $v| { $k == 'depth' })", node=Node("teal", facts)
    )
    assert messages(result, "notice") == ["{depth => 3}"]


def test_mo_9_a_plugin_gives_variables_and_classes(tmp_path: Path) -> None:
    body = """
    def variables(self, node): return {'role': 'duck'}
    def classes(self, node): return {'swim': {'far': True}, 'dive': None}
    """
    code = "class swim($far) { notice($far, $role) } class dive { notice('dive') }"
    result = good(tmp_path, body, code)
    assert messages(result, "notice") == ["true duck", "dive"]
    assert messages(result, "info") == [
        "Plugin pond::census gives the variable $role",
        "Plugin pond::census adds the class swim",
        "Plugin pond::census adds the class dive",
    ]


def test_mo_9_classes_are_added_to_those_of_the_classifier(tmp_path: Path) -> None:
    body = "def classes(self, node): return [*map('sub_{}'.format, node.classes)]"
    code = "class swim($far) { notice($far) } class sub_swim { notice('sub') }"
    node = Node("teal", classes={"swim": {"far": 3}})
    assert sorted(messages(good(tmp_path, body, code, node=node), "notice")) == ["3", "sub"]
    body = "def classes(self, node): return {'swim': {'far': 4}}"
    assert "the classifier of the node gives the class swim other parameters" in error(
        tmp_path, body, code, node=node
    )


def test_mo_9_an_unknown_class_names_the_plugin(tmp_path: Path) -> None:
    result = run(tmp_path, {FILE: plugin("def classes(self, node): return ['quack']")})
    assert result.failure is not None
    assert "Could not find class quack for teal" in result.failure.message
    assert "Plugin pond::census adds the class quack" in result.failure.why
    result = run(tmp_path, {}, "class quack { }\nfail('quack::deep is no class')")
    assert result.failure is not None
    assert not result.failure.why


def test_mo_9_a_plugin_answers_lookups(tmp_path: Path) -> None:
    body = """
    def data(self, key, node):
        return {'swim::far': 7, 'both': {'a': 1}, 'deep': {'x': {'y': 2}}}.get(key)
    """
    write(
        tmp_path,
        {
            "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n",
            "data/all.yaml": "both: {b: 2}\nswim::fast: true\nswim::far: 1\n",
        },
    )
    code = """
    class swim($far, $fast) { notice($far, $fast) }
    include swim
    notice(lookup('both', Hash, 'hash'), lookup('deep.x.y'), lookup('swim::far'))
    """
    result = good(tmp_path, body, code)
    assert messages(result, "notice") == ["7 true", "{b => 2, a => 1} 2 7"]
    assert messages(result, "info") == [
        f"Plugin pond::census answers the key {key}" for key in ("swim::far", "both", "deep")
    ]


def test_mo_9_a_plugin_answers_the_hiera_functions(tmp_path: Path) -> None:
    body = "def data(self, key, node): return {'ducks': ['teal']}.get(key)"
    code = "notice(hiera('ducks'), hiera_array('ducks'), hiera('none', 3))"
    result = good(tmp_path, body, code, strict="off")
    assert messages(result, "notice") == ["[teal] [teal] 3"]


def test_mo_9_lookup_explains_the_answer_of_a_plugin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(
        tmp_path / "lake",
        {FILE: plugin("def data(self, key, node): return 3 if key == 'a' else None")},
    )
    where = ["--environmentpath", str(tmp_path), "--environment", "lake", "--node", "teal"]
    assert main(["lookup", *where, "--explain", "a"]) == 0
    assert 'Plugin pond::census\n    Found key: "a" value: 3' in capsys.readouterr().out
    assert main(["lookup", *where, "--explain", "--default", "1", "b"]) == 0
    assert 'Plugin pond::census\n    No such key: "b"' in capsys.readouterr().out


# ---- late


def test_mo_9_a_plugin_looks_at_the_catalog(tmp_path: Path) -> None:
    body = """
    def change(self, catalog):
        notify = catalog['Notify[a]']
        assert (catalog.node, catalog.environment) == ('teal', 'lake')
        assert [str(each) for each in catalog][-2:] == ['Class[Swim]', 'Notify[a]']
        assert len(catalog) == 5 and 'swim' in catalog.classes
        assert 'Notify[b]' not in catalog and catalog.find('Notify[a]') is not None
        assert (notify.type, notify.title, notify.line) == ('Notify', 'a', 1)
        assert notify.attributes == {'message': 'x', 'noop': True} and 'swim' in notify.tags
        assert 'loglevel' not in notify and notify.get('loglevel', 'none') == 'none'
    """
    code = (
        "class swim { notify { 'a': message => 'x', noop => true } @notify { 'b': } } include swim"
    )
    assert good(tmp_path, body, code).effects_of_plugins() == []


def test_mo_9_a_plugin_changes_the_catalog(tmp_path: Path) -> None:
    body = """
    def change(self, catalog):
        added = catalog.add('notify', 'b', message=['x', 1], before='Notify[a]')
        catalog['Notify[a]']['message'] = 'y'
        del catalog['Notify[a]']['noop']
        catalog.remove('Notify[c]')
        added['tag'] = 'late'
    """
    code = "notify { 'a': message => 'x', noop => true }\nnotify { 'c': alias => 'd' }"
    result = good(tmp_path, body, code)
    data = result.data()
    assert data is not None
    a, b = data["resources"][-2:]
    assert a["parameters"] == {"message": "y"}
    assert (b["title"], b["file"], b["line"]) == ("b", str(tmp_path / FILE), 5)
    assert b["parameters"] == {"message": ["x", 1], "before": "Notify[a]", "tag": "late"}
    assert "late" in b["tags"]
    assert data["edges"][-1] == {"source": "Class[main]", "target": "Notify[b]"}
    assert result.catalog.find("notify", "c") is result.catalog.find("notify", "d") is None
    effects = result.effects_of_plugins()
    assert [(each["effect"], each["name"], each["line"]) for each in effects] == [
        ("resource added", "Notify[b]", 5),
        ("resource changed", "Notify[a]", 6),
        ("resource changed", "Notify[a]", 7),
        ("resource removed", "Notify[c]", 8),
        ("resource changed", "Notify[b]", 9),
    ]
    assert [each.get("attribute") for each in effects] == [None, "message", "noop", None, "tag"]


def test_mo_9_a_secret_stays_secret(tmp_path: Path) -> None:
    body = """
    def change(self, catalog):
        from duckrow.puppet.values.sensitive import Sensitive
        assert isinstance(catalog['Notify[a]']['message'], Sensitive)
        catalog['Notify[a]']['message'] = 'other'
        catalog.add('notify', 'b', message=Sensitive('x'))
    """
    result = good(tmp_path, body, "notify { 'a': message => Sensitive('x') }")
    for title in ("a", "b"):
        found = result.catalog.find("notify", title)
        assert found is not None
        assert found.sensitive == ["message"]
        assert not isinstance(found.parameters["message"], Sensitive)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("catalog.add('notify', 'a')", "Duplicate declaration: Notify[a] is already declared"),
        ("catalog.add('notify', 'b', quack=1)", "no parameter named 'quack'"),
        ("catalog.add('swim', 'b')", "Unknown resource type: 'swim'"),
        ("catalog.add('notify', 'b', message={1, 2})", "a value of the class set is no value"),
        ("catalog['Notify[a]']['quack'] = 1", "no parameter named 'quack'"),
        ("catalog['Notify[a]']['name'] = 'x'", "'name' names Notify[a] and cannot be changed"),
        ("catalog.add('notify', 3)", "3 is not the title of a resource"),
        ("catalog['Notify[x]']", "Could not find resource 'Notify[x]' in the catalog"),
        ("catalog['Swim[s]']['x'] = 1", "'x' of Swim[s] cannot be changed: its body has run"),
        ("catalog.remove('Swim[s]')", "Swim[s] cannot be removed: it contains others"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_mo_9_a_plugin_that_fails_ends_the_compile(
    tmp_path: Path, statement: str, why: str
) -> None:
    body = f"def change(self, catalog):\n    {statement}"
    code = "define swim($x = 0) { notify { 'a': } }\nswim { 's': }"
    message = error(tmp_path, body, code)
    assert message.startswith(f"Plugin pond::census failed in change(): {why}")
    assert message.endswith(f"(file: {FILE}, line: 5) on node teal")


def test_mo_9_relationships_of_classes_may_be_changed(tmp_path: Path) -> None:
    body = "def change(self, catalog): catalog['Class[swim]']['require'] = 'Notify[a]'"
    result = good(tmp_path, body, "class swim { }\ninclude swim\nnotify { 'a': }")
    found = result.catalog.find("class", "swim")
    assert found is not None
    assert found.parameters["require"] == "Notify[a]"


def test_mo_9_the_changed_catalog_is_checked(tmp_path: Path) -> None:
    body = "def change(self, catalog): catalog.remove('Notify[a]')"
    code = "notify { 'a': }\nnotify { 'b': require => Notify['a'] }"
    result = run(tmp_path, {FILE: plugin(body)}, code)
    assert result.failure is not None
    assert "Could not find resource 'Notify[a]' in parameter 'require'" in result.failure.message
    assert "Plugin pond::census removes Notify[a]" in result.failure.why


# ---- which plugins run


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("2 ** 64", "outside of Puppet Integer max range, got '0x10000000000000000'"),
        ("[-2 ** 80]", "outside of Puppet Integer min range"),
        ("float('nan')", "the number nan is no value of the language"),
        ("{'a': float('inf')}", "the number inf is no value of the language"),
    ],
)
def test_mo_9_numbers_that_the_language_lacks(tmp_path: Path, value: str, why: str) -> None:
    assert why in error(tmp_path, f"def variables(self, node): return {{'n': {value}}}")


@pytest.mark.parametrize(
    ("method", "given", "why"),
    [
        ("variables", "{'facts': 1}", "the variable $facts is the language's own"),
        ("variables", "{'Bad-Name': 1}", "'Bad-Name' is not the name of a variable"),
        ("variables", "{'a::b': 1}", "'a::b' is not the name of a variable"),
        ("classes", "['no such']", "'no such' is not the name of a class"),
        ("classes", "{'pond::': {}}", "'pond::' is not the name of a class"),
    ],
)
def test_mo_9_names_that_cannot_be(tmp_path: Path, method: str, given: str, why: str) -> None:
    message = error(tmp_path, f"def {method}(self, node): return {given}")
    assert message == f"Plugin pond::census failed in {method}(): {why} (file: {FILE}) on node teal"


def test_mo_9_a_misspelt_method_is_a_warning(tmp_path: Path) -> None:
    result = good(tmp_path, "def fact(self, node): return {}")
    assert messages(result, "warning") == [
        "Plugin pond::census has a method fact, which is never called; did you mean facts?"
    ]
    helper = """
    def fact(self): return 1
    def facts(self, node): return {'depth': self.fact()}
    """
    assert messages(good(tmp_path, helper), "warning") == []


def test_mo_9_sensitive_is_there_for_plugins() -> None:
    assert plugins.Sensitive is Sensitive


def test_mo_9_what_a_plugin_prints_goes_to_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """
    print('loaded')
    def facts(self, node):
        print('facts')
        return {}
    def change(self, catalog):
        print('change')
        raise ValueError('x')
    """
    error(tmp_path, body)
    print("after")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("after\n", "loaded\nfacts\nchange\n")


def test_mo_9_without_the_setting_no_plugin_is_loaded(tmp_path: Path) -> None:
    result = run(tmp_path, {FILE: "raise ValueError"}, "notice(1)", plugins="")
    assert result.failure is None
    assert result.build.plugins is None


def test_mo_9_without_the_setting_nothing_of_plugins_is_imported(tmp_path: Path) -> None:
    write(tmp_path, {FILE: "raise ValueError"})
    program = f"""
import sys
from duckrow.cli.main import main
code = main(["compile", "--format", "none", "--modulepath", {str(tmp_path / "modules")!r},
             "--node", "teal", "-e", "notify {{ 'a': }}"])
found = [name for name in sys.modules if "plugins" in name or name == "importlib.metadata"]
sys.exit(code or found or 0)
"""
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_mo_9_all_runs_the_plugins_of_all_modules_in_order(tmp_path: Path) -> None:
    body = "def classes(self, node): return [self.name.replace('::', '_')]"
    names = ["pond/census", "pond/another", "lake/census"]
    files = {
        f"modules/{name.replace('/', '/lib/duckrow/plugins/')}.py": plugin(body) for name in names
    }
    code = "class lake_census { } class pond_another { } class pond_census { }"
    result = run(tmp_path, files, code, plugins="all")
    assert result.failure is None, result.failure.message
    assert [each["plugin"] for each in result.effects_of_plugins()] == [
        "lake::census",
        "pond::another",
        "pond::census",
    ]


def test_mo_9_plugins_that_disagree_are_an_error(tmp_path: Path) -> None:
    body = "def facts(self, node): return {'same': 1, 'depth': self.name}"
    files = {FILE: plugin(body), FILE.replace("census", "other"): plugin(body)}
    result = run(tmp_path, files, plugins="pond::census, pond::other")
    assert result.failure is not None
    assert result.failure.message.startswith(
        "Plugins pond::census and pond::other give different values of the fact depth"
    )


@pytest.mark.parametrize(
    ("name", "why", "hint"),
    [
        ("pnod::census", "there is no module pnod on the module path", "did you mean pond?"),
        ("pond::censu", "there is no ROOT/modules/pond/lib", "did you mean pond::census?"),
        ("census", "no installed distribution has an entry point census", "MODULE::NAME"),
    ],
)
def test_mo_9_an_unknown_plugin(tmp_path: Path, name: str, why: str, hint: str) -> None:
    result = run(tmp_path, {FILE: plugin("pass")}, plugins=name)
    assert result.failure is not None
    assert result.failure.message.startswith(f"Could not find the plugin {name} (setting plugins)")
    assert why in result.failure.why.replace(str(tmp_path), "ROOT")
    assert hint in result.failure.hint


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = 1\ndef (:", "SyntaxError: invalid syntax (file: FILE, line: 2)"),
        (
            "\nimport quack_quack",
            "ModuleNotFoundError: No module named 'quack_quack' (file: FILE, line: 2)",
        ),
        ("PLUGIN = 3", "PLUGIN is not a class of plugins (file: FILE)"),
        (
            plugin("def __init__(self): 1 / 0"),
            "ZeroDivisionError: division by zero (file: FILE, line: 4)",
        ),
    ],
)
def test_mo_9_a_plugin_that_cannot_be_loaded(tmp_path: Path, text: str, why: str) -> None:
    result = run(tmp_path, {FILE: text})
    assert result.failure is not None
    message = result.failure.message.replace(str(tmp_path / FILE), "FILE")
    assert message == f"Plugin pond::census cannot be loaded: {why} on node teal"


def test_mo_9_an_entry_point_is_a_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = write(
        tmp_path / "site",
        {
            "duck_inventory.py": plugin("def facts(self, node): return {'depth': 1}")
            + "\nclass Broken(Plugin):\n    def facts(self, node): return 1 / 0\n",
            "duck_inventory-1.0.dist-info/METADATA": "Name: duck_inventory\nVersion: 1.0\n",
            "duck_inventory-1.0.dist-info/entry_points.txt": "[duckrow.plugins]\n"
            "inventory = duck_inventory:PLUGIN\nbroken = duck_inventory:Broken\n"
            "missing = duck_inventory:Quack\n",
        },
    )
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.delitem(sys.modules, "duck_inventory", raising=False)
    assert run(tmp_path, {}, "notice(1)", plugins="all").failure is None
    assert "duck_inventory" not in sys.modules  # `all` means the plugins of modules
    result = run(tmp_path, {}, "notice($depth)", plugins="inventory")
    assert messages(result, "notice") == ["1"]
    (effect,) = result.effects_of_plugins()
    assert (effect["plugin"], effect["file"]) == ("inventory", str(site / "duck_inventory.py"))
    for name, what in (
        ("broken", "failed in facts(): ZeroDivisionError"),
        ("missing", "cannot be"),
    ):
        result = run(tmp_path, {}, plugins=name)
        assert result.failure is not None
        assert result.failure.message.startswith(f"Plugin {name} {what}")
    monkeypatch.delitem(sys.modules, "duck_inventory")


def test_mo_9_a_plugin_of_a_package(tmp_path: Path) -> None:
    body = "def facts(self, node): return {'depth': 9}"
    write(
        tmp_path / "pond", {"metadata.json": "{}", FILE.removeprefix("modules/pond/"): plugin(body)}
    )
    assert (
        main(["module", "pack", "--into", str(tmp_path / "modules"), str(tmp_path / "pond")]) == 0
    )
    write(tmp_path, {"environment.conf": "plugins = all\n"})
    environment = environment_at(Settings(), "lake", str(tmp_path), code="notice($depth)")
    result = compile_catalog(environment, Node("teal"))
    assert messages(result, "notice") == ["9"]
    (effect,) = result.effects_of_plugins()
    assert effect["file"] == str(tmp_path / "modules/pond.par/lib/duckrow/plugins/census.py")


# ---- reports


def test_mo_9_reports_name_the_plugin_of_each_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """
    def facts(self, node): return {'depth': 3}
    def change(self, catalog): catalog.add('notify', 'b')
    """
    run(tmp_path / "lake", {FILE: plugin(body), "manifests/site.pp": "notify { 'a': }"})
    state = ["--state-dir", str(tmp_path / "state")]
    where = ["--environmentpath", str(tmp_path), "--environment", "lake"]
    assert main(["apply", *state, *where]) == 0
    capsys.readouterr()
    assert main(["report", "show", *state]) == 0
    shown = capsys.readouterr().out.replace(f"{tmp_path}/lake/", "")
    assert f"plugins:\n  pond::census gives the fact depth ({FILE}:4)" in shown
    assert f"  pond::census adds Notify[b] ({FILE}:5)" in shown
    assert main(["report", "show", *state, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [(each["plugin"], each["effect"]) for each in report["plugins"]] == [
        ("pond::census", "fact"),
        ("pond::census", "resource added"),
    ]


def test_mo_9_a_batch_reports_effects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, {FILE: plugin("def facts(self, node): return {'depth': 3}")})
    job = {
        "id": "one",
        "code": "notice($depth)",
        "modulepath": [str(tmp_path / "modules")],
        "settings": {"plugins": "pond::census"},
    }
    (tmp_path / "jobs.json").write_text(json.dumps(job))
    assert main(["compile", "--batch", str(tmp_path / "jobs.json")]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [(each["plugin"], each["name"]) for each in result["plugins"]] == [
        ("pond::census", "depth")
    ]


def test_mo_9_explanations_name_the_plugin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """
    def classes(self, node): return ['swim']
    def change(self, catalog): catalog.add('notify', 'b', require='Class[swim]')
    def data(self, key, node): return 9 if key == 'swim::depth' else None
    """
    site = "class swim($depth) { notify { 'a': } }"
    run(tmp_path / "lake", {FILE: plugin(body), "manifests/site.pp": site})
    where = ["--environmentpath", str(tmp_path), "--environment", "lake", "--node", "teal"]
    assert main(["explain", "class", "swim", *where]) == 0
    shown = capsys.readouterr().out
    assert "Plugin pond::census adds the class swim" in shown
    assert f"{FILE}:4" in shown
    assert main(["explain", "order", "Notify[a]", "Notify[b]", *where]) == 0
    assert f"{FILE}:5" in capsys.readouterr().out
    assert main(["explain", "value", "Class[swim]", "depth", *where]) == 0
    shown = capsys.readouterr().out
    assert "Plugin pond::census answers the key swim::depth: 9" in shown
    assert f"{FILE}:6" in shown
    assert "Hiera has" not in shown
    assert main(["explain", "resource", "Notify[b]", *where]) == 0
    shown = capsys.readouterr().out
    assert "Plugin pond::census adds Notify[b]" in shown
    assert "the main manifest" not in shown


def test_mo_9_a_failed_plugin_applies_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = f"file {{ '{tmp_path}/made': ensure => file }}"
    body = "def change(self, catalog): raise ValueError('no')"
    run(tmp_path / "lake", {FILE: plugin(body), "manifests/site.pp": site})
    where = ["--environmentpath", str(tmp_path), "--environment", "lake"]
    assert main(["apply", "--state-dir", str(tmp_path / "state"), *where]) == 1
    assert "Plugin pond::census failed in change(): ValueError: no" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


def test_every_method_has_a_default() -> None:
    # A plugin overrides what it needs: the others do nothing.
    plugin = Plugin()
    node = None
    assert [plugin.settings(node), plugin.facts(node), plugin.variables(node)] == [{}, {}, {}]  # type: ignore[arg-type]
    assert plugin.classes(node) == ()  # type: ignore[arg-type]
    assert plugin.data("key", node) is None  # type: ignore[arg-type]
