"""What tables of rules decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.server.client import Client
from duckrow.cfengine.server.served import Served, read_policy

DUCK = Client("10.0.0.1", "MD5=11", "root", "duck.pond.net")
GOOSE = Client("10.0.0.2", "MD5=22", "goose", "goose.lake.net")


def served(work: Path, text: str) -> Served:
    path = work / "server.cf"
    path.write_text(text)
    path.chmod(0o600)
    options = Options()
    options.work_directory = str(work)
    options.input_directory = str(work / "inputs")
    options.entry_point = str(path)
    found = read_policy(options, Log(), {})
    assert found is not None
    return found


def rules_of(work: Path, *promises: str) -> Served:
    return served(work, f"bundle server rules {{ access: {' '.join(promises)} }}")


def admits(found: Served, path: str, client: Client = DUCK) -> bool:
    return found.rules.check_path(path, client).is_admitted


def test_only_the_longest_path_decides(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    found = rules_of(
        tmp_path,
        f'"{tmp_path}/a" admit_ips => {{ "10.0.0.1" }};',
        f'"{tmp_path}/a/b" admit_ips => {{ "10.0.0.2" }};',
    )
    assert admits(found, f"{tmp_path}/a/")
    assert admits(found, f"{tmp_path}/a/file")
    assert not admits(found, f"{tmp_path}/a/b/file")
    assert admits(found, f"{tmp_path}/a/b/file", GOOSE)
    assert not admits(found, f"{tmp_path}/a/file", GOOSE)
    assert not admits(found, f"{tmp_path}/ab")
    assert not admits(found, f"{tmp_path}/")
    assert not admits(found, "/")


def test_deny_is_stronger(tmp_path: Path) -> None:
    found = rules_of(
        tmp_path,
        f'"{tmp_path}" admit_ips => {{ "10.0.0.0/8" }}, deny_ips => {{ "10.0.0.2" }};',
    )
    assert admits(found, f"{tmp_path}/x")
    assert not admits(found, f"{tmp_path}/x", GOOSE)
    decision = found.rules.check_path(f"{tmp_path}/x", GOOSE)
    assert decision.why == f"the rule for {tmp_path}/ denies address 10.0.0.2"


def test_promises_for_one_path_add_up(tmp_path: Path) -> None:
    found = rules_of(
        tmp_path,
        f'"{tmp_path}" admit_keys => {{ "MD5=11" }}, handle => "a";',
        f'"{tmp_path}/." admit_hostnames => {{ ".lake.net" }}, handle => "b";',
    )
    assert admits(found, f"{tmp_path}/x")
    assert admits(found, f"{tmp_path}/x", GOOSE)
    assert found.rules.needs_names


@pytest.mark.parametrize(
    ("word", "client"),
    [
        ("MD5=11", DUCK),
        ("10.0.0.1", DUCK),
        ("10\\\\.0\\\\.0\\\\.[1]", DUCK),
        ("duck.pond.net", DUCK),
        (".pond.net", DUCK),
        (".*\\\\.pond\\\\.net", DUCK),
        ("goose\\\\.lake\\\\.net", GOOSE),
    ],
)
def test_words_of_the_old_lists(tmp_path: Path, word: str, client: Client) -> None:
    found = rules_of(tmp_path, f'"{tmp_path}" admit => {{ "{word}" }};')
    assert admits(found, f"{tmp_path}/x", client)
    assert not admits(found, f"{tmp_path}/x", GOOSE if client is DUCK else DUCK)


def test_a_missing_path_is_taken_as_written(tmp_path: Path) -> None:
    found = rules_of(
        tmp_path,
        f'"{tmp_path}/later" admit_ips => {{ "10.0.0.1" }};',
        f'"{tmp_path}/directory/" admit_ips => {{ "10.0.0.1" }};',
    )
    assert admits(found, f"{tmp_path}/later")
    assert not admits(found, f"{tmp_path}/later/file")
    assert admits(found, f"{tmp_path}/directory/file")


def test_links_in_rules_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    found = rules_of(tmp_path, f'"{tmp_path}/link" admit_ips => {{ "10.0.0.1" }};')
    assert admits(found, f"{tmp_path}/real/x")
    assert not admits(found, f"{tmp_path}/link/x")


def test_variables_of_the_connection(tmp_path: Path) -> None:
    found = rules_of(
        tmp_path,
        f'"{tmp_path}/$(connection.ip).txt" admit_ips => {{ "$(connection.ip)" }};',
        f'"{tmp_path}/$(connection.key)/" admit_keys => {{ "$(connection.key)" }};',
    )
    assert admits(found, f"{tmp_path}/10.0.0.1.txt")
    assert not admits(found, f"{tmp_path}/10.0.0.1.txt", GOOSE)
    assert admits(found, f"{tmp_path}/MD5=22/x", GOOSE)
    assert not admits(found, f"{tmp_path}/MD5=22/x")


def test_patterns_need_one_admission_and_no_denial(tmp_path: Path) -> None:
    found = served(
        tmp_path,
        """bundle server rules {
          access:
            "class_.*" resource_type => "context", admit_ips => { "10.0.0.1" };
            "class_secret" resource_type => "context", deny_ips => { "10.0.0.1" };
            "bundle_.*" resource_type => "bundle", admit_keys => { "MD5=22" };
          roles:
            "role_.*" authorize => { "goose" };
        }""",
    )
    rules = found.rules
    assert rules.check_patterns(rules.contexts, "class_a", DUCK).is_admitted
    assert not rules.check_patterns(rules.contexts, "class_secret", DUCK).is_admitted
    assert not rules.check_patterns(rules.contexts, "class_a", GOOSE).is_admitted
    assert rules.check_patterns(rules.bundles, "bundle_x", GOOSE).is_admitted
    assert rules.check_patterns(rules.roles, "role_x", GOOSE).is_admitted
    assert not rules.check_patterns(rules.roles, "role_x", DUCK).is_admitted
    assert not rules.check_patterns(rules.roles, "xrole_x", GOOSE).is_admitted


def test_settings(tmp_path: Path) -> None:
    found = served(
        tmp_path,
        """body server control {
          port => "5999"; bindtointerface => "127.0.0.1"; maxconnections => "7";
          allowconnects => { "10.0.0.0/24" }; denyconnects => { "10.0.0.9" };
          allowallconnects => { "10.0.0.1" }; trustkeysfrom => { "10.0.0.2" };
          denybadclocks => "false"; allowusers => { "root" };
        }""",
    ).settings
    patterns = served(tmp_path, "bundle server x { }").patterns
    assert (found.port, found.address, found.most_connections) == (5999, "127.0.0.1", 7)
    assert not found.denies_bad_clocks
    assert found.why_not("10.0.0.2", patterns, 0) is None
    assert "not in allowconnects" in (found.why_not("10.0.1.1", patterns, 0) or "")
    assert "is in denyconnects" in (found.why_not("10.0.0.9", patterns, 0) or "")
    assert "second simultaneous" in (found.why_not("10.0.0.2", patterns, 1) or "")
    assert found.why_not("10.0.0.1", patterns, 5) is None
    assert found.trusts_keys_from("10.0.0.2", patterns)
    assert not found.trusts_keys_from("10.0.0.1", patterns)
