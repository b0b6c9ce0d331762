import pytest

from duckrow.testing import Catalog, CompileError, Puppet, Snapshot, System, os


@pytest.fixture
def catalog(puppet: Puppet) -> Catalog:
    return puppet.compile(cls="feeder", facts=os("debian-12"))


def test_configuration(catalog: Catalog) -> None:
    assert catalog["File[/etc/default/feeder]"].mode == "0640"
    assert "File[/etc/feeder.crowd]" not in catalog
    assert [each.title for each in catalog.resources("service")] == ["feeder"]


def test_order(catalog: Catalog) -> None:
    assert catalog.before("Package[feeder]", "Service[feeder]")
    assert catalog.notifies("File[/etc/default/feeder]", "Service[feeder]", direct=True)


def test_every_supported_system(
    puppet: Puppet, os_facts: System, duckrow_snapshot: Snapshot
) -> None:
    duckrow_snapshot(puppet.compile(cls="feeder", facts=os_facts))


def test_data_of_hiera(puppet: Puppet) -> None:
    data = {"feeder::ducks": 12, "feeder::grain": "barley"}
    catalog = puppet.compile(cls="feeder", facts=os("redhat-9"), hiera=data)
    assert catalog["File[/etc/sysconfig/feeder]"].content == "DUCKS=12\nGRAIN=barley\n"
    assert "File[/etc/feeder.crowd]" in catalog


def test_no_duck_at_all(puppet: Puppet) -> None:
    with pytest.raises(CompileError, match="expects an Integer"):
        puppet.compile(cls="feeder", params={"ducks": 0}, facts=os("debian-12"))
