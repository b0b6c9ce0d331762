"""users: local accounts that are present, locked or absent."""

from __future__ import annotations

from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.functions.system.users import number_of
from duckrow.cfengine.promises.methods import run_method
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, SKIPPED
from duckrow.machine.errors import CommandFailed
from duckrow.machine.users.users import UserAttributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.users.records import Group, User

# The expiry dates of a locked account and of an unlocked one.
_LONG_AGO, _NEVER = "1970-01-02", ""
# A hash that matches no password: tools that make accounts set one that looks locked.
_NO_PASSWORD = "x"  # noqa: S105
_POLICIES = ("present", "absent", "locked")
_OPTIONS = {
    "uid": "-u", "description": "-c", "group_primary": "-g", "groups_secondary": "-G",
    "home_dir": "-d", "shell": "-s",
}  # fmt: skip
_TOLD = {NOOP: "kept", FAILED: "not kept", REPAIRED: "repaired"}


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Keep the promise for an account."""
    policy = promise.text("policy")
    if policy not in _POLICIES:
        if promise.has("format"):
            # The reference names the format here, and users search for its message.
            text = f"Unsupported user policy '{promise.text('format')}' in users promise"
            context.log.error(text)
            log_location(context, promise)
        context.log.error(f"No policy specified for 'users' promise '{promise.promiser}'")
        log_location(context, promise)
        return FAILED
    if bool(promise.text("data")) != promise.has("format"):
        context.log.error(
            "Both 'data' and 'format' must be specified in password body for 'users' promise "
            f"'{promise.promiser}'"
        )
        log_location(context, promise)
        return FAILED
    lock = acquire(context, promise, f"user-{promise.promiser}-{_POLICIES.index(policy)}")
    if lock is None:
        return SKIPPED
    try:
        outcome = _Account(context, promise, policy).keep()
        return context.finish_promise(outcome, promise, "verbose", f"User promise {_TOLD[outcome]}")
    finally:
        lock.release()


def _number(text: str | None) -> int | str | None:
    number = number_of(text or "")
    return number if number is not None else text or None


class _Account:
    """One account and its promise."""

    __slots__ = ("_context", "_name", "_policy", "_promise", "_users")

    def __init__(self, context: Context, promise: ExpandedPromise, policy: str) -> None:
        self._context = context
        self._promise = promise
        self._policy = policy
        self._name = promise.promiser
        self._users = context.machine.users

    def keep(self) -> str:
        """Create, change or remove the account."""
        # Only the file counts: accounts of a directory service are not changed.
        known = next((each for each in self._users.all_users() if each.name == self._name), None)
        if self._policy == "absent":
            if known is None:
                return NOOP
            return self._finish(self._remove(), "Removed", "remove")
        if known is None:
            return self._finish(self._create(), "Created", "create")
        changes = self._differences(known)
        if not changes:
            return NOOP
        return self._finish(self._modify(known, changes), "Modified", "modify")

    def _finish(self, is_done: bool, done: str, what: str) -> str:
        if is_done:
            self._context.log.info(f"{done} user '{self._name}'")
            return REPAIRED
        self._context.log.error(f"Failed to {what} user '{self._name}'")
        return FAILED

    @property
    def _only_warns(self) -> bool:
        return self._promise.only_warns or self._context.options.is_trial

    def _try(self, doing: str, work: Callable[[], None], shown: str = "") -> bool:
        """Run a tool; log its message if it fails.

        `shown` is the command as the reference would log it.
        """
        log, name = self._context.log, self._name
        log.verbose(f"{doing.capitalize()} user '{name}'.")
        try:
            work()
        except CommandFailed as failure:
            said = failure.output.decode("utf-8", "surrogateescape").rstrip("\n")
            if said:
                log.plain(said)
            log.error(
                f"Command returned error while {doing} user '{name}'. "
                f"(Command line: '{shown or ' '.join(failure.argv)}')"
            )
            return False
        except (OSError, ValueError) as error:
            log.error(f"Error while {doing} user '{name}': {error}")
            return False
        return True

    # Removing and creating

    def _remove(self) -> bool:
        if self._only_warns:
            self._context.log.warning(f"Need to remove user '{self._name}'.")
            return False
        return self._try("removing", lambda: self._users.remove_user(self._name))

    def _create(self) -> bool:
        promise, name = self._promise, self._name
        if not name:
            return False
        if self._only_warns:
            self._context.log.warning(f"Need to create user '{name}'.")
            return False
        wish = UserAttributes(
            uid=_number(promise.text("uid")),
            gid=promise.text("group_primary") or None,
            groups=promise.items("groups_secondary") if promise.has("groups_secondary") else None,
            comment=promise.text("description"),
            home=promise.text("home_dir") or None,
            shell=promise.text("shell") or None,
        )
        shown = f"/usr/sbin/useradd{self._shown_options(set(_OPTIONS))} -M {name}"
        if not self._try("creating", lambda: self._users.add_user(name, wish), shown):
            return False
        if not self._set_hash(_NO_PASSWORD):
            return False
        if self._policy == "locked" and not self._set_locked(_NO_PASSWORD, is_locked=True):
            return False
        self._run_home_bundle()
        return self._policy == "locked" or not promise.text("data") or self._set_password()

    def _run_home_bundle(self) -> None:
        promise = self._promise
        called = promise.attributes.get("home_bundle")
        if called is None:
            return
        attributes = dict(promise.attributes)
        attributes["inherit"] = promise.text("home_bundle_inherit", "false")
        copy = ExpandedPromise(promise.origin, promise.promiser, attributes)
        copy.comment, copy.promisee = promise.comment, promise.promisee
        run_method(self._context, copy, called)

    # Differences

    def _differences(self, known: User) -> set[str]:
        promise = self._promise
        found: set[str] = set()
        for attribute, value in (
            ("description", known.comment),
            ("home_dir", known.home),
            ("shell", known.shell),
        ):
            if promise.has(attribute) and promise.text(attribute) != value:
                found.add(attribute)
        if promise.has("uid") and promise.text("uid") != str(known.uid):
            found.add("uid")
        stored = self._stored_hash()
        if stored is not None and stored.startswith("!") != (self._policy == "locked"):
            found.add("locked")
        if promise.text("data") and self._policy != "locked" and not self._has_password(stored):
            found.add("password")
        if promise.has("groups_secondary") and self._has_other_groups():
            found.add("groups_secondary")
        if promise.text("group_primary") and not self._is_primary(known):
            found.add("group_primary")
        return found

    def _stored_hash(self) -> str | None:
        secret = self._users.secret(self._name)
        if secret is None:
            self._context.log.error("Could not find user when checking password.")
            return None
        return secret.password

    def _has_password(self, stored: str | None) -> bool:
        wanted = self._promise.text("data") or ""
        if stored is None:
            return False
        if self._promise.text("format") == "hash":
            is_same, what = wanted == stored, "password hash"
        else:
            from duckrow.machine.users.passwords import is_password

            is_same, what = is_password(wanted, stored), "plaintext password"
        self._context.log.verbose(
            f"Verifying {what} for user '{self._name}': {'' if is_same else 'in'}correct."
        )
        return is_same

    def _groups(self) -> list[Group]:
        """Return the promised groups that exist; a number counts if no group has it as its name."""
        groups = self._users.all_groups()
        found: list[Group] = []
        for wanted in self._promise.items("groups_secondary"):
            by_name = [each for each in groups if each.name == wanted]
            if not by_name:
                by_name = [each for each in groups if each.gid == number_of(wanted)]
            found += by_name[:1]
        return found

    def _has_other_groups(self) -> bool:
        current = {each.name for each in self._users.groups_with(self._name)}
        return current != {each.name for each in self._groups()}

    def _is_primary(self, known: User) -> bool:
        wanted = self._promise.text("group_primary") or ""
        group = next((each for each in self._users.all_groups() if each.name == wanted), None)
        if group is not None:
            return group.gid == known.gid
        number = number_of(wanted)
        if number is not None:
            return number == known.gid
        self._context.log.error(f"No such group '{wanted}'.")
        return False

    # Changing

    def _modify(self, known: User, changes: set[str]) -> bool:
        log, promise, name = self._context.log, self._promise, self._name
        if "password" in changes:
            if self._only_warns:
                log.warning(f"Need to change password for user '{name}'.")
                return False
            if not self._set_password():
                return False
        if "locked" in changes:
            is_locked = self._policy == "locked"
            if self._only_warns:
                log.warning(
                    f"Need to {'lock' if is_locked else 'unlock'} account for user '{name}'."
                )
                return False
            # A password that was just set is not locked.
            stored = None if "password" in changes else self._stored_hash()
            if not self._set_locked(stored, is_locked=is_locked):
                return False
        if self._only_warns:
            log.warning(f"Need to update user attributes (command '{self._shown(changes)}').")
            return False
        if not changes - {"password", "locked"}:
            return True
        wish = UserAttributes(
            uid=_number(promise.text("uid")) if "uid" in changes else None,
            gid=promise.text("group_primary") if "group_primary" in changes else None,
            groups=sorted({each.name for each in self._groups()})
            if "groups_secondary" in changes
            else None,
            comment=promise.text("description") if "description" in changes else None,
            home=promise.text("home_dir") if "home_dir" in changes else None,
            shell=promise.text("shell") if "shell" in changes else None,
        )
        return self._try(
            "modifying", lambda: self._users.change_user(known.name, wish), self._shown(changes)
        )

    def _shown(self, changes: set[str]) -> str:
        words = f"/usr/sbin/usermod{self._shown_options(changes - {'groups_secondary'})}"
        if "groups_secondary" in changes:
            words += f' -G "{",".join(sorted({each.name for each in self._groups()}))}" '
        return f"{words} {self._name}"

    def _shown_options(self, attributes: set[str]) -> str:
        """Return options for the promised attributes, as the reference does."""
        words = ""
        for attribute, option in _OPTIONS.items():
            if attribute in attributes and self._promise.has(attribute):
                words += f' {option} "{",".join(self._promise.items(attribute))}"'
        return words

    def _set_password(self) -> bool:
        password = self._promise.text("data") or ""
        if self._promise.text("format") == "hash":
            return self._set_hash(password)
        self._context.log.verbose(f"Changing password for user '{self._name}'.")
        return self._try("changing", lambda: self._users.set_plain_password(self._name, password))

    def _set_hash(self, hash_: str) -> bool:
        self._context.log.verbose(f"Changing password hash for user '{self._name}'.")
        return self._try("changing", lambda: self._users.set_password(self._name, hash_))

    def _set_locked(self, stored: str | None, *, is_locked: bool) -> bool:
        if stored is not None and stored.startswith("!") != is_locked:
            changed = f"!{stored}" if is_locked else stored[1:]
            if not self._set_hash(changed):
                return False
        doing = "locking" if is_locked else "unlocking"
        wish = UserAttributes(expires=_LONG_AGO if is_locked else _NEVER)
        return self._try(doing, lambda: self._users.change_user(self._name, wish))
