"""Tests with mistakes: what pytest says about them."""

import pytest

from duckrow.testing import Catalog, Puppet, os


@pytest.fixture
def catalog(puppet: Puppet) -> Catalog:
    return puppet.compile(cls="feeder", facts=os("debian-12"))


def test_mode(catalog: Catalog) -> None:
    assert catalog["File[/etc/default/feeder]"].mode == "0644"


def test_crowd(catalog: Catalog) -> None:
    assert "File[/etc/feeder.crowd]" in catalog


def test_name(catalog: Catalog) -> None:
    assert catalog["File[/etc/default/feder]"].owner == "root"


def test_order(catalog: Catalog) -> None:
    assert catalog.notifies("Package[feeder]", "Service[feeder]")


def test_compile(puppet: Puppet) -> None:
    puppet.compile(cls="feeder", facts={})
