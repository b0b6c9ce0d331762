"""`duckrow diff` between refs of a repository, directories and catalogs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .control_repository import NODES, POND, SITE, Repository, Run, git, items


@pytest.fixture
def repository(tmp_path: Path, duckrow: Run) -> Repository:
    path = tmp_path / "control"
    path.mkdir()
    return Repository(path, duckrow)


def test_equal_changes_are_grouped_with_their_causes(repository: Repository) -> None:
    repository.write("data/common.yaml", "---\npond::depth: 4\n")
    repository.write("modules/pond/files/reeds", "brown\nreeds\n")
    repository.write("modules/pond/manifests/init.pp", POND.replace("0644", "0600"))
    code, data = repository.diff(*NODES)
    assert code == 2
    assert data["counts"] == {"same": 0, "unchanged": 2, "different": 2, "failed": 0}
    (group,) = data["groups"]
    assert group["nodes"] == ["web1", "web2"]
    assert [(each.get("title"), each.get("cause")) for each in group["changes"]] == [
        ("/tmp/mud", "manifest modules/pond/manifests/init.pp"),
        ("/tmp/pond", "data key pond::depth (data/common.yaml:2)"),
        ("/tmp/reeds", "file modules/pond/files/reeds"),
        ("pond::depth", None),
    ]
    reeds = group["changes"][2]
    assert (reeds["old_value"], reeds["new_value"]) == ("green\nreeds\n", "brown\nreeds\n")
    assert (reeds["new_file"], reeds["new_line"]) == ("modules/pond/manifests/init.pp", 4)


@pytest.mark.parametrize(
    ("file", "text", "affected", "compiled_twice"),
    [
        ("README.md", "read me\n", [], 0),
        ("modules/pond/files/reeds", "other\n", ["web1", "web2"], 2),
        ("modules/pond/templates/pond.epp", "deep <%= $depth %>\n", ["web1", "web2"], 2),
        ("modules/lake/manifests/init.pp", "class lake { notify { sea: } }\n", ["db1"], 1),
        ("data/common.yaml", "---\npond::depth: 3\nother::key: 4\n", [], 0),
        ("data/common.yaml", "---\npond::depth: 4\n", ["web1", "web2"], 2),
        ("data/nodes/web2.yaml", "pond::depth: 9\n", ["web2"], 1),
        ("data/nodes/db1.yaml", "pond::depth: 9\n", [], 0),
        ("modules/lake/manifests/bay.pp", "class lake::bay { }\n", [], 1),
        ("manifests/site.pp", SITE.replace("default {", "default { notify { hi: }"), ["other"], 4),
        ("environment.conf", "modulepath = modules:other\n", [], 4),
    ],
)
def test_only_nodes_whose_inputs_changed_are_compiled_again(
    repository: Repository, file: str, text: str, affected: list[str], compiled_twice: int
) -> None:
    repository.write(file, text)
    _, data = repository.diff(*NODES)
    assert sorted({node for group in data["groups"] for node in group["nodes"]}) == affected
    assert data["counts"]["different"] + data["counts"]["same"] == compiled_twice
    _, everything = repository.diff("--compile-all", *NODES)
    assert everything["groups"] == data["groups"]


def test_a_data_file_that_functions_read_concerns_the_nodes_that_read_it(
    repository: Repository,
) -> None:
    code = "class lake { $d = loadyaml('%s')\n notify { $d['fish']: } }\n"
    path = "/etc/puppetlabs/code/environments/production/data/common.yaml"
    repository.write("modules/lake/manifests/init.pp", code % path)
    repository.write("data/common.yaml", "---\npond::depth: 3\nfish: carp\n")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("data/common.yaml", "---\npond::depth: 3\nfish: pike\n")
    _, data = repository.diff("--node", "web1,db1,db2")
    assert [group["nodes"] for group in data["groups"]] == [["db1", "db2"]]


def test_tags_of_node_statements_are_no_other_values(repository: Repository) -> None:
    nodes = "node 'web1', 'web2' { %s }\nnode default { }\n"
    repository.write("manifests/site.pp", nodes % "")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    file = 'file { "/tmp/x": content => "s" }'
    repository.write("manifests/site.pp", nodes % file)
    _, data = repository.diff("--node", "web1,web2")
    added = [each for group in data["groups"] for each in group["changes"] if "title" in each]
    assert [(each["title"], each.get("varies")) for each in added] == [("/tmp/x", None)]


def test_values_of_a_resource_that_goes_may_vary(repository: Repository) -> None:
    varies = "class lake { notify { fish: message => $trusted['certname'] } }\n"
    repository.write("modules/lake/manifests/init.pp", varies)
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("modules/lake/manifests/init.pp", "class lake { }\n")
    _, data = repository.diff("--node", "db1,db2")
    (group,) = data["groups"]
    assert group["nodes"] == ["db1", "db2"]
    assert group["changes"][0]["varies"] is True


def test_no_difference_is_exit_code_0(repository: Repository) -> None:
    repository.write("README.md", "read me\n")
    repository.commit()
    code, out, _ = repository.text()
    assert (code, out) == (0, "4 nodes: no difference between before and HEAD\n")


def test_a_failure_is_exit_code_1(repository: Repository) -> None:
    repository.write("modules/lake/manifests/init.pp", "class lake { fail('dry') }\n")
    code, data = repository.diff(*NODES)
    assert code == 1
    (error,) = items(data)
    assert error["side"] == "to"
    assert "dry" in error["title"]
    assert "modules/lake/manifests/init.pp" in error["title"]
    _, data = repository.diff("--node", "db1,db2")
    assert [group["nodes"] for group in data["groups"]] == [["db1", "db2"]]


def test_usage_errors_are_no_differences(duckrow: Run) -> None:
    assert duckrow("diff", "one")[0] == 1
    assert duckrow("diff", "no-such-ref", "HEAD", "--node", "a")[0] == 1


@pytest.mark.parametrize("most", ["0", "many"])
def test_a_limit_that_is_no_number_is_an_error_in_all_formats(
    repository: Repository, most: str
) -> None:
    code, out, err = repository.text(*NODES, "--most", most)
    assert (code, out) == (1, "")
    assert "--most takes a whole number from 1" in err


def test_an_empty_name_of_a_node_does_not_mean_all(repository: Repository) -> None:
    code, _, err = repository.text("--node", "")
    assert (code, err.splitlines()[0]) == (
        1,
        "duckrow: --node takes names of nodes, not an empty text (see duckrow diff --help)",
    )


@pytest.mark.parametrize("option", ["--results", "--output"])
def test_a_file_that_cannot_be_written_is_no_difference(
    repository: Repository, option: str, tmp_path: Path
) -> None:
    repository.write("data/common.yaml", "---\npond::depth: 4\n")
    repository.commit()
    missing = str(tmp_path / "missing" / "file")
    code, _, err = repository.text(*NODES, option, missing)
    assert (code, err) == (1, f"duckrow: cannot write {missing}: No such file or directory\n")
    code, _, err = repository.text(*NODES, option, "/dev/full")
    assert code == 1
    assert err.endswith(": No space left on device\n")


def test_a_version_without_an_environment_is_an_error(repository: Repository) -> None:
    (repository.path / "puppet").mkdir()
    for name in ("manifests", "modules", "data", "hiera.yaml"):
        (repository.path / name).rename(repository.path / "puppet" / name)
    repository.commit()
    code, _, err = repository.text(*NODES)
    assert (code, err.splitlines()) == (
        1,
        [
            "duckrow: HEAD holds no environment",
            " why: it has no environment.conf, manifests or modules",
            " try: HEAD:puppet names one in it",
        ],
    )


def test_a_shallow_clone_says_so(repository: Repository, duckrow: Run) -> None:
    repository.commit()
    clone = repository.path.parent / "clone"
    git(repository.path, "clone", "-q", "--depth", "1", f"file://{repository.path}", str(clone))
    code, _, err = duckrow("diff", "HEAD~", "HEAD", "--repository", str(clone), *NODES)
    assert (code, err.splitlines()) == (
        1,
        [
            "duckrow: there is no directory, git ref or environment HEAD~",
            f" why: the repository {clone} is a shallow clone, which lacks older commits",
            " try: git fetch --unshallow gets them; git fetch origin BRANCH gets a branch",
        ],
    )


def test_a_file_of_source_that_goes_is_the_cause(repository: Repository) -> None:
    (repository.path / "modules/pond/files/reeds").unlink()
    _, data = repository.diff("--node", "web1")
    causes = {each["cause"] for each in items(data)}
    assert causes == {"file modules/pond/files/reeds"}


def test_a_new_manifest_of_the_environment_is_the_cause_on_all_nodes(
    repository: Repository,
) -> None:
    repository.write("environment.conf", "manifest = site.pp\n")
    repository.write("site.pp", "notify { 'hi': }\n" + SITE)
    _, data = repository.diff(*NODES)
    (group,) = data["groups"]
    assert (group["count"], items(data)[0]["cause"]) == (4, "manifest site.pp")


def test_effective_order_and_cycles(repository: Repository) -> None:
    arrow = POND.replace("mode => '0644'", "mode => '0644', require => File['/tmp/reeds']")
    repository.write("modules/pond/manifests/init.pp", arrow)
    _, data = repository.diff(*NODES)
    (order,) = items(data)
    assert (order["about"], order["diff_type"]) == ("order", "+")
    assert (order["first"], order["second"]) == ("File[/tmp/reeds]", "File[/tmp/mud]")
    assert order["new_second_at"] == "modules/pond/manifests/init.pp:5"
    repository.write(
        "manifests/site.pp",
        SITE.replace("include pond", "include pond\n File['/tmp/mud'] -> File['/tmp/reeds']"),
    )
    _, data = repository.diff(*NODES)
    cycles = [each for each in items(data) if each["about"] == "cycle"]
    assert [each["cycle"] for each in cycles] == [
        ["File[/tmp/mud]", "File[/tmp/reeds]", "File[/tmp/mud]"]
    ]


def test_an_arrow_between_classes_is_one_pair(repository: Repository) -> None:
    both = "node /^web/ { include pond\n include lake\n %s }\nnode default { }\n"
    repository.write("manifests/site.pp", both % "")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("manifests/site.pp", both % "Class['lake'] -> Class['pond']")
    _, data = repository.diff("--node", "web1")
    (order,) = items(data)
    assert (order["first"], order["second"]) == ("Class[Lake]", "Class[Pond]")


def test_the_cause_of_an_order_is_its_arrow(repository: Repository) -> None:
    site = "include pond\ninclude lake\n"
    repository.write("manifests/site.pp", site)
    repository.write("data/common.yaml", "---\npond::depth: 3\n")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("manifests/site.pp", site + "Class['pond'] -> Notify['lake']\n")
    _, data = repository.diff("--node", "web1")
    (order,) = items(data)
    assert (order["first"], order["second"], order["cause"]) == (
        "Class[Pond]",
        "Notify[lake]",
        "arrow (manifests/site.pp:3)",
    )
    repository.write(
        "manifests/site.pp", site + "Class['pond'] -> Class['lake'] -> Class['pond']\n"
    )
    _, data = repository.diff("--node", "web1")
    (cycle,) = items(data)
    assert (cycle["about"], cycle["cause"]) == ("cycle", "arrow (manifests/site.pp:3)")


def test_a_race_comes_and_goes(repository: Repository) -> None:
    repository.write(
        "modules/lake/manifests/init.pp",
        "class lake { file { '/tmp/l': }\n exec { '/bin/touch /tmp/l': } }\n",
    )
    _, data = repository.diff(*NODES)
    race = "File[/tmp/l] and Exec[/bin/touch /tmp/l] touch the path /tmp/l"
    found = [(each["diff_type"], each["title"]) for each in items(data) if each["about"] == "race"]
    assert found == [("+", race)]
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write(
        "modules/lake/manifests/init.pp",
        "class lake { file { '/tmp/l': }\n -> exec { '/bin/touch /tmp/l': } }\n",
    )
    _, data = repository.diff(*NODES)
    found = [(each["diff_type"], each["title"]) for each in items(data) if each["about"] == "race"]
    assert found == [("-", race)]


def test_classes_that_come_and_go(repository: Repository) -> None:
    repository.write(
        "manifests/site.pp", SITE.replace("include lake", "include lake\ninclude pond")
    )
    _, data = repository.diff(*NODES)
    classes = [each for each in items(data) if each["about"] == "class"]
    assert [(each["diff_type"], each["title"]) for each in classes] == [("+", "pond")]


def test_the_result_does_not_depend_on_the_directory(repository: Repository, duckrow: Run) -> None:
    repository.write("modules/pond/manifests/init.pp", POND.replace("0644", "0600"))
    repository.commit()
    copy = repository.path.parent / "another-directory"
    git(repository.path.parent, "clone", "-q", str(repository.path), str(copy))
    words = ("--node", "web1", "--format", "json", "--no-cache")
    one = duckrow("diff", "before", "HEAD", "--repository", str(repository.path), *words)
    other = duckrow("diff", "before", "HEAD", "--repository", str(copy), *words)
    assert one == other


def test_directories_are_compared_as_refs_are(repository: Repository, duckrow: Run) -> None:
    repository.write("modules/pond/manifests/init.pp", POND.replace("0644", "0600"))
    repository.commit()
    old = repository.path.parent / "old"
    git(repository.path, "worktree", "add", str(old), "before")
    words = ("--node", "web1", "--format", "json", "--no-cache")
    _, refs = repository.diff("--node", "web1")
    code, out, _ = duckrow("diff", str(old), str(repository.path), *words)
    assert code == 2
    assert json.loads(out)["groups"] == refs["groups"]


def test_a_directory_has_the_same_files_as_a_ref(repository: Repository, duckrow: Run) -> None:
    repository.write("modules/pond/manifests/init.pp", POND.replace("0644", "0600"))
    repository.commit()
    old = repository.path.parent / "old"
    git(repository.path, "worktree", "add", str(old), "before")
    words = ("--repository", str(repository.path), *NODES, "--format", "json", "--no-cache")
    refs = json.loads(duckrow("diff", "before", "HEAD", *words)[1])
    mixed = json.loads(duckrow("diff", str(old), "HEAD", *words)[1])
    assert (mixed["counts"], mixed["groups"]) == (refs["counts"], refs["groups"])


def test_processes_give_the_same_report(repository: Repository, duckrow: Run) -> None:
    repository.write("data/common.yaml", "---\npond::depth: 4\n")
    repository.commit()
    nodes = ",".join(f"{kind}{number}" for kind in ("web", "db") for number in range(20))
    words = ("--repository", str(repository.path), "--node", nodes, "--format", "json")
    one = duckrow("diff", "before", "HEAD", *words, "--jobs", "1", "--no-cache")
    two = duckrow("diff", "before", "HEAD", *words, "--jobs", "2", "--no-cache")
    assert json.loads(one[1])["groups"] == json.loads(two[1])["groups"]
    assert json.loads(two[1])["groups"][0]["count"] == 20


def test_facts_of_a_fleet_are_files_of_a_directory(repository: Repository, tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    (facts / "web1.yaml").write_text("os: {family: Debian}\n")
    (facts / "web2.json").write_text('{"os": {"family": "RedHat"}}')
    repository.write("modules/pond/templates/pond.epp", "<%= $facts['os']['family'] %>\n")
    _, data = repository.diff("--facts", str(facts))
    values = [(group["nodes"], group["changes"][0]["new_value"]) for group in data["groups"]]
    assert values == [(["web1"], "Debian\n"), (["web2"], "RedHat\n")]


def test_results_are_streamed_to_a_file(repository: Repository, tmp_path: Path) -> None:
    repository.write("data/common.yaml", "---\npond::depth: 4\n")
    results = tmp_path / "results.jsonl"
    repository.diff(*NODES, "--results", str(results))
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    assert [(each["node"], each["status"]) for each in lines] == [
        ("web1", "different"),
        ("web2", "different"),
        ("db1", "unchanged"),
        ("other", "unchanged"),
    ]


def test_a_secret_in_data_and_content_is_not_shown(repository: Repository) -> None:
    secret = "class lake(Sensitive $key) { file { '/tmp/k': content => $key.unwrap } }\n"
    options = "lookup_options: {lake::key: {convert_to: Sensitive}}\n"
    repository.write("modules/lake/manifests/init.pp", secret)
    repository.write("data/common.yaml", f"lake::key: slippery-eel\n{options}")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("data/common.yaml", f"lake::key: silver-carp\n{options}")
    _, data = repository.diff("--node", "db1")
    assert [each["title"] for each in items(data)] == ["/tmp/k", "lake::key"]
    assert "eel" not in json.dumps(data)
    assert "carp" not in json.dumps(data)


def test_markdown_is_never_longer_than_its_limit(repository: Repository) -> None:
    many = "".join(f"  file {{ '/tmp/{number}': ensure => file }}\n" for number in range(300))
    repository.write("modules/lake/manifests/init.pp", f"class lake {{\n{many}}}\n")
    repository.commit()
    for most in (1000, 3000, 100_000):
        _, out, _ = repository.text(*NODES, "--format", "markdown", "--most", str(most))
        assert len(out) <= most
        assert out.count("```") % 2 == 0
        assert out.count("<details>") == out.count("</details>")
    assert "File[/tmp/299]" in out


def test_the_page_escapes_what_it_shows(repository: Repository) -> None:
    repository.write("modules/pond/templates/pond.epp", "<script>alert(1)</script>\n")
    repository.commit()
    code, out, _ = repository.text(*NODES, "--format", "html")
    assert code == 2
    assert "<script>alert" not in out
    assert "&lt;script&gt;alert(1)" in out


def test_two_catalogs_in_files(tmp_path: Path, duckrow: Run) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    for file, manifest in (
        (old, "file { '/tmp/a': mode => '0644' } notify { b: }"),
        (new, "file { '/tmp/a': mode => '0600' } -> notify { b: }"),
    ):
        duckrow("compile", "-e", manifest, "--format", "json", "-o", str(file), "--no-cache")
    code, out, _ = duckrow("diff", str(old), str(new), "--node", "pond")
    assert code == 2
    assert out.splitlines()[:5] == [
        "these 2 changes on pond:",
        "",
        "  ~ File[/tmp/a]",
        '      mode: "0644" → "0600"',
        "  + order: File[/tmp/a] before Notify[b]",
    ]
    assert duckrow("diff", str(old), str(old))[0] == 0
