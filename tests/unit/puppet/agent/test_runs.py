"""Whole runs of `duckrow agent` with the server of lab.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import JSON, Lab, Seen

FIRST_RUN = [
    "GET /puppet-ca/v1/certificate/ca",
    "GET /puppet-ca/v1/certificate_revocation_list/ca",
    "PUT /puppet-ca/v1/certificate_request/huey.lab",
    "GET /puppet-ca/v1/certificate/huey.lab",
    "GET /puppet/v3/node/huey.lab",
    "GET /puppet/v3/file_metadatas/plugins",
    "GET /puppet/v3/file_metadatas/pluginfacts",
    "GET /puppet/v3/file_metadatas/plugins",
    "POST /puppet/v3/catalog/huey.lab",
    "PUT /puppet/v3/report/huey.lab",
]
STEADY_RUN = FIRST_RUN[5:]


def fail(message: str) -> Any:
    body = json.dumps({"message": message, "issue_kind": "RUNTIME_ERROR"}).encode()
    return lambda _: (500, JSON, body)


def test_the_requests_of_a_first_and_of_a_steady_run_are_those_of_puppet(
    lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    code, out, err = agent("--detailed-exitcodes")
    assert (code, err) == (2, "")
    assert "ensure: defined content as" in out
    assert (tmp_path / "duck").read_text() == "quack\n"
    assert lab.paths() == FIRST_RUN
    assert all(each.name == "huey.lab" for each in lab.seen[4:])
    lab.seen.clear()
    code, out, err = agent("--detailed-exitcodes")
    assert (code, err) == (0, "")
    assert lab.paths() == STEADY_RUN
    assert [report["status"] for report in lab.reports] == ["changed", "unchanged"]


def test_the_catalog_request_has_facts_and_what_servers_need(lab: Lab, agent: Agent) -> None:
    agent("--job-id", "17")
    (request,) = [each for each in lab.seen if each.method == "POST"]
    form = request.form
    assert form["facts_format"] == "application/json"
    assert request.facts["name"] == "huey.lab"
    values = request.facts["values"]
    assert (values["clientcert"], values["clientnoop"]) == ("huey.lab", False)
    assert {"timestamp", "expiration"} <= request.facts.keys()
    assert form["checksum_type"] == "sha256.sha384.sha512.sha224.md5"
    assert (form["static_catalog"], form["check_environment"]) == ("true", "true")
    assert form["job_uuid"] == "17"
    assert request.fields == {"environment": ["production"]}
    assert request.headers["accept"] == "application/vnd.puppet.rich+json, application/json"


def test_a_report_has_the_keys_of_format_12(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    lab.catalog["code_id"] = "urn:1"
    agent()
    (report,) = lab.reports
    # Those of puppet 7.23, with the code_id of a static catalog.
    assert set(report) == set(
        "cached_catalog_status catalog_uuid code_id configuration_version corrective_change "
        "environment host logs metrics noop noop_pending puppet_version report_format "
        "resource_statuses status time transaction_completed transaction_uuid".split()
    )
    assert (report["report_format"], report["host"]) == (12, "huey.lab")
    assert report["configuration_version"] == 1794759880
    assert {name: each["name"] for name, each in report["metrics"].items()} == {
        name: name for name in ("resources", "time", "changes", "events")
    }
    assert [*report["resource_statuses"]] == [f"File[{tmp_path}/duck]"]


def test_noop_changes_nothing(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    code, _, _ = agent("--noop", "--detailed-exitcodes")
    assert code == 0
    assert not (tmp_path / "duck").exists()
    assert (lab.reports[0]["noop"], lab.reports[0]["noop_pending"]) == (True, True)
    assert not (tmp_path / "var/client_data/catalog/huey.lab.json").exists()


def test_a_failed_resource(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "none/duck"), "quack\n")]
    assert agent()[0] == 0
    assert agent("--detailed-exitcodes")[0] == 4
    assert lab.reports[-1]["status"] == "failed"


def test_a_failed_compile_and_the_cached_catalog(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.special["/puppet/v3/catalog"] = fail("Server Error: Unknown class pond")
    code, _, err = agent("--detailed-exitcodes")
    assert code == 1
    assert err == (
        "Error: Could not retrieve catalog from remote server: Error 500 on SERVER: "
        "Server Error: Unknown class pond\nError: Could not retrieve catalog; skipping run\n"
    )
    assert lab.reports[-1]["status"] == "failed"
    assert "catalog_uuid" not in lab.reports[-1]
    del lab.special["/puppet/v3/catalog"]
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    agent()
    (tmp_path / "duck").unlink()
    lab.special["/puppet/v3/catalog"] = fail("Server Error: Unknown class pond")
    code, out, err = agent("--detailed-exitcodes", "--verbose")
    assert code == 2
    assert "Info: Using cached catalog from environment 'production'" in out
    assert (tmp_path / "duck").exists()
    assert lab.reports[-1]["cached_catalog_status"] == "on_failure"
    code, _, err = agent("--test")
    assert code == 1
    assert "Warning: Not using cache on failed catalog" in err


def test_the_cached_catalog_on_request(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    lab.seen.clear()
    assert agent("--use-cached-catalog")[0] == 0
    assert lab.paths() == ["PUT /puppet/v3/report/huey.lab"]
    assert lab.reports[-1]["cached_catalog_status"] == "explicitly_requested"


def test_a_server_that_is_down(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    agent()
    (tmp_path / "duck").unlink()
    code, _, err = agent("--serverport", "1", "--detailed-exitcodes")
    assert code == 2
    assert "Failed to open TCP connection to localhost:1 (Connection refused)" in err
    assert (tmp_path / "duck").exists()
    spool = tmp_path / "var/state/duckrow_unsent_reports"
    assert len(list(spool.iterdir())) == 1
    assert len(lab.reports) == 1
    agent()
    assert [report["status"] for report in lab.reports] == ["changed", "changed", "unchanged"]
    assert list(spool.iterdir()) == []


@pytest.mark.parametrize(("status", "waiting"), [(400, 0), (403, 1), (413, 0), (429, 1), (503, 1)])
def test_a_report_waits_if_the_server_may_take_it_later(
    status: int, waiting: int, lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    lab.special["/puppet/v3/report/huey.lab"] = lambda _: (status, "text/plain", b"no")
    agent()
    spool = tmp_path / "var/state/duckrow_unsent_reports"
    assert len(list(spool.iterdir()) if spool.exists() else []) == waiting


def test_reports_that_wait_go_to_their_own_nodes(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    spool = tmp_path / "var/state/duckrow_unsent_reports"
    spool.mkdir(parents=True)
    for i, host in enumerate(("dewey.lab", "louie.lab")):
        (spool / f"2026-01-0{i + 1}T000000-x.production.json").write_text(f'{{"host": "{host}"}}')
    lab.special["/puppet/v3/report/dewey.lab"] = lambda _: (503, "text/plain", b"later")
    _, _, err = agent()
    sent = [path for path in lab.paths() if "/report/" in path]
    assert sent == [f"PUT /puppet/v3/report/{name}.lab" for name in ("dewey", "louie", "huey")]
    assert "waits for the next run" in err
    assert [each.name for each in spool.iterdir()] == ["2026-01-01T000000-x.production.json"]


def test_the_server_chooses_another_environment(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    def answer(seen: Seen) -> None:
        lab.environment = "pond"

    lab.special["/puppet/v3/catalog"] = answer
    code, out, _ = agent()
    assert code == 0
    assert (
        "Notice: Local environment: 'production' doesn't match server specified environment "
        "'pond', restarting agent run with environment 'pond'\n"
    ) in out
    assert lab.seen[-1].fields["environment"] == ["pond"]
    assert lab.reports[0]["environment"] == "pond"
    summary = (tmp_path / "public/last_run_summary.yaml").read_text()
    assert "run_mode: agent" in summary
    assert "initial_environment: production" in summary
    assert "converged_environment: pond" in summary
    lab.seen.clear()
    agent()  # starts where the last run ended
    assert lab.seen[0].fields["environment"] == ["pond"]
    assert not any("/node/" in path for path in lab.paths())


def test_an_environment_that_never_settles(lab: Lab, agent: Agent) -> None:
    names = iter("abcdefgh")

    def answer(seen: Seen) -> None:
        lab.environment = next(names)

    lab.special["/puppet/v3/catalog"] = answer
    code, _, err = agent()
    assert code == 1
    assert "Catalog environment didn't stabilize after 4 fetches, aborting run" in err


def test_an_unknown_environment(lab: Lab, agent: Agent) -> None:
    _, out, _ = agent("--environment", "unknown")
    words = "Environment 'unknown' not found on server, skipping initial pluginsync."
    assert f"Notice: {words}\n" in out
    assert agent("--environment", "unknown", "--strict-environment-mode")[0] == 1


def test_the_files_of_a_run(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    lab.catalog["classes"] = ["settings", "pond"]
    agent()
    state = tmp_path / "var/state"
    assert (state / "classes.txt").read_text() == "settings\npond\n"
    assert (state / "resources.txt").read_text() == f"file[{tmp_path}/duck]\n"
    assert "Transaction::Report" in (state / "last_run_report.yaml").read_text()
    cached = json.loads((tmp_path / "var/client_data/catalog/huey.lab.json").read_text())
    assert cached["name"] == "huey.lab"
    assert not (state / "agent_catalog_run.lock").exists()
    assert not (tmp_path / "ssl/ssl.lock").exists()
    assert oct((tmp_path / "ssl/private_keys/huey.lab.pem").stat().st_mode) == "0o100640"


def test_deferred_calls_are_made_here(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["plugins"] = {
        "puppet/functions/pond/call.rb": b"Puppet::Functions.create_function(:'pond::call') do\n"
        b"  dispatch(:shout) { param 'String', :word }\n"
        b"  def shout(word)\n    word + '!'\n  end\nend\n"
    }
    deferred = {"__ptype": "Deferred", "name": "pond::call", "arguments": ["quack"]}
    lab.resources = [lab.resource("File", str(tmp_path / "duck"), {"content": deferred})]
    code, _, err = agent("--detailed-exitcodes")
    assert (code, err) == (2, "")
    assert (tmp_path / "duck").read_text() == "quack!"


def test_a_secret_is_in_no_log_and_no_report(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    secret = {"__ptype": "Sensitive", "__pvalue": "hunter2quack"}
    lab.resources = [lab.resource("File", str(tmp_path / "duck"), {"content": secret})]
    _, out, err = agent("--debug")
    assert (tmp_path / "duck").read_text() == "hunter2quack"
    assert "hunter2quack" not in out + err + json.dumps(lab.reports)


def test_an_unknown_type_stops_the_run(lab: Lab, agent: Agent) -> None:
    lab.resources = [lab.resource("Pelican", "p", {})]
    code, _, err = agent()
    assert code == 1
    assert "Error: Failed to apply catalog: Resource type 'Pelican' was not found\n" in err


def test_commands_around_a_run(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    code, _, _ = agent("--prerun-command", f"touch {before}", "--postrun-command", f"touch {after}")
    assert (code, before.exists(), after.exists()) == (0, True, True)
    assert agent("--prerun-command", "false")[0] == 1


def test_facts_after_the_run(lab: Lab, agent: Agent) -> None:
    lab.special["/puppet/v3/facts"] = lambda _: (200, JSON, b"")
    assert agent("--resubmit-facts")[0] == 0
    assert lab.paths()[-2] == "PUT /puppet/v3/facts/huey.lab"
    assert json.loads(lab.seen[-2].body)["values"]["clientcert"] == "huey.lab"
    lab.special["/puppet/v3/facts"] = fail("no")
    code, _, err = agent("--resubmit-facts")
    assert (code, err) == (0, "Error: Failed to submit facts: Error 500 on SERVER: no\n")


def test_gzip(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.zips = True
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    assert agent()[0] == 0
    assert (tmp_path / "duck").exists()


def test_options_that_contradict_each_other(agent: Agent) -> None:
    assert agent("quack")[0] == 2
    assert agent("--daemon", "--once")[0] == 2
