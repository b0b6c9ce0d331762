"""Signatures that settings require of the modules on a path."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.index import Index
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.packages import required
from duckrow.puppet.packages.verify import verify_contents
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import FakeWorld
from duckrow.source.errors import InputError

pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")

PLUGIN = """
from duckrow.puppet.plugins import Plugin
class Census(Plugin):
    def facts(self, node): return {'depth': 3}
PLUGIN = Census
"""


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """A module path with the signed package pond.par, and the key in trust/."""
    source = tmp_path / "pond"
    for name, text in {
        "manifests/init.pp": "class pond { notice('wet') }",
        "lib/duckrow/plugins/census.py": PLUGIN,
    }.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    found = tmp_path / "modules"
    assert main(["module", "pack", "--into", str(found), str(source)]) == 0
    assert main(["module", "key", str(tmp_path / "author")]) == 0
    (tmp_path / "trust").mkdir()
    (tmp_path / "author.pub").rename(tmp_path / "trust" / "author.pub")
    sign(found / "pond.par")
    return found


def sign(package: Path) -> None:
    key = package.parents[1] / "author.key"
    assert main(["module", "sign", "--key", str(key), str(package)]) == 0


def settings(modules: Path, mode: str, **more: object) -> Settings:
    trust = str(modules.parent / "trust")
    return Settings({"module_signatures": mode, "module_trust": trust, **more})


def environment(modules: Path, mode: str, **more: object) -> Environment:
    return Environment(
        modulepath=[str(modules)], settings=settings(modules, mode, **more), code="include pond"
    )


def rejected(modules: Path, mode: str) -> str:
    with pytest.raises(InputError) as caught:
        environment(modules, mode)
    assert f"module_signatures is {mode}" in caught.value.why
    return str(caught.value).replace(f"{modules}/", "")


@pytest.mark.parametrize("mode", ["off", "packages", "all"])
def test_a_signed_package_is_used(modules: Path, mode: str) -> None:
    result = compile_catalog(environment(modules, mode), Node("teal"))
    assert [log.message for log in result.logs] == ["wet"]


@pytest.mark.parametrize("mode", ["packages", "all"])
def test_a_package_without_a_signature_is_rejected(modules: Path, mode: str) -> None:
    (modules / "pond.par.sig").unlink()
    assert rejected(modules, mode) == "pond.par is not signed"


def test_a_package_that_others_hide_is_checked_too(modules: Path) -> None:
    (modules / "pond.par").rename(modules / "pond-1.0.0.par")
    (modules / "pond").mkdir()
    assert "pond-1.0.0.par is not what its name says" in rejected(modules, "packages")


def test_a_changed_package_is_rejected(modules: Path) -> None:
    before = (modules / "pond.par").read_bytes()
    (modules.parent / "pond/manifests/init.pp").write_text("class pond { notice('dry') }")
    assert main(["module", "pack", "--into", str(modules), str(modules.parent / "pond")]) == 0
    assert (modules / "pond.par").read_bytes() != before
    assert rejected(modules, "all") == "pond.par has a signature of author.pub that is wrong"


def test_a_revoked_key_is_no_longer_trusted(modules: Path) -> None:
    used = environment(modules, "all")
    assert compile_catalog(used, Node("teal")).ok
    trust = modules.parent / "trust"
    (trust / "revoked").mkdir()
    (trust / "author.pub").rename(trust / "revoked/author.pub")
    assert rejected(modules, "all") == "pond.par is signed by a key that is revoked: author.pub"
    result = compile_catalog(used, Node("teal"))  # an environment that lives on notices it too
    assert result.failure is not None
    assert "a key that is revoked" in result.failure.message


def test_directories_are_rejected_or_allowed_by_the_setting(modules: Path) -> None:
    (modules / "lake/manifests").mkdir(parents=True)
    environment(modules, "packages")
    assert rejected(modules, "all") == "lake is not a signed package"


def test_versions_beside_a_module_are_modules_too(modules: Path) -> None:
    (modules / "pond@2.0.0").mkdir()
    environment(modules, "packages")
    assert rejected(modules, "all") == "pond@2.0.0 is not a signed package"


def test_other_archives_are_packages_only_if_they_are_modules(modules: Path) -> None:
    (modules / "lake.zip").write_bytes(b"PK")
    environment(modules, "all")


def test_without_a_trust_directory_nothing_is_trusted(modules: Path) -> None:
    with pytest.raises(InputError, match="module_trust names no directory"):
        Environment(modulepath=[str(modules)], settings=Settings({"module_signatures": "all"}))
    with pytest.raises(InputError, match="is not a directory of public keys"):
        environment(modules, "all", module_trust=str(modules / "none"))
    with pytest.raises(InputError, match="is one of off, packages, all, not 'some'"):
        environment(modules, "some")


def test_a_world_without_a_disk_has_no_signatures(modules: Path) -> None:
    with pytest.raises(InputError, match="signatures of modules need the files of this host"):
        Environment(settings=settings(modules, "all"), world=FakeWorld())


def test_a_package_is_verified_once_for_each_stamp(
    modules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def verify(path: str) -> tuple[Index, bytes]:
        read.append(path)
        return verify_contents(path)

    monkeypatch.setattr(required, "verify_contents", verify)
    used = environment(modules, "all")
    for _ in range(3):
        assert compile_catalog(used, Node("teal")).ok
    assert len(read) == 1
    package = modules / "pond.par"
    status = package.stat()
    os.utime(package, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert compile_catalog(used, Node("teal")).ok
    assert len(read) == 2
    (modules / "pond.par.sig").write_text("")
    result = compile_catalog(used, Node("teal"))
    assert result.failure is not None
    assert "has no signature of a key that is trusted" in result.failure.message


# ---- environment.conf


def test_environment_conf_requires_signatures(modules: Path) -> None:
    conf = "modulepath = modules\nmodule_signatures = all\nmodule_trust = trust\n"
    (modules.parent / "environment.conf").write_text(conf)
    found = environment_at(Settings(), "lake", str(modules.parent), code="include pond")
    assert not found.warnings
    assert compile_catalog(found, Node("teal")).ok
    (modules / "lake").mkdir()
    with pytest.raises(InputError, match="lake is not a signed package"):
        environment_at(Settings(), "lake", str(modules.parent))


def test_environment_conf_lifts_no_requirement(modules: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    conf = "modulepath = modules\nmodule_signatures = off\nmodule_trust = other\n"
    (tmp_path / "environment.conf").write_text(conf)
    given = settings(modules, "packages")
    found = environment_at(given, "lake", str(tmp_path))
    assert found.settings.module_signatures == "packages"
    assert found.settings["module_trust"] == str(tmp_path / "trust")
    (tmp_path / "environment.conf").write_text("modulepath = modules\nmodule_signatures = all\n")
    assert environment_at(given, "lake", str(tmp_path)).settings.module_signatures == "all"


# ---- plugins and facts


def test_a_plugin_of_a_signed_package_runs(modules: Path) -> None:
    result = compile_catalog(environment(modules, "all", plugins="pond::census"), Node("teal"))
    assert [each["name"] for each in result.effects_of_plugins()] == ["depth"]


def test_a_plugin_of_a_directory_does_not_run_where_packages_are_signed(modules: Path) -> None:
    (modules / "pond.par").unlink()
    (modules.parent / "pond").rename(modules / "pond")
    used = environment(modules, "packages", plugins="pond::census")
    result = compile_catalog(used, Node("teal"))
    assert result.failure is not None
    assert result.failure.message.startswith("Plugin pond::census does not run:")
    assert "is not a signed package" in result.failure.message


def test_facts_of_modules_need_signatures_too(
    modules: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    conf = f"[main]\nmodule_signatures = all\nmodule_trust = {tmp_path}/trust\n"
    home = tmp_path / "home/.puppetlabs/etc/puppet"
    home.mkdir(parents=True)
    (home / "duckrow.conf").write_text(conf)
    monkeypatch.setattr("duckrow.machine.this_process.effective_user", lambda: 1000)
    monkeypatch.setattr("duckrow.machine.this_process.home", lambda: str(tmp_path / "home"))
    assert main(["facts", "--modulepath", str(modules), "kernel"]) == 0
    (modules / "lake").mkdir()
    capsys.readouterr()
    assert main(["facts", "--modulepath", str(modules), "kernel"]) != 0
    assert "lake is not a signed package" in capsys.readouterr().err


def test_the_stamp_of_an_archive_changes_with_it(modules: Path) -> None:
    # The premise of the cache: another content has another stamp.
    before = Archive(str(modules / "pond.par")).stamp
    content = (modules / "pond.par").read_bytes()
    (modules / "pond.par").write_bytes(content)
    assert Archive(str(modules / "pond.par")).stamp != before


@pytest.mark.parametrize("name", ["author.PUB", "author.txt"])
def test_a_revoked_key_with_another_name_is_an_error(modules: Path, name: str) -> None:
    trust = modules.parent / "trust"
    (trust / "revoked").mkdir()
    (trust / "author.pub").rename(trust / "revoked" / name)
    with pytest.raises(InputError, match="the name of a public key ends in"):
        Environment(modulepath=[str(modules)], settings=settings_for(modules))


def test_a_revoked_list_that_is_no_directory_is_an_error(modules: Path) -> None:
    (modules.parent / "trust" / "revoked").symlink_to("nowhere")
    with pytest.raises(InputError, match="revoked: it is not a directory of public keys"):
        Environment(modulepath=[str(modules)], settings=settings_for(modules))


def test_a_plugin_of_a_package_that_was_replaced_does_not_run(modules: Path) -> None:
    settings = settings_for(modules, plugins="pond::census")
    environment = Environment(modulepath=[str(modules)], settings=settings, code="notice($depth)")
    assert compile_catalog(environment, Node("a")).ok
    census = modules.parent / "pond/lib/duckrow/plugins/census.py"
    ran = modules.parent / "ran"
    census.write_text(f"open({str(ran)!r}, 'w')\n{PLUGIN}")
    words = ["module", "pack", "--force", "--into", str(modules), str(modules.parent / "pond")]
    assert main(words) == 0
    assert not compile_catalog(environment, Node("b")).ok
    assert not ran.exists()


def test_who_requires_signatures_names_the_keys(modules: Path, tmp_path: Path) -> None:
    (tmp_path / "environment.conf").write_text("module_trust = trust\n")
    with pytest.raises(InputError, match="module_trust"):
        environment_at(Settings({"module_signatures": "all"}), "production", str(tmp_path))


def settings_for(modules: Path, **more: object) -> Settings:
    trust = str(modules.parent / "trust")
    return Settings({"module_signatures": "all", "module_trust": trust, **more})


def test_the_advice_fits_the_signature(modules: Path) -> None:
    def advice() -> str:
        with pytest.raises(InputError) as caught:
            environment(modules, "packages")
        return caught.value.hint

    signature = modules / "pond.par.sig"
    text = signature.read_text()
    signature.unlink()
    assert advice().startswith("duckrow module sign --key FILE")
    signature.write_text(text[:-10] + "AAAAAAA==\n")
    assert advice() == "fetch the package again from its source, or remove it"


def test_one_error_names_the_rejected_modules(modules: Path) -> None:
    for number in range(12):
        (modules / f"lake{number:02}/manifests").mkdir(parents=True)
    said = rejected(modules, "all")
    assert said.startswith("12 modules are rejected: lake00 is not a signed package; lake01 is ")
    assert said.endswith("; lake09 is not a signed package; and 2 more")
