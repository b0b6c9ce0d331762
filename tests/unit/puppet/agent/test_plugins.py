from __future__ import annotations

import os
from pathlib import Path

from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import JSON, Lab

FACT = b"Facter.add(:pond) { setcode { 'deep' } }\n"
PYTHON = b"from duckrow.facts.custom import fact\n\n@fact\ndef nest(facts):\n    return 'high'\n"


def contents(lab: Lab) -> list[str]:
    return [path for path in lab.paths() if "/file_content/" in path]


def test_facts_of_modules_in_every_language(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["plugins"] = {"facter/pond.rb": FACT, "duckrow/facts/nest.py": PYTHON}
    lab.files["pluginfacts"] = {"role.txt": b"role=duck\n", "run.sh": b"#!/bin/sh\necho ran=yes\n"}
    lab.modes["run.sh"] = 0o755
    agent()
    (request,) = [each for each in lab.seen if each.method == "POST"]
    values = request.facts["values"]
    names = ("pond", "nest", "role", "ran")
    assert [values.get(name) for name in names] == ["deep", "high", "duck", "yes"]
    assert (tmp_path / "var/lib/facter/pond.rb").read_bytes() == FACT
    assert os.access(tmp_path / "var/facts.d/run.sh", os.X_OK)


def test_a_fact_that_fails_names_facter_once(lab: Lab, agent: Agent) -> None:
    lab.files["plugins"] = {"facter/pond.rb": FACT.replace(b"'deep'", b"raise 'dry'")}
    _, _, err = agent()
    assert err.startswith("Error: Facter: Error while resolving custom fact fact='pond'")


def test_unchanged_files_are_neither_fetched_nor_read(
    lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    lab.files["plugins"] = {"facter/pond.rb": FACT}
    agent()
    file = tmp_path / "var/lib/facter/pond.rb"
    assert contents(lab) == ["GET /puppet/v3/file_content/plugins/facter/pond.rb"]
    lab.seen.clear()
    stamps = (file.stat().st_atime_ns, file.stat().st_mtime_ns)
    changed = FACT.replace(b"deep", b"low!")  # of the same size and time: it is not read
    file.write_bytes(changed)
    os.utime(file, ns=stamps)
    agent()
    assert contents(lab) == []
    assert file.read_bytes() == changed
    os.utime(file, ns=(1, 1))
    agent()
    assert len(contents(lab)) == 1
    assert file.read_bytes() == FACT


def test_changed_and_removed_files(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["plugins"] = {"facter/pond.rb": FACT, "old/deep/a.rb": b"#", "kind": b"a file"}
    agent()
    other = tmp_path / "var/lib/stray/file"
    other.parent.mkdir()
    other.write_text("not of the server")
    (tmp_path / "var/lib/.git").mkdir()
    lab.files["plugins"] = {"facter/pond.rb": FACT + b"#\n", "kind/now": b"a directory"}
    _, out, _ = agent()
    root = tmp_path / "var/lib"
    found = sorted(str(path.relative_to(root)) for path in root.rglob("*"))
    assert found == [".git", "facter", "facter/pond.rb", "kind", "kind/now"]
    assert "Notice: /File[DIR/var/lib/old]/ensure: removed\n" in out
    assert "Notice: /File[DIR/var/lib/facter/pond.rb]/content: content changed '{sha256}" in out


def test_a_file_with_another_content_than_announced(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["plugins"] = {"facter/pond.rb": FACT}
    lab.special["/puppet/v3/file_content"] = lambda _: (200, "text/plain", b"evil")
    code, _, err = agent("--no-usecacheonfailure")
    assert code == 1
    assert "Failed to retrieve plugin: File written to disk did not match desired checksum" in err
    assert not (tmp_path / "var/lib/facter/pond.rb").exists()


def test_a_path_that_leads_out_of_the_directory(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    evil = (
        b'[{"type": "file", "relative_path": "../../evil", "mode": 420,'
        b' "checksum": {"type": "sha256", "value": "{sha256}00"}}]'
    )
    lab.special["/puppet/v3/file_metadatas"] = lambda _: (200, JSON, evil)
    code, _, err = agent("--no-usecacheonfailure")
    assert code == 1
    assert "the server sent file metadata that cannot be read" in err
    assert not list(tmp_path.rglob("evil"))


def test_errors_of_plugins_may_be_ignored(lab: Lab, agent: Agent) -> None:
    lab.files["plugins"] = {"facter/pond.rb": FACT}
    lab.special["/puppet/v3/file_content"] = lambda _: (500, "text/plain", b"no")
    assert agent("--no-usecacheonfailure")[0] == 1
    code, _, err = agent("--ignore-plugin-errors")
    assert code == 0
    assert "Error: Failed to retrieve plugin: Error 500 on SERVER: no\n" in err


def test_pluginsync_off(lab: Lab, agent: Agent) -> None:
    agent("--no-pluginsync")
    assert not any("metadatas" in path for path in lab.paths())


def test_types_and_providers_of_plugins(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["plugins"] = {
        "puppet/type/egg.rb": b"Puppet::Type.newtype(:egg) do\n  ensurable\n"
        b"  newparam(:path, :namevar => true)\nend\n",
        "puppet/provider/egg/shell.rb": b"Puppet::Type.type(:egg).provide(:shell) do\n"
        b"  def exists?\n    File.exist?(resource[:path])\n  end\n"
        b"  def create\n    File.write(resource[:path], 'egg')\n  end\n"
        b"  def destroy\n    File.delete(resource[:path])\n  end\nend\n",
    }
    lab.resources = [lab.resource("Egg", str(tmp_path / "egg"), {"ensure": "present"})]
    code, _, err = agent("--detailed-exitcodes")
    assert (code, err) == (2, "")
    assert (tmp_path / "egg").read_text() == "egg"
    assert agent("--detailed-exitcodes")[0] == 0


def test_a_plugindest_of_another_name(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["plugins"] = {
        "puppet/functions/shout.rb": b"Puppet::Functions.create_function(:shout) do\n"
        b"  def shout(word)\n    word.upcase\n  end\nend\n",
    }
    deferred = {"__ptype": "Deferred", "name": "shout", "arguments": ["quack"]}
    lab.resources = [lab.resource("File", str(tmp_path / "duck"), {"content": deferred})]
    agent("--plugindest", str(tmp_path / "elsewhere"))
    assert (tmp_path / "duck").read_text() == "QUACK"
