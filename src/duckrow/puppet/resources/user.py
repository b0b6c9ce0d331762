"""user: an account on the machine."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import (
    Behaviour,
    account_id,
    listed_value,
    munging_failed,
    only_text,
)
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "user",
    properties={
        "ensure": "present absent role",
        "home": "",
        "uid": "",
        "gid": "",
        "comment": "",
        "shell": "",
        "password": "",
        "password_min_age": "",
        "password_max_age": "",
        "password_warn_days": "",
        "groups": "",
        "expiry": r"absent /^\d{4}-\d{2}-\d{2}$/",
        "roles": "",
        "auths": "",
        "profiles": "",
        "keys": "",
        "project": "",
        "attributes": "",
        "salt": "",
        "iterations": "",
        "loginclass": "",
    },
    parameters={
        "name": "",
        "membership": "inclusive minimum",
        "system": "true false yes no",
        "allowdupe": "true false yes no",
        "managehome": "true false yes no",
        "role_membership": "inclusive minimum",
        "auth_membership": "inclusive minimum",
        "profile_membership": "inclusive minimum",
        "key_membership": "inclusive minimum",
        "ia_load_module": "",
        "attribute_membership": "inclusive minimum",
        "forcelocal": "true false yes no",
        "purge_ssh_keys": "true false",
        "provider": "",
    },
    features={
        "shell": "manages_shell",
        "password": "manages_passwords",
        "password_min_age": "manages_password_age",
        "password_max_age": "manages_password_age",
        "password_warn_days": "manages_password_age",
        "expiry": "manages_expiry",
        "roles": "manages_roles",
        "auths": "manages_solaris_rbac",
        "profiles": "manages_solaris_rbac",
        "keys": "manages_solaris_rbac",
        "project": "manages_solaris_rbac",
        "attributes": "manages_aix_lam",
        "salt": "manages_password_salt",
        "iterations": "manages_password_salt",
        "loginclass": "manages_loginclass",
        "ia_load_module": "manages_aix_lam",
        "forcelocal": "manages_local_users_and_groups",
    },
    summary="Looks after an account of the system.",
    attribute_help={
        "ensure": "Whether the account is there.",
        "home": "The home directory.",
        "uid": "The number of the account.",
        "gid": "The main group, by name or number.",
        "comment": "The full name or another description.",
        "shell": "The program that a login starts.",
        "password": "The password as the system keeps it, encrypted.",
        "password_min_age": "Days before a password may be changed again.",
        "password_max_age": "Days after which a password must be changed.",
        "password_warn_days": "Days of warning before that.",
        "groups": "The other groups.",
        "expiry": "The day from which the account is closed, as YYYY-MM-DD, or absent.",
        "roles": "Roles, on Solaris.",
        "auths": "Authorizations, on Solaris.",
        "profiles": "Profiles, on Solaris.",
        "keys": "Further settings by name, on Solaris.",
        "project": "The project, on Solaris.",
        "attributes": "Further settings, on AIX.",
        "salt": "The salt of the password, on macOS.",
        "iterations": "The rounds of the password, on macOS.",
        "loginclass": "The login class, on BSD systems.",
        "name": "The name of the account.",
        "membership": "Whether groups is the whole list or only a part of it.",
        "system": "Whether a new account gets a number of the system's range.",
        "allowdupe": "Whether another account may have the same number.",
        "managehome": "Whether the home directory comes and goes with the account.",
        "role_membership": "Whether roles is the whole list or only a part of it.",
        "auth_membership": "Whether auths is the whole list or only a part of it.",
        "profile_membership": "Whether profiles is the whole list or only a part of it.",
        "key_membership": "Whether keys is the whole list or only a part of it.",
        "ia_load_module": "The module that looks after the account on AIX.",
        "attribute_membership": "Whether attributes is the whole list or only a part of it.",
        "forcelocal": "Whether only the files of this host count.",
        "purge_ssh_keys": (
            "Whether keys that nobody declares are removed from the user's key files."
        ),
    },
)


# Lists without order; a parameter decides whether they are complete.
LISTS = {
    "groups": "membership",
    "roles": "role_membership",
    "auths": "auth_membership",
    "profiles": "profile_membership",
}
_NUMBERS = {
    "password_min_age": "Password minimum age must be provided as a number.",
    "password_max_age": "Password maximum age must be provided as a number.",
    "password_warn_days": "Password warning days must be provided as a number.",
}
_KINDS = {"int": "Integer", "float": "Float", "list": "Array", "dict": "Hash", "bool": "Boolean"}


class UserType(Behaviour):
    """An account; its groups come before it."""

    __slots__ = ()
    providers = ("useradd",)
    strings = ("shell",)
    defaults = {
        "membership": "minimum",
        "role_membership": "minimum",
        "auth_membership": "minimum",
        "profile_membership": "minimum",
        "key_membership": "minimum",
        "attribute_membership": "minimum",
    }

    def default_ensure(self, desired: Desired) -> str | None:
        # An account without managed properties need not exist.
        is_managed = any(name in desired.values for name in self.table.properties)
        return "present" if is_managed else None

    def munge_ensure(self, desired: Desired, value: object) -> str:
        found = str(listed_value(self.table.properties["ensure"], value))
        provider = desired.provider
        if found == "role" and provider is not None:
            feature = "manages_solaris_rbac"
            if feature not in provider.features:
                raise ValueError(
                    f"Provider {provider.name} must have features '{feature}' "
                    "to set 'ensure' to 'role'"
                )
        return found

    def munge_uid(self, desired: Desired, value: object) -> Any:
        return number_or_name("uid", value)

    def munge_gid(self, desired: Desired, value: object) -> Any:
        return number_or_name("gid", value)

    def munge_iterations(self, desired: Desired, value: object) -> Any:
        return number_or_name("iterations", value)

    def munge_password(self, desired: Desired, value: object) -> Any:
        if type(value) is str and ":" in value:
            raise ValueError("Passwords cannot include ':'")
        return value

    def munge_password_min_age(self, desired: Desired, value: object) -> int:
        return _days("password_min_age", value)

    def munge_password_max_age(self, desired: Desired, value: object) -> int:
        return _days("password_max_age", value)

    def munge_password_warn_days(self, desired: Desired, value: object) -> int:
        return _days("password_warn_days", value)

    def munge_groups(self, desired: Desired, value: object) -> str:
        is_number = type(value) is int
        name = str(value) if is_number else only_text("groups", value, "include?", is_checked=True)
        if name.isdigit():
            raise ValueError("Group names must be provided, not GID numbers.")
        if "," in name:
            raise ValueError(
                "Group names must be provided as an array, not a comma-separated list."
            )
        if not name:
            raise ValueError(
                'Group names must not be empty. If you want to specify "no groups" '
                "pass an empty array"
            )
        return name

    def munge_expiry(self, desired: Desired, value: object) -> str:
        if value != "absent" and not (type(value) is str and _is_date(value)):
            raise ValueError('Expiry dates must be YYYY-MM-DD or the string "absent"')
        return str(value)

    def munge_roles(self, desired: Desired, value: object) -> str:
        return _listed_name("Role", value)

    def munge_auths(self, desired: Desired, value: object) -> str:
        return _listed_name("Auth", value)

    def munge_profiles(self, desired: Desired, value: object) -> str:
        return _listed_name("Profile", value)

    def munge_loginclass(self, desired: Desired, value: object) -> Any:
        if str(value).isdigit():
            raise ValueError("Class name must be provided.")
        return value

    def munge_purge_ssh_keys(self, desired: Desired, value: Any) -> bool | list[str]:
        """Return whether keys are purged, or from which files; `~` is expanded later."""
        if value in (True, False, "true", "false") and type(value) in (bool, str):
            return value in (True, "true")
        if type(value) not in (str, list):
            raise ValueError(
                "purge_ssh_keys must be true, false, or an array of file names, "
                f"not {inspect(value)}"
            )
        paths: list[str] = [value] if type(value) is str else value
        for path in paths:
            if type(path) is not str:
                kind = type(path).__name__
                raise ValueError(
                    "Each entry for purge_ssh_keys must be a string, "
                    f"not a {_KINDS.get(kind, kind)}"
                )
            if not path.startswith(("/", "~/", "%h/")):
                raise ValueError(f"Paths to keyfiles must be absolute, not {path}")
        return list(paths)

    def _set_property(self, desired: Desired, name: str, value: object) -> None:
        if name not in LISTS:
            super()._set_property(desired, name, value)
            return
        items = value if type(value) is list else [value]
        found = [self.munge(desired, name, item) for item in items]
        desired.values[name] = list(dict.fromkeys(found))

    def validate(self, desired: Desired) -> None:
        # Hashes of passwords are secrets in every form, also those that are only read from the
        # host.
        if not desired.is_sensitive("password"):
            desired.sensitive = (*desired.sensitive, "password")

    def autorequire(self, desired: Desired) -> Related:
        yield "group", [*_primary_groups(desired), *self._groups(desired)]
        if desired["roles"]:
            yield "user", desired["roles"]

    def _groups(self, desired: Desired) -> list[str]:
        groups = desired["groups"]
        if groups is None:
            return []
        if desired["membership"] == "minimum" and desired.provider is not None:
            groups = [*groups, *desired.provider.groups_of(desired)]
        return sorted(set(groups))


def _primary_groups(desired: Desired) -> list[str]:
    wanted = desired["gid"]
    if wanted is None:
        return []
    found: list[str] = []
    for each in (desired.alternatives or {}).get("gid") or [wanted]:
        if type(each) is not int:
            found.append(str(each))
        elif desired.catalog is not None:
            groups = desired.catalog.of_type("group")
            found += [group.title for group in groups if group["gid"] == each][:1]
    return found


def number_or_name(name: str, value: object) -> Any:
    """Return a number for a string of digits, else the name; raise an error for other values."""
    if type(value) is str and value and not value.strip("-0123456789"):
        return _integer(name, value)
    return account_id(name, value)


def _integer(name: str, text: str) -> int:
    """Parse a number as the reference does: a leading 0 means octal."""
    digits = text.removeprefix("-")
    try:
        number = int(digits, 8 if digits.startswith("0") else 10)
    except ValueError:
        number = -1
    if number < 0:
        raise munging_failed(name, text, f"invalid value for Integer(): {inspect(text)}")
    return -number if digits != text else number


def _days(name: str, value: object) -> int:
    if type(value) is int:
        return value
    if type(value) is not str or not value.removeprefix("-").isdigit() or not value.isascii():
        raise ValueError(_NUMBERS[name])
    return _integer(name, value)


def _listed_name(kind: str, value: object) -> str:
    name = str(value)
    if name.isdigit():
        raise ValueError(f"{kind} names must be provided, not numbers")
    if "," in name:
        raise ValueError(f"{kind} names must be provided as an array, not a comma-separated list")
    return name


def _is_date(text: str) -> bool:
    parts = text.split("-")
    return [len(part) for part in parts] == [4, 2, 2] and all(
        part.isascii() and part.isdigit() for part in parts
    )


BEHAVIOUR = UserType(TABLE)
