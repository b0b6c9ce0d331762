"""cf-execd reads its settings from a policy, with the defaults of the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.work_directory import make_work_directory
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.executor.reading import read_policy, read_settings, splay_fraction
from duckrow.cfengine.executor.settings import Settings, unpacked

MAIN = 'bundle agent main { reports: "quack"; }\n'
ALL = """
body executor control
{
      schedule => { "Min07", "Hr03.Min30" };
      splaytime => "10";
      executorfacility => "LOG_LOCAL3";
      exec_command => "/bin/echo $(sys.cf_version)";
      agent_expireafter => "15";
      mailto => "duck@pond";
      mailfrom => "goose@pond";
      smtpserver => "mail.pond";
      mailsubject => "News";
      mailmaxlines => "7";
      mailfilter_include => { ".*quack.*" };
      mailfilter_exclude => { ".*hiss.*" };
      runagent_socket_allow_users => { "duck" };
}
body server control { cfruncommand => "/bin/true"; }
bundle common classes { classes: "deep_pond" expression => "any"; }
"""


@pytest.fixture
def options(tmp_path: Path) -> Options:
    make_work_directory(str(tmp_path))
    found = make_options({"workdir": [str(tmp_path)]}, [])
    assert isinstance(found, Options)
    return found


def read(options: Options, policy: str) -> Settings:
    write(options, policy)
    found = read_settings(options, Log(), {})
    assert found is not None
    return unpacked(found.packed())


def write(options: Options, policy: str, name: str = "promises.cf") -> None:
    path = Path(options.input_directory, name)
    path.write_text(policy)
    path.chmod(0o600)


def test_defaults(options: Options) -> None:
    found = read(options, MAIN)
    assert found.schedule == [f"Min{minute:02}" for minute in range(0, 60, 5)]
    assert (found.splay_seconds, found.expire_minutes, found.mail_lines) == (0, 120, 30)
    assert (found.facility, found.command, found.mail_to) == ("LOG_USER", "", "")
    assert found.hub == "(none)"
    assert found.host_name
    assert found.address


def test_every_attribute(options: Options) -> None:
    found = read(options, MAIN + ALL)
    assert found.schedule == ["Min07", "Hr03.Min30"]
    assert 0 <= found.splay_seconds < 600
    fraction = splay_fraction(found.host_name, found.address, user())
    assert found.splay_seconds == int(600 * fraction)
    assert found.command == "/bin/echo 3.21.0"
    assert (found.facility, found.expire_minutes, found.mail_lines) == ("LOG_LOCAL3", 15, 7)
    assert (found.mail_to, found.mail_from) == ("duck@pond", "goose@pond")
    assert (found.mail_server, found.mail_subject) == ("mail.pond", "News")
    assert (found.mail_include, found.mail_exclude) == ([".*quack.*"], [".*hiss.*"])
    assert (found.allowed_users, found.local_run_command) == (["duck"], "/bin/true")


def user() -> int:
    import os

    return os.getuid()


def test_classes_of_the_host_and_the_policy_but_not_of_the_time(options: Options) -> None:
    found = read(options, MAIN + ALL)
    assert {"any", "executor", "linux", "deep_pond"} <= found.classes
    assert not any(name.startswith(("Min", "Hr", "GMT_")) for name in found.classes)


def test_a_guard_of_an_attribute(options: Options) -> None:
    policy = 'body executor control { windows:: splaytime => "1"; any:: mailmaxlines => "3"; }'
    found = read(options, MAIN + policy)
    assert (found.splay_seconds, found.mail_lines) == (0, 3)


def test_an_invalid_policy_leads_to_failsafe(options: Options) -> None:
    write(options, "bundle agent main {")
    write(options, MAIN + 'body executor control { mailto => "help@pond"; }', "failsafe.cf")
    lines: list[str] = []
    log = Log(write=lines.append)
    assert read_settings(options, log, {}) is None
    found = read_policy(options, log, {})
    assert found is not None
    assert found.mail_to == "help@pond"
    assert any("going to failsafe" in line for line in lines)


def test_the_fraction_of_a_host_is_fixed_and_spread() -> None:
    # Jenkins's one-at-a-time hash of "a+b+0".
    assert splay_fraction("a", "b", 0) == splay_fraction("a", "b", 0)
    found = [splay_fraction(f"duck{number}.pond", "10.0.0.1", 0) for number in range(200)]
    assert all(0 <= each < 1 for each in found)
    quarters = [sum(quarter <= 4 * each < quarter + 1 for each in found) for quarter in range(4)]
    assert min(quarters) > 30


@pytest.mark.parametrize(("text", "hashed"), [(b"a", 0xCA2E9442), (b"", 0)])
def test_the_hash_is_that_of_the_reference(text: bytes, hashed: int) -> None:
    from duckrow.cfengine.executor import reading

    assert reading._hash(text) == hashed
