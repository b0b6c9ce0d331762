from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duckrow.cli.jobs import JobRunner, read_jobs, write_line

Run = Callable[..., tuple[int, str, str]]
PUPPET_7 = {"strict": "warning", "strict_variables": "false"}


def run(**job: Any) -> dict[str, Any]:
    return JobRunner(PUPPET_7, None).run({"id": "x", **job})


def test_a_job_gives_a_catalog() -> None:
    result = run(code="notify { 'a': }\n@notify { 'b': }\ninfo('i') debug('d')")
    assert result["ok"]
    assert result["counts"] == {"resources": 4, "edges": 3, "classes": 1}
    assert [each["title"] for each in result["catalog"]["resources"]][-1] == "a"
    assert result["virtual"] == [{"ref": "Notify[b]", "exported": False}]
    assert [each["message"] for each in result["logs"]] == ["i", "d"]
    assert result["seconds"] >= 0
    assert result["rss_kb"] > 0
    assert "error" not in result


def test_a_failed_job_has_an_error() -> None:
    result = run(code="\nfail('x')", node="duck.example.com")
    assert not result["ok"]
    assert result["error"] == {
        "message": "Evaluation Error: Error while evaluating a Function Call, x "
        "(line: 2, column: 1) on node duck.example.com",
        "basic": "Evaluation Error: Error while evaluating a Function Call, x",
        "line": 2,
        "column": 1,
        "issue": "RUNTIME_ERROR",
    }
    assert [each["level"] for each in result["logs"]] == ["err"]
    assert "catalog" not in result


def test_the_fields_of_a_job(tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text('{"kernel": "Linux"}')
    (tmp_path / "env").mkdir()
    (tmp_path / "m" / "pond" / "manifests").mkdir(parents=True)
    (tmp_path / "m" / "pond" / "manifests" / "init.pp").write_text("class pond { notice('p') }")
    result = run(
        code="notice($kernel, $role, $trusted['extensions'], $settings::strict, $environment)",
        facts=str(tmp_path / "facts.json"),
        parameters={"role": "pond"},
        trusted={"pp_role": "x"},
        settings={"strict": "off"},
        environment="staging",
        environment_dir=str(tmp_path / "env"),
        modulepath=[str(tmp_path / "m")],
        classes=["pond"],
    )
    assert [each["message"] for each in result["logs"]] == [
        "Linux pond {pp_role => x} off staging",
        "p",
    ]


def test_a_catalog_may_be_left_out_and_levels_raised() -> None:
    result = run(code="debug('d') notice('n') warning('w')", catalog=False, log_level="warning")
    assert "catalog" not in result
    assert result["counts"]["resources"] == 3
    assert [each["message"] for each in result["logs"]] == ["w"]


def test_a_job_may_be_repeated() -> None:
    result = run(code="notice(1)", repeat=3)
    assert len(result["times"]) == len(result["cpu"]) == 3
    assert len(result["logs"]) == 1


def test_jobs_share_an_environment_only_if_it_is_the_same() -> None:
    runner = JobRunner(PUPPET_7, None)
    first = {"id": 1, "code": "notice($x)", "parameters": {"x": 1}}
    assert runner._environment(first) is runner._environment({**first, "parameters": {"x": 2}})
    assert runner._environment(first) is not runner._environment({**first, "code": "notice(1)"})
    for number, job in enumerate((first, {**first, "parameters": {"x": 2}}), 1):
        assert runner.run(job)["logs"][0]["message"] == str(number)


def test_a_fleet_shares_one_environment() -> None:
    runner = JobRunner(PUPPET_7, None)
    code = "notice($trusted['certname'], $settings::certname)"
    for name in ("a.example.com", "b.example.com"):
        result = runner.run({"id": name, "code": code, "node": name})
        assert result["logs"][0]["message"] == f"{name} {name}"
    assert len(runner._environments) == 1


def test_ignored_fields_are_reported() -> None:
    assert run(code="", preload=["x.rb"], apply=False)["ignored"] == ["preload"]
    assert run(cod="notice(1)")["ignored"] == ["cod"]
    assert "ignored" not in run(code="", ral=True)


def test_order_and_relations_are_in_the_result_on_request() -> None:
    assert run(code="notify { a: require => Notify[b] } notify { b: }", ral=True)["ral"] == {
        "order": ["Notify[b]", "Notify[a]"],
        "relations": [["Notify[b]", "Notify[a]", "", ""]],
    }
    result = run(code="notify { a: } -> notify { b: } -> Notify[a]", ral=True)
    assert result["ral"]["cycles"] == [["Notify[a]", "Notify[b]"]]
    assert result["logs"][-1]["message"].startswith("Found 1 dependency cycle:\n(Notify[a] => ")


@pytest.mark.parametrize(
    ("job", "message"),
    [
        ({"code": "1", "facts": "/none.json"}, "cannot read /none.json"),
        ({"code": "1", "node": "Duck"}, "Certificate names must be lower case"),
        ({"code": "1", "settings": {"strict": "maybe"}}, "the setting strict is one of"),
        ({"manifest": "/none.pp"}, "cannot read /none.pp: No such file or directory"),
    ],
)
def test_a_job_that_makes_no_sense_takes_nothing_else_with_it(
    job: dict[str, Any], message: str
) -> None:
    result = run(**job)
    assert not result["ok"]
    assert message in result["error"]["message"]


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("code", 5, "a string"),
        ("facts", 5, "an object or the path of a file"),
        ("modulepath", [3], "a list of strings"),
        ("repeat", "x", "a whole number"),
        ("repeat", True, "a whole number"),
        ("repeat", -1, "a whole number"),
        ("classes", 5, "a list of strings or an object"),
        ("classes", [5], "a list of strings or an object"),
        ("settings", [1], "an object"),
        ("node", 5, "a string"),
        ("trusted", [1], "an object"),
        ("log_level", 5, "a string"),
        ("catalog", "x", "true or false"),
    ],
)
def test_a_field_of_the_wrong_type_is_an_error_of_the_job(
    field: str, value: object, kind: str
) -> None:
    result = run(**{"code": "1", field: value})
    assert not result["ok"]
    message = f"{field} must be {kind}"
    assert result["error"] == {"message": message, "basic": message}


def test_results_come_in_order_one_per_line(command: Run, tmp_path: Path) -> None:
    jobs = [{"id": f"job {i}", "code": f"notice({i})"} for i in range(9)]
    words = ("compile", "--no-cache", "--batch", "-")
    data = json.dumps(jobs).encode()
    code, out, err = command(*words, data=data)
    assert (code, err) == (0, "")
    results = [json.loads(line) for line in out.splitlines()]
    assert [each["id"] for each in results] == [job["id"] for job in jobs]
    parallel = command(*words, "--jobs", "2", data=data)[1]
    others = [json.loads(line) for line in parallel.splitlines()]
    assert [(each["id"], each["logs"]) for each in others] == [
        (each["id"], each["logs"]) for each in results
    ]


def test_a_list_is_an_array_or_lines(tmp_path: Path) -> None:
    path = tmp_path / "jobs"
    path.write_text('{"id": 1}\n\n{"id": 2}\n')
    lines = read_jobs(str(path))
    path.write_text('[{"id": 1}, {"id": 2}]')
    assert read_jobs(str(path)) == lines == [{"id": 1}, {"id": 2}]


@pytest.mark.parametrize("text", ["{", '[{"code": "1"}]', "[5]", "\xff"])
def test_invalid_lists_of_jobs(duckrow: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "jobs"
    path.write_text(text, encoding="latin-1")
    code, out, err = duckrow("compile", "--batch", str(path))
    assert (code, out) == (2, "")
    assert "is not a list of jobs" in err


def test_numbers_and_texts_that_are_hard_to_write() -> None:
    assert json.loads(write_line({"n": 2**70, "s": "\ud800"})) == {"n": 2**70, "s": "\ud800"}


def test_a_job_may_ask_for_more_signatures_and_never_for_fewer(tmp_path: Path) -> None:
    (tmp_path / "modules" / "pond").mkdir(parents=True)
    (tmp_path / "trust").mkdir()
    trust = str(tmp_path / "trust")
    job = {"id": "x", "code": "", "modulepath": [str(tmp_path / "modules")]}

    def outcome(settings: dict[str, str], own: dict[str, str]) -> str:
        result = JobRunner(settings, None).run({**job, "settings": own})
        return "" if result["ok"] else str(result["error"]["message"])

    demand = {"module_signatures": "all", "module_trust": trust}
    unsigned = f"{tmp_path}/modules/pond is not a signed package"
    assert outcome({}, {}) == ""
    assert outcome(demand, {}) == unsigned
    assert outcome(demand, {"module_signatures": "off"}) == unsigned
    assert outcome({}, demand) == unsigned
    assert outcome(demand, {"module_trust": str(tmp_path / "none")}) == unsigned
