"""user: accounts, changed with useradd, usermod, chage, chpasswd and userdel."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.users.users import UserAttributes
from duckrow.puppet.providers.accounts import LOCAL, error_text, users_for
from duckrow.puppet.providers.base import ABSENT, Change, Provider, ProviderError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.machine.users.records import Secret, User
    from duckrow.machine.users.users import Users
    from duckrow.puppet.providers.base import Desired, State

FEATURES = frozenset(
    "allows_duplicates manages_homedir manages_expiry manages_passwords manages_password_age "
    "manages_shell system_users".split()
)
# Properties that chage sets, with the argument of `Users.set_password_age`.
AGES = {
    "password_min_age": "minimum",
    "password_max_age": "maximum",
    "password_warn_days": "warn",
}
# Properties that usermod sets, with the name of the wish.
ATTRIBUTES = {
    "comment": "comment",
    "expiry": "expires",
    "gid": "gid",
    "groups": "groups",
    "home": "home",
    "shell": "shell",
    "uid": "uid",
}
TOOLS = ("useradd", "userdel", "usermod", "chage", "chpasswd")


class Useradd(Provider):
    """Users of a machine."""

    name = "useradd"
    generates = True

    def __init__(self) -> None:
        self.features = FEATURES
        self._machine: Machine | None = None

    def bind(self, machine: Machine) -> None:
        self._machine = machine
        if machine.users.without_services is not None:
            self.features = FEATURES | {LOCAL}

    def is_suitable(self, machine: Machine) -> bool:
        return not machine.users.needs_tools or all(
            machine.commands.find(tool) is not None for tool in TOOLS
        )

    # The current state.

    def read(self, machine: Machine, desired: Desired) -> State:
        users = users_for(machine, desired)
        users.reread()
        user = users.user(desired.name)
        if user is None:
            return {"ensure": ABSENT}
        return _state_of(users, user, users.secret(user.name))

    def groups_of(self, desired: Desired) -> list[str]:
        """Return the groups that list the user as a member."""
        assert self._machine is not None
        users = users_for(self._machine, desired)
        return [group.name for group in users.groups_with(desired.name)]

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        users = machine.users
        secrets = {secret.name: secret for secret in users.all_secrets()}
        members: dict[str, list[str]] = {}
        for group in users.all_groups():
            for member in group.members:
                members.setdefault(member, []).append(group.name)
        for user in users.all_users():
            groups = members.get(user.name, [])
            yield user.name, _state_of(users, user, secrets.get(user.name), groups)

    def generate(self, machine: Machine, desired: Desired) -> list[Desired]:
        if not desired["purge_ssh_keys"]:
            return []
        from duckrow.puppet.providers.user.ssh_keys import keys_to_purge

        return keys_to_purge(machine, desired)

    # The desired state.

    def is_in_sync(self, desired: Desired, name: str, current: Any, wanted: Any) -> bool:
        if name == "gid":
            assert self._machine is not None
            return bool(current == self._machine.users.gid(wanted))
        if name == "groups":
            return sorted(current) == self._all_groups(desired, current, wanted)
        return super().is_in_sync(desired, name, current, wanted)

    def _all_groups(self, desired: Desired, current: list[str], wanted: list[str]) -> list[str]:
        """Return the wanted groups of a user, and the current ones that may stay."""
        kept = [] if desired["membership"] == "inclusive" else current
        return sorted({*wanted, *kept})

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name == "groups":
            return self._groups_change(state, desired)
        return super().change(state, desired, name, **more)

    def _groups_change(self, state: State, desired: Desired) -> Change:
        current = state["groups"]
        groups = self._all_groups(desired, current, desired["groups"])
        old_text = ",".join(current)
        text = ",".join(groups)
        return Change(
            "groups",
            current,
            text,
            lambda machine: self.set(machine, desired, "groups", groups, state),
            message=f"groups changed {old_text} to {shown(groups)}",
            old_text=old_text,
            new_text=shown(text),
            is_sensitive=desired.is_sensitive("groups"),
        )

    # From one to the other.

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        if desired["shell"]:
            _check_shell(machine, desired["shell"])
        users = users_for(machine, desired)
        attributes = UserAttributes()
        for name, attribute in ATTRIBUTES.items():
            value = desired[name]
            if value not in (None, ""):
                setattr(attributes, attribute, value)
        if attributes.groups is not None:
            attributes.groups = self._all_groups(
                desired, self.groups_of(desired), list(attributes.groups)
            )
            attributes.groups = attributes.groups or None
        if attributes.expires == ABSENT:
            attributes.expires = ""
        ages = {argument: desired[name] for name, argument in AGES.items() if name in desired}
        try:
            users.add_user(
                desired.name,
                attributes,
                is_system=bool(desired["system"]),
                has_home=bool(desired["managehome"]),
                may_share_uid=bool(desired["allowdupe"]),
            )
            if ages:
                users.set_password_age(desired.name, **ages)
        except (OSError, ValueError) as error:
            is_secret = any(name in desired for name in desired.sensitive)
            why = error_text(error, is_secret=is_secret)
            raise ProviderError(f"Could not create user {desired.name}: {why}") from error
        if desired["password"]:
            _set_password(users, desired)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        try:
            users_for(machine, desired).remove_user(
                desired.name, with_home=bool(desired["managehome"])
            )
        except (OSError, ValueError) as error:
            message = f"Could not delete user {desired.name}: {error_text(error)}"
            raise ProviderError(message) from error

    def set(self, machine: Machine, desired: Desired, name: str, value: Any, state: State) -> None:
        users = users_for(machine, desired)
        if name == "password":
            _set_password(users, desired)
            return
        if name == "shell":
            _check_shell(machine, value)
        try:
            if name in AGES:
                users.set_password_age(desired.name, **{AGES[name]: value})
            else:
                self._modify(users, desired, name, value)
        except (OSError, ValueError) as error:
            why = error_text(error, is_secret=desired.is_sensitive(name))
            message = f"Could not set {name} on user[{desired.name}]: {why}"
            raise ProviderError(message) from error

    def _modify(self, users: Users, desired: Desired, name: str, value: object) -> None:
        if name == "gid":
            value = _known_gid(users, desired)
        elif name == "expiry" and value == ABSENT:
            value = ""
        attributes = UserAttributes()
        setattr(attributes, ATTRIBUTES[name], value)
        users.change_user(desired.name, attributes, may_share_uid=bool(desired["allowdupe"]))


def _state_of(
    users: Users, user: User, secret: Secret | None, groups: list[str] | None = None
) -> State:
    if groups is None:
        groups = [group.name for group in users.groups_with(user.name)]
    state: State = {
        "ensure": "present",
        "home": user.home,
        "uid": user.uid,
        "gid": user.gid,
        "comment": user.comment,
        "shell": user.shell,
        "password": ABSENT,
        "password_min_age": ABSENT,
        "password_max_age": ABSENT,
        "password_warn_days": ABSENT,
        "groups": groups,
        "expiry": ABSENT,
    }
    if secret is not None:
        state["password"] = secret.password
        state["password_min_age"] = -1 if secret.minimum is None else secret.minimum
        state["password_max_age"] = -1 if secret.maximum is None else secret.maximum
        state["password_warn_days"] = -1 if secret.warn is None else secret.warn
        if secret.expires is not None and secret.expires >= 0:
            state["expiry"] = date_of(secret.expires)
    return state


def date_of(days: int) -> str:
    """Return the date that is so many days after the first of 1970."""
    from datetime import date, timedelta

    try:
        return (date(1970, 1, 1) + timedelta(days)).isoformat()
    except OverflowError:
        return ABSENT


def _known_gid(users: Users, desired: Desired) -> int:
    wanted = (desired.alternatives or {}).get("gid") or [desired["gid"]]
    for each in wanted:
        number = users.gid(each)
        if number is not None:
            return number
    raise ProviderError(f"Could not find group(s) {','.join(map(str, wanted))}")


def _check_shell(machine: Machine, shell: str) -> None:
    facts = machine.files.facts(shell, follow=True) if shell.startswith("/") else None
    if facts is None:
        raise ProviderError(f"Shell {shell} must exist")
    if not facts.mode & 0o111:
        raise ProviderError(f"Shell {shell} must be executable")


def _set_password(users: Users, desired: Desired) -> None:
    try:
        users.set_password(desired.name, str(desired["password"]))
    except CommandFailed as error:
        said = error.output.decode("utf-8", "backslashreplace").strip()
        raise ProviderError(f"chpasswd said {said}") from None
    except ValueError as error:
        raise ProviderError(str(error)) from None


PROVIDER = Useradd
