"""`duckrow agent --from`: runs without a server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duckrow.cli.dispatch import dispatch
from duckrow.puppet.agent.code_source import url_and_ref

Agent = Callable[..., tuple[int, str, str]]
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
needs_keys = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed"
)


@pytest.fixture
def agent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Agent]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    options = ["--state-dir", str(tmp_path / "state")]
    for name in ("conf", "var"):
        (tmp_path / name).mkdir()
    for name in ("conf", "var", "run", "ssl", "public"):
        options += [f"--{name}dir", str(tmp_path / name)]

    def run(*words: str) -> tuple[int, str, str]:
        code = dispatch(["agent", *options, "--detailed-exitcodes", *words])
        out, err = capsys.readouterr()
        return code, out.replace(str(tmp_path), "DIR"), err.replace(str(tmp_path), "DIR")

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)


class Repository:
    """An environment in a git repository."""

    def __init__(self, root: Path) -> None:
        self.path = root / "site"
        self.root = root
        self.path.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        for name, value in (("user.name", "Duck"), ("user.email", "duck@pond.lab")):
            self.git("config", name, value)

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.path), *words], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def use_key(self) -> Path:
        """Sign with a new key; return the file of the keys that may sign."""
        key = self.root / "key"
        keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(keygen, check=True)
        signers = self.root / "signers"
        signers.write_text(f"duck@pond.lab {key.with_suffix('.pub').read_text()}")
        self.git("config", "gpg.format", "ssh")
        self.git("config", "user.signingkey", str(key))
        return signers

    def commit(self, text: str, *more: str) -> str:
        """Commit an environment whose file has a text."""
        manifests = self.path / "manifests"
        modules = self.path / "modules/pond/files"
        manifests.mkdir(exist_ok=True)
        modules.mkdir(parents=True, exist_ok=True)
        (modules / "duck").write_text(text)
        code = f"file {{ '{self.root}/duck': source => 'puppet:///modules/pond/duck' }}\n"
        (manifests / "site.pp").write_text(code)
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", text, *more)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@needs_git
def test_a_branch(repository: Repository, agent: Agent, tmp_path: Path) -> None:
    first = repository.commit("one")
    source = f"git+file://{repository.path}@main"
    code, out, err = agent("--verbose", "--unsigned", "--from", source)
    assert (code, err) == (2, "")
    assert f"Info: Using file://DIR/site at commit {first}\n" in out
    assert (tmp_path / "duck").read_text() == "one"
    assert agent("--unsigned", "--from", source)[0] == 0
    second = repository.commit("two")
    assert agent("--unsigned", "--from", source)[0] == 2
    assert (tmp_path / "duck").read_text() == "two"
    (code_directory,) = (tmp_path / "var/state/duckrow_code").iterdir()
    assert sorted(path.name for path in code_directory.iterdir()) == sorted(
        [second, "current", "signed"]
    )
    assert agent("--unsigned", "--from", f"git+file://{repository.path}@{first}")[0] == 2
    assert (tmp_path / "duck").read_text() == "one"


@needs_git
def test_a_repository_that_cannot_be_reached(
    repository: Repository, agent: Agent, tmp_path: Path
) -> None:
    source = f"git+file://{repository.path}@main"
    code, _, err = agent("--unsigned", "--from", source)
    assert (code, err) == (1, "Error: file://DIR/site has no ref main\n")
    repository.commit("one")
    agent("--unsigned", "--from", source)
    (tmp_path / "duck").unlink()
    repository.path.rename(tmp_path / "away")
    code, out, err = agent("--unsigned", "--from", source)
    assert code == 2
    assert "Error: cannot read the git repository file://DIR/site" in err
    assert "Notice: Using the last version: " in out
    assert (tmp_path / "duck").exists()


@needs_git
@needs_keys
def test_signatures_of_commits(repository: Repository, agent: Agent, tmp_path: Path) -> None:
    signers = repository.use_key()
    repository.commit("one")
    source = f"git+file://{repository.path}@main"
    code, _, err = agent("--from", source, "--signers", str(signers))
    assert code == 1
    assert "file://DIR/site main has no signature that is trusted" in err
    assert "--unsigned" in err
    assert not (tmp_path / "duck").exists()
    repository.commit("two", "-S")
    code, out, _ = agent("--from", source, "--signers", str(signers), "--verbose")
    assert code == 2
    assert 'Info: Good "git" signature for duck@pond.lab' in out
    other = tmp_path / "other"
    other.write_text("")
    assert agent("--from", source, "--signers", str(other))[0] == 1
    assert "it is not a file" in agent("--from", source, "--signers", "none")[2]


@needs_git
@needs_keys
@pytest.mark.parametrize("ref", ["main", "v1"])
def test_the_last_version_is_checked_again(
    ref: str, repository: Repository, agent: Agent, tmp_path: Path
) -> None:
    signers = repository.use_key()
    repository.commit("one", "-S")
    repository.git("tag", "-s", "-m", "one", "v1")
    source = f"git+file://{repository.path}@{ref}"
    assert agent("--from", source, "--signers", str(signers))[0] == 2
    repository.path.rename(tmp_path / "away")
    code, out, _ = agent("--from", source, "--signers", str(signers), "--verbose")
    assert code == 0
    assert 'Info: Good "git" signature for duck@pond.lab' in out
    assert "Notice: Using the last version: " in out
    (tmp_path / "duck").unlink()
    signers.write_text("")
    code, out, err = agent("--from", source, "--signers", str(signers))
    assert code == 1
    assert f"file://DIR/site {ref} has no signature that is trusted" in err
    assert "Using the last version" not in out
    (current,) = (tmp_path / "var/state/duckrow_code").glob("*/signed")
    current.unlink()
    assert "its signature is not stored" in agent("--from", source, "--signers", str(signers))[2]
    assert not (tmp_path / "duck").exists()


@needs_git
@needs_keys
def test_a_last_version_that_was_taken_unsigned(
    repository: Repository, agent: Agent, tmp_path: Path
) -> None:
    signers = repository.use_key()
    repository.commit("one")
    source = f"git+file://{repository.path}@main"
    assert agent("--from", source, "--unsigned")[0] == 2
    (tmp_path / "duck").unlink()
    repository.path.rename(tmp_path / "away")
    code, _, err = agent("--from", source, "--signers", str(signers))
    assert code == 1
    assert "has no signature that is trusted" in err
    assert not (tmp_path / "duck").exists()


@needs_git
@needs_keys
def test_signatures_of_tags(repository: Repository, agent: Agent, tmp_path: Path) -> None:
    signers = str(repository.use_key())
    repository.commit("one")
    repository.git("tag", "-s", "-m", "one", "v1")
    source = f"git+file://{repository.path}@v1"
    assert agent("--from", source, "--signers", signers)[0] == 2
    # A server that moves the name of a tag to an older one that is signed too is found out.
    repository.git("update-ref", "refs/tags/v2", repository.git("rev-parse", "v1"))
    code, _, err = agent("--from", f"git+file://{repository.path}@v2", "--signers", signers)
    assert code == 1
    assert "has another tag under the name v2" in err
    repository.git("tag", "-m", "not signed", "v3")
    code, _, err = agent("--from", f"git+file://{repository.path}@v3", "--signers", signers)
    assert code == 1
    assert "has no signature that is trusted" in err


def test_a_package(agent: Agent, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = tmp_path / "site"
    (site / "manifests").mkdir(parents=True)
    (site / "modules/pond/files").mkdir(parents=True)
    (site / "modules/pond/files/duck").write_text("quack")
    code = f"file {{ '{tmp_path}/duck': source => 'puppet:///modules/pond/duck' }}\n"
    (site / "manifests/site.pp").write_text(code)
    assert dispatch(["module", "pack", str(site), "--into", str(tmp_path)]) == 0
    package = str(tmp_path / "site.par")
    capsys.readouterr()
    code_, _, err = agent("--from", package)
    assert code_ == 1
    assert "the setting module_trust names no directory of public keys" in err
    trust = tmp_path / "trust"
    trust.mkdir()
    assert "is not signed" in agent("--from", package, "--module-trust", str(trust))[2]
    assert dispatch(["module", "key", str(tmp_path / "duck_key")]) == 0
    assert dispatch(["module", "sign", package, "--key", str(tmp_path / "duck_key.key")]) == 0
    shutil.copy(tmp_path / "duck_key.pub", trust)
    capsys.readouterr()
    code_, _, err = agent("--from", package, "--module-trust", str(trust))
    assert (code_, err) == (2, "")
    assert (tmp_path / "duck").read_text() == "quack"
    assert agent("--from", package, "--module-trust", str(trust))[0] == 0
    os.truncate(package, 100)
    assert agent("--from", package, "--module-trust", str(trust))[0] == 1


def test_a_disabled_agent(agent: Agent, tmp_path: Path) -> None:
    agent("--disable")
    code, out, _ = agent("--unsigned", "--from", str(tmp_path / "none.par"))
    assert code == 1
    assert "administratively disabled" in out


@pytest.mark.parametrize(
    "words", [("--from", "quack"), ("--unsigned",), ("--signers", "x")], ids=lambda w: w[0]
)
def test_usage(words: tuple[str, ...], agent: Agent) -> None:
    assert agent(*words)[0] == 1


@needs_git
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://duck@pond.lab/site.git", ("https://duck@pond.lab/site.git", "")),
        ("https://duck:a@pond.lab/site.git@v1", ("https://duck:a@pond.lab/site.git", "v1")),
        ("file:///srv/site@release/2", ("file:///srv/site", "release/2")),
        ("git@pond.lab:site.git", ("git@pond.lab:site.git", "")),
        ("git@pond.lab:site.git@v1", ("git@pond.lab:site.git", "v1")),
        ("/srv/site@v1", ("/srv/site", "v1")),
        ("https://duck@pond.lab", ("https://duck@pond.lab", "")),
    ],
)
def test_the_ref_is_behind_the_path(text: str, expected: tuple[str, str]) -> None:
    assert url_and_ref(text) == expected


@pytest.mark.parametrize("ref", ["", "@main"])
def test_the_password_of_the_repository_is_never_shown(
    ref: str, agent: Agent, tmp_path: Path
) -> None:
    url = f"git+http://duck:hunter2@127.0.0.1:1/site.git{ref}"
    code, out, err = agent("--from", url, "--unsigned", "--debug")
    assert code == 1
    assert "cannot read the git repository http://127.0.0.1:1/site.git" in err
    assert "hunter2" not in out + err
    written = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert not [each for each in written if b"hunter2" in each.read_bytes()]
