"""puppetdb.conf."""

from __future__ import annotations

import pytest

from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.storeconfigs.configuration import Configuration, read_configuration
from duckrow.puppet.world import FakeWorld
from duckrow.source.errors import InputError


def read(text: str, warnings: list[str] | None = None) -> Configuration:
    world = FakeWorld({"/etc/puppet/puppetdb.conf": text.encode()})
    settings = Settings({"confdir": "/etc/puppet"}, world)
    return read_configuration(settings, (warnings if warnings is not None else []).append)


def test_defaults_without_a_file() -> None:
    found = read_configuration(Settings({"confdir": "/none"}, FakeWorld()), lambda _: None)
    assert found.server_urls == ["https://puppetdb:8081"]
    assert found.server_url_timeout == 30
    assert not found.soft_write_failure
    assert found.include_catalog_edges


def test_all_settings() -> None:
    found = read(
        """
        # a comment
        ; another
        [main]
        server_urls = https://a:8081/, https://b
        submit_only_server_urls = https://c:1
        server_url_timeout = 5
        soft_write_failure = true
        include_unchanged_resources = true
        include_catalog_edges = false
        sticky_read_failover = true
        [other]
        server_urls = nonsense
        """
    )
    assert found.server_urls == ["https://a:8081", "https://b"]
    assert found.submit_only_server_urls == ["https://c:1"]
    assert found.server_url_timeout == 5
    assert found.soft_write_failure
    assert found.include_unchanged_resources
    assert not found.include_catalog_edges
    assert found.sticky_read_failover


def test_retired_settings_are_warned_of() -> None:
    warnings: list[str] = []
    found = read("[main]\nserver = puppetdb.lab\nport = 8081\n", warnings)
    assert found.server_urls == ["https://puppetdb:8081"]
    assert [each.partition(" is retired")[0] for each in warnings] == [
        "Setting 'server = puppetdb.lab'",
        "Setting 'port = 8081'",
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("server_urls = http://a", "PuppetDB 'server_urls' must be https, found 'http://a'"),
        ("server_urls = https://a/x", "PuppetDB 'server_urls' cannot contain URL paths"),
        ("server_urls = https://a:x", "Error parsing URL 'https://a:x' in PuppetDB 'server_urls'"),
        ("soft_write_failure = yes", 'invalid value for Boolean: "yes"'),
        ("server_url_timeout = soon", "server_url_timeout is a whole number, not 'soon'"),
        ("quack", "Unparseable line 'quack' in PuppetDB config /etc/puppet/puppetdb.conf:2"),
        (
            "server_urls = https://a\nsubmit_only_server_urls = https://a",
            "Server URLs must be in either server_urls or submit_only_server_urls, not both.",
        ),
        ("min_successful_submissions = 2", "command_broadcast must be set to true"),
        (
            "command_broadcast = true\nmin_successful_submissions = 2",
            "min_successful_submissions (2) must be less than or equal to the number of",
        ),
        (
            "soft_write_failure = true\nmin_successful_submissions = 2",
            "soft_write_failure cannot be enabled when min_successful_submissions is greater",
        ),
    ],
)
def test_invalid_settings_are_rejected(lines: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(f"[main]\n{lines}\n")
    assert str(caught.value).startswith(f"Could not configure PuppetDB terminuses: {message}")


def test_a_setting_without_a_section_is_rejected() -> None:
    with pytest.raises(InputError, match="is illegal outside of section"):
        read("server_urls = https://a\n")
