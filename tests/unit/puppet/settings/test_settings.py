from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.settings.conf import parse_conf, read_conf, settings_in
from duckrow.puppet.settings.defaults import KNOWN
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import FakeWorld, World
from duckrow.source.errors import InputError


def test_the_defaults_are_those_of_puppet_8() -> None:
    settings = Settings()
    assert (settings.strict, settings.strict_variables, settings.storeconfigs) == (
        "error",
        True,
        False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("runinterval", 1800),
        ("ca_ttl", 5 * 365 * 86400),
        ("maxwaitforcert", float("inf")),
        ("http_proxy_port", 3128),
        ("serverport", 8140),
        ("report", True),
        ("disable_warnings", []),
        ("supported_checksum_types", ["sha256", "sha384", "sha512", "sha224", "md5"]),
        ("priority", None),
        ("prerun_command", ""),
        ("no_proxy", "localhost, 127.0.0.1"),
    ],
)
def test_a_default_has_the_kind_of_its_setting(name: str, value: Any) -> None:
    assert Settings()[name] == value
    assert type(Settings()[name]) is type(value)


def test_settings_are_made_of_others() -> None:
    settings = Settings({"confdir": "/c", "certname": "duck", "ssldir": "/s"})
    assert settings["hiera_config"] == "/c/hiera.yaml"
    assert settings["hostcert"] == "/s/certs/duck.pem"
    assert settings["config"] == "/c/puppet.conf"
    assert settings.expand("a/$certname.${confdir}/$nosuch") == "a/duck./c/$nosuch"


def test_keys_and_certificates_are_below_the_configuration() -> None:
    settings = Settings({"confdir": "/c"}, FakeWorld())
    assert settings["ssldir"] == "/c/ssl"


def test_a_setting_made_of_itself_is_rejected() -> None:
    with pytest.raises(InputError, match="made of itself"):
        Settings({"confdir": "$vardir", "vardir": "$confdir/x"})["confdir"]


def test_all_of_them_can_be_listed() -> None:
    found = Settings({"confdir": "/c", "strict": "warning"}).all()
    assert list(found) == list(KNOWN)
    assert list(found)[:2] == ["confdir", "codedir"]
    assert found["strict"] == "warning"
    assert "name" not in found


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"strict": "maybe"}, "one of off, warning, error"),
        ({"strict_variables": "perhaps"}, "true or false"),
        ({"dialect": "latin"}, "one of puppet, draft"),
    ],
)
def test_a_value_that_is_none_is_rejected_at_once(given: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Settings(given)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("keylength", "long", "whole number"),
        ("runinterval", "soon", "a time such as 30m"),
        ("noop", "perhaps", "true or false"),
    ],
)
def test_a_value_of_the_wrong_kind_is_rejected_when_asked(
    name: str, value: str, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        Settings({name: value})[name]


def test_flags_come_as_words_or_as_values() -> None:
    assert Settings({"strict_variables": "false"}).strict_variables is False
    assert Settings({"storeconfigs": True}).storeconfigs is True


def test_what_is_not_set_costs_no_table() -> None:
    settings = Settings({"certname": "duck"})
    assert settings.get("certname") == "duck"
    assert settings.get("environment") is None
    assert settings.get("environment", "x") == "x"
    with pytest.raises(KeyError):
        settings["no_such_setting"]
    assert "no_such_setting" not in settings
    assert "environment" in settings


def test_other_settings_are_made_from_these() -> None:
    settings = Settings({"strict": "off"})
    other = settings.with_values({"certname": "duck"})
    assert (other.strict, other["certname"]) == ("off", "duck")
    assert settings.with_values({}) is settings


def test_the_draft_is_a_dialect() -> None:
    from duckrow.puppet.types.dialect import DRAFT, PUPPET

    assert Settings().dialect is PUPPET
    assert Settings({"dialect": "draft"}).dialect is DRAFT


def test_a_file_has_sections() -> None:
    text = """
        certname = before
        # comment
        [main]
        strict=warning
        vardir = /v { owner = root, mode = 750 }
        [server]
        strict = off
        certname = Puppet CA: x = y
    """
    sections = parse_conf(text, "puppet.conf")
    assert sections == {
        "main": {"certname": "before", "strict": "warning", "vardir": "/v"},
        "server": {"strict": "off", "certname": "Puppet CA: x = y"},
    }
    assert settings_in(sections, "puppet.conf", ("main", "server"))["strict"] == "off"
    assert settings_in(sections, "puppet.conf", ("main", "agent"))["strict"] == "warning"


@pytest.mark.parametrize("line", ["strict", "= x", "str ict = 1"])
def test_a_line_that_says_nothing_is_rejected_with_its_location(line: str) -> None:
    with pytest.raises(InputError, match=r"Could not match line .*\(file: f, line: 2\)"):
        parse_conf(f"\n{line}\n", "f")


def test_unknown_sections_are_rejected() -> None:
    with pytest.raises(InputError, match="Illegal section 'production' in config file"):
        settings_in({"main": {}, "production": {}}, "f", ("main",))


def test_a_missing_file_says_nothing(tmp_path: Path) -> None:
    assert read_conf(str(tmp_path / "none"), World()) is None
    with pytest.raises(InputError, match="cannot read"):
        read_conf(str(tmp_path), World())


def test_other_values_make_other_settings_and_the_same_ones_do_not() -> None:
    settings = Settings({"certname": "teal", "codedir": "/$certname", "splay": 1})
    assert settings.with_values({}) is settings
    assert settings.with_values({"certname": "teal"}) is settings
    assert settings.with_values({"splay": True}) is not settings
    other = settings.with_values({"certname": "eider"})
    assert (settings["codedir"], other["codedir"]) == ("/teal", "/eider")
    assert other["confdir"] == settings["confdir"] == Settings()["confdir"]
