"""user: what attributes become, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.providers.user.useradd import Useradd
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.user import BEHAVIOUR


def filled(**given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, "duck", given)
    desired.provider = Useradd()
    BEHAVIOUR.fill(desired)
    return desired


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("uid", "1500", 1500),
        ("uid", "010", 8),
        ("uid", "many", "many"),
        ("gid", "-1", -1),
        ("gid", "pond", "pond"),
        ("password_max_age", "-1", -1),
        ("groups", "pond", ["pond"]),
        ("groups", ["b", "a", "b"], ["b", "a"]),
        ("groups", [], []),
        ("expiry", "absent", "absent"),
        ("managehome", "yes", True),
        ("purge_ssh_keys", "true", True),
        ("purge_ssh_keys", "~/keys", ["~/keys"]),
    ],
)
def test_values(name: str, value: Any, found: Any) -> None:
    assert filled(**{name: value})[name] == found


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "uid",
            "1-2",
            'Munging failed for value "1-2" in class uid: invalid value for Integer(): "1-2"',
        ),
        ("uid", "09", 'Munging failed for value "09" in class uid: invalid value'),
        ("groups", ["1700"], "Group names must be provided, not GID numbers."),
        ("groups", "a,b", "Group names must be provided as an array"),
        ("password_warn_days", "soon", "Password warning days must be provided as a number."),
        ("expiry", "2030-1-1", "Expiry dates must be YYYY-MM-DD"),
        ("ensure", "role", "Provider useradd must have features 'manages_solaris_rbac'"),
        ("purge_ssh_keys", ["keys"], "Paths to keyfiles must be absolute, not keys"),
        ("purge_ssh_keys", [5], "must be a string, not a Integer"),
        ("purge_ssh_keys", 5, "must be true, false, or an array of file names, not 5"),
    ],
)
def test_errors(name: str, value: Any, message: str) -> None:
    with pytest.raises(ResourceError) as refused:
        filled(**{name: value})
    assert refused.value.message.startswith(f"Parameter {name} failed on User[duck]: ")
    assert message in refused.value.message


def test_what_the_provider_cannot_do_is_not_managed() -> None:
    desired = filled(roles=["r"], attributes="a=b", salt="x", forcelocal=True)
    assert not {"roles", "attributes", "salt", "forcelocal", "ensure"} & set(desired.values)


def test_an_account_of_which_something_is_wanted_is_to_be_there() -> None:
    assert filled(comment="x")["ensure"] == "present"
    assert filled(managehome=True)["ensure"] is None


def test_the_hash_is_secret_even_if_nobody_says_so() -> None:
    assert filled(password="x").is_sensitive("password")
    assert filled().is_sensitive("password")
