from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.find import bare_environment, environment_at, find_environment
from duckrow.puppet.settings.settings import Settings
from duckrow.source.errors import InputError


def made(root: Path, conf: str | None = None, **settings: object) -> Environment:
    """Make an environment `pond` with a manifest, and find it."""
    directory = root / "environments" / "pond"
    (directory / "manifests").mkdir(parents=True)
    (directory / "manifests" / "site.pp").write_text("notice('site')")
    if conf is not None:
        (directory / "environment.conf").write_text(conf)
    given = {"environmentpath": f"{root}/none:{root}/environments", "basemodulepath": "/base"}
    return find_environment(Settings({**given, **settings}), "pond")


def messages(environment: Environment) -> list[str]:
    return [entry.message for entry in compile_catalog(environment, Node("n")).logs]


def test_a_directory_is_enough(tmp_path: Path) -> None:
    environment = made(tmp_path)
    directory = str(tmp_path / "environments" / "pond")
    assert environment.directory == directory
    assert environment.modulepath == [f"{directory}/modules", "/base"]
    assert environment.manifest == f"{directory}/manifests"
    assert messages(environment) == ["site"]
    assert environment.settings["modulepath"] == f"{directory}/modules:/base"


def test_the_first_directory_on_the_path_wins(tmp_path: Path) -> None:
    for location in ("one", "two"):
        (tmp_path / location / "pond").mkdir(parents=True)
    settings = Settings({"environmentpath": f"{tmp_path}/one:{tmp_path}/two"})
    assert find_environment(settings, "pond").directory == str(tmp_path / "one" / "pond")


@pytest.mark.parametrize("name", ["lake", "../pond", "", "po nd"])
def test_an_environment_that_is_not_there(tmp_path: Path, name: str) -> None:
    made(tmp_path)
    settings = Settings({"environmentpath": f"{tmp_path}/environments"})
    with pytest.raises(InputError, match="Could not find a directory environment named"):
        find_environment(settings, name)


def test_environment_conf_is_for_it_alone(tmp_path: Path) -> None:
    conf = "modulepath = site-modules:$basemodulepath:/abs/$environment\nmanifest = start.pp\n"
    environment = made(tmp_path, conf)
    directory = tmp_path / "environments" / "pond"
    assert environment.modulepath == [f"{directory}/site-modules", "/base", "/abs/pond"]
    assert environment.manifest == f"{directory}/start.pp"
    (directory / "start.pp").write_text("notice('start', $settings::manifest)")
    assert messages(environment) == [f"start {directory}/start.pp"]


def test_a_module_path_may_hold_patterns(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / "environments" / "pond" / "vendor" / name).mkdir(parents=True)
    directory = tmp_path / "environments" / "pond"
    (directory / "environment.conf").write_text("modulepath = vendor/*")
    settings = Settings({"environmentpath": f"{tmp_path}/environments"})
    found = find_environment(settings, "pond").modulepath
    assert found == [f"{directory}/vendor/a", f"{directory}/vendor/b"]


def test_other_settings_and_sections_are_ignored_with_a_warning(tmp_path: Path) -> None:
    environment = made(tmp_path, "colour = red\nmanifest = manifests\n[main]\n[pond]\nx = 1\n")
    path = f"{tmp_path}/environments/pond/environment.conf"
    assert messages(environment) == [
        (
            f"Invalid sections in environment.conf at '{path}'. Environment conf may not have "
            "sections. The following sections are being ignored: 'pond'"
        ),
        (
            f"Invalid settings in environment.conf at '{path}'. The following unknown setting(s) "
            "are being ignored: colour"
        ),
        "site",
    ]


def test_the_warning_suggests_a_setting(tmp_path: Path) -> None:
    environment = made(tmp_path, "module_visibilty = strict")
    assert messages(environment)[0].endswith(
        "being ignored: module_visibilty (did you mean module_visibility?)"
    )


@pytest.mark.parametrize(
    ("name", "said", "given"),
    [
        ("plugins", "pond::census", ""),
        ("modules", "pond", "stdlib"),
        ("module_visibility", "strict", "off"),
        ("catalog_builder", "deterministic", "puppet"),
        ("identical_resources", "true", False),
    ],
)
def test_the_command_line_wins_over_environment_conf(
    tmp_path: Path, name: str, said: str, given: object
) -> None:
    settings = Settings({name: given}, on_command_line=(name,))
    (tmp_path / "environment.conf").write_text(f"{name} = {said}")
    assert environment_at(settings, "pond", str(tmp_path)).settings.given[name] == given
    # A file of settings does not.
    settings = Settings({name: given})
    assert environment_at(settings, "pond", str(tmp_path)).settings.given[name] == said


def test_the_command_line_lifts_no_demand_for_signatures(tmp_path: Path) -> None:
    (tmp_path / "environment.conf").write_text("module_signatures = all")
    settings = Settings({"module_signatures": "off"}, on_command_line=("module_signatures",))
    with pytest.raises(InputError, match="the setting module_signatures is all"):
        environment_at(settings, "pond", str(tmp_path))


@pytest.mark.parametrize(
    "name", ["catalog_builder", "identical_resources", "module_visibility", "module_signatures"]
)
def test_a_wrong_value_names_the_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=rf"{name} is .*not 'quack' \(file: .*/environment.conf\)"):
        made(tmp_path, f"{name} = quack")


def test_manifests_of_environments_can_be_forbidden(tmp_path: Path) -> None:
    environment = made(tmp_path, "manifest = other.pp", disable_per_environment_manifest="true")
    assert environment.manifest == f"{tmp_path}/environments/pond/manifests"
    assert "'disable_per_environment_manifest' setting is true" in messages(environment)[0]


def test_an_environment_may_be_trusted_not_to_change(tmp_path: Path) -> None:
    assert made(tmp_path, "environment_timeout = unlimited").is_fixed


def test_an_environment_without_a_directory(tmp_path: Path) -> None:
    settings = Settings({"basemodulepath": "/a:/b"})
    environment = bare_environment(settings, "pond", code="notice($environment)")
    assert (environment.directory, environment.modulepath) == (None, ["/a", "/b"])
    assert messages(environment) == ["pond"]
