"""What a reader of `duckrow diff` sees: headings, errors, attributes of new resources, limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from .control_repository import NODES, SITE, Repository, Run, git, items


@pytest.fixture
def repository(tmp_path: Path, duckrow: Run) -> Repository:
    path = tmp_path / "control"
    path.mkdir()
    return Repository(path, duckrow)


def lake(repository: Repository, body: str) -> str:
    repository.write("modules/lake/manifests/init.pp", f"class lake {{ {body} }}")
    repository.commit()
    return repository.text("--node", "db1,db2,other")[1]


def test_an_error_names_the_version_and_the_path_in_it(repository: Repository) -> None:
    where = "(file: modules/lake/manifests/init.pp, line: 1, column: 14)"
    why = f"Evaluation Error: Error while evaluating a Function Call, dry {where}"
    assert lake(repository, "fail('dry')").splitlines() == [
        "this error on 2 nodes: db1, db2",
        "",
        f"  ! HEAD does not compile: {why}",
        "",
        "3 nodes from before to HEAD: 1 unchanged, 2 failed; see the errors above",
    ]


def test_an_error_of_both_versions_is_shown_once(repository: Repository) -> None:
    lake(repository, "fail('dry')")
    git(repository.path, "tag", "-f", "before")
    repository.write("README.md", "read me")
    out = lake(repository, "\nfail('wet')")
    assert "\n  ! before does not compile: Eval" in out
    assert "\n  ! HEAD does not compile: Eval" in out
    git(repository.path, "tag", "-f", "before")
    _, out, _ = repository.text("--node", "db1")
    assert out.count("wet") == 1
    assert "  ! before and HEAD do not compile: Evaluation Error: " in out


def test_a_node_that_is_named_twice_is_compared_once(repository: Repository) -> None:
    lake(repository, "notify { 'wet': }")
    assert "\n1 node from before to HEAD: 1 different" in repository.text("--node", "db1,db1")[1]


def test_lines_of_results_do_not_depend_on_other_nodes(
    repository: Repository, tmp_path: Path
) -> None:
    lake(repository, "notify { 'name': message => $trusted['certname'] }")
    results = tmp_path / "results"
    out = repository.text("--node", "db2,db1", "--results", str(results))[1]
    assert "another value on other nodes" in out
    assert "varying" not in results.read_text()


def test_the_lines_of_an_error_stay_together(repository: Repository) -> None:
    repository.write("modules/lake/templates/l.erb", "x\n<%= foo %>\n")
    out = lake(repository, "notify { template('lake/l.erb'): }")
    assert "      Filepath: modules/lake/templates/l.erb\n      Line: 2\n" in out


def test_nodes_with_the_same_missing_class_are_one_group(repository: Repository) -> None:
    out = lake(repository, "include lake::nope")
    assert "this error on 2 nodes: db1, db2" in out
    assert "Could not find class ::lake::nope (file: modules/lake" in out


def test_errors_come_first_and_markdown_says_where(repository: Repository) -> None:
    repository.write("modules/lake/manifests/init.pp", "class lake { fail('dry') }")
    repository.write("modules/pond/files/reeds", "other\n")
    repository.commit()
    _, out, _ = repository.text("--format", "markdown", *NODES)
    assert out.startswith(
        "**4 nodes from before to HEAD: 1 unchanged, 2 different, 1 failed; see the errors below**"
    )
    assert out.index("1 error on") < out.index("2 nodes")
    _, out, _ = repository.text("--format", "html", *NODES)
    assert "see the errors below" in out


def test_a_node_statement_is_no_class(repository: Repository) -> None:
    repository.write("manifests/site.pp", SITE.replace("/^db/", "/^db|^other/"))
    _, data = repository.diff("--node", "other")
    classes = [each["title"] for each in items(data) if each["about"] == "class"]
    assert classes == ["lake"]


def test_facts_that_cannot_be_read_are_an_error_of_the_node(
    repository: Repository, tmp_path: Path
) -> None:
    facts = tmp_path / "facts"
    facts.mkdir()
    (facts / "web1.json").write_text('{"os": ')
    (facts / "web2.yaml").write_text("os: {}\n")
    repository.write("modules/pond/files/reeds", "other\n")
    code, data = repository.diff("--facts", str(facts))
    assert code == 1
    assert data["counts"] == {"same": 0, "unchanged": 0, "different": 1, "failed": 1}
    error, change = items(data)
    assert (error["about"], error["side"]) == ("error", "node")
    assert error["title"].startswith(f"cannot read {facts}/web1.json: ")
    assert change["title"] == "/tmp/reeds"
    _, out, _ = repository.text("--facts", str(facts))
    assert f"  ! cannot read {facts}/web1.json: " in out


LONG = "file { '/tmp/l': content => \"%s\", mode => '0644', owner => $trusted['certname'] }"


def test_attributes_of_new_resources_are_shown(repository: Repository) -> None:
    text = "".join(f"{number}\\n" for number in range(25))
    out = lake(repository, LONG % text)
    lines = out[out.index("  + File") :].splitlines()
    assert lines[:5] == [
        "  + File[/tmp/l]  (modules/lake/manifests/init.pp:1), with other values on other nodes",
        "      content:",
        "        +0",
        "        +1",
        "        +2",
    ]
    assert lines[21:26] == [
        "        +19",
        "        … 5 more lines",
        '      mode: "0644"',
        "      owner: another value on other nodes",
        "      cause: manifest modules/lake/manifests/init.pp",
    ]
    out = lake(repository, LONG % ("x" * 300))
    assert f'      content: "{"x" * 199}… 102 more characters\n' in out
    _, out, _ = repository.text("--node", "db1", "--no-attributes")
    assert "content" not in out
    assert "+ File[/tmp/l]" in out


def test_a_secret_of_a_new_resource_is_hidden(repository: Repository) -> None:
    out = lake(repository, "file { '/tmp/l': content => Sensitive('silver-carp') }")
    assert '      content: "Sensitive [redacted]"' in out
    assert "carp" not in out


def test_a_change_that_is_hidden_says_so(repository: Repository) -> None:
    code = "file { '/tmp/l': content => Sensitive(\"silver-VALUE\\nx\\n\") }"
    lake(repository, code.replace("VALUE", "carp"))
    git(repository.path, "tag", "-f", "before")
    out = lake(repository, code.replace("VALUE", "pike"))
    assert "      content: another value, which is not shown\n" in out


def test_content_is_hidden_where_the_resource_hides_differences(repository: Repository) -> None:
    file = "file { '/tmp/l': content => 'silver-VALUE', mode => 'MODE', show_diff => false }"
    code = file.replace("VALUE", "carp").replace("MODE", "0600")
    out = lake(repository, code)
    assert '      content: "[redacted]"\n      mode: "0600"\n' in out
    git(repository.path, "tag", "-f", "before")
    out = lake(repository, file.replace("VALUE", "pike").replace("MODE", "0644"))
    assert "      content: another value, which is not shown\n" in out
    assert '      mode: "0600" → "0644"\n' in out
    assert "silver" not in out
    git(repository.path, "tag", "-f", "before")
    assert "silver" not in lake(repository, "")


def test_an_error_shows_no_secret(repository: Repository) -> None:
    code = "$s = Sensitive('silver-carp') fail(\"no ${s.unwrap}\")"
    out = lake(repository, code)
    assert "HEAD does not compile: " in out
    assert "no [redacted] (file: modules/lake" in out


def test_of_a_hash_in_data_only_what_changed_is_shown(repository: Repository) -> None:
    lookup = "notify { 'a': message => lookup('ducks')['huey']['depth'] }"
    repository.write("manifests/site.pp", lookup)
    repository.write("data/common.yaml", "ducks: {huey: {depth: 1, a.b: [1]}, louie: 1}\n")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("data/common.yaml", "ducks: {huey: {depth: 2, a.b: [2]}, dewey: x}\n")
    repository.commit()
    _, out, _ = repository.text("--node", "web1")
    assert out.splitlines()[5:12] == [
        "  ~ data ducks  (data/common.yaml:1)",
        "      huey.depth: 1 → 2",
        "      huey.a.b: [1] → [2]",
        "      louie: - 1",
        '      dewey: + "x"',
        "",
        "1 node from before to HEAD: 1 different",
    ]


def test_an_invalid_configuration_names_the_version(repository: Repository) -> None:
    repository.write("environment.conf", "modulepath\n")
    repository.commit()
    code, out, err = repository.text()
    assert (code, out) == (1, "")
    assert err.splitlines()[0] == (
        "duckrow: HEAD: Could not match line modulepath (file: environment.conf, line: 1)"
    )


def test_data_that_is_mended_is_an_error_of_the_old_version(repository: Repository) -> None:
    mended = (repository.path / "data/common.yaml").read_text()
    repository.write("data/common.yaml", "- no hash\n")
    repository.commit()
    git(repository.path, "tag", "-f", "before")
    repository.write("data/common.yaml", mended)
    code, data = repository.diff("--node", "web1")
    assert (code, [each["side"] for each in items(data)]) == (1, ["from"])
