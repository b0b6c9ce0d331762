"""exec: runs a command, unless a check shows that it is not needed."""

from __future__ import annotations

from duckrow.machine.processes.command import Command, result_of
from duckrow.machine.this_process import environment
from duckrow.puppet.providers.base import Change, Provider, ProviderError
from duckrow.puppet.providers.exec.words import argv_of
from duckrow.puppet.resources.exec import CHECKS, SECRETS, executable_of
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.machine.processes.command import Result
    from duckrow.puppet.providers.base import Desired, State

NOT_RUN = "notrun"
MISSING = 127  # the status of a shell that does not find a command
SHOWN = 1000  # lines of output, from the beginning and from the end, that a log takes
# A command must not depend on the environment of the process that started duckrow.
PERSONAL = ("HOME", "USER", "LOGNAME")


class TimeIsUp(ProviderError):  # noqa: N818
    """A command took too long and was stopped."""


class UnknownAccount(ProviderError):  # noqa: N818
    """A user or group that the machine does not have."""


class Posix(Provider):
    """Commands without a shell, unless they need one."""

    name = "posix"
    features = frozenset(("umask",))

    def read(self, machine: Machine, desired: Desired) -> State:
        is_due = self._is_due(machine, desired, CHECKS)
        return {"returns": NOT_RUN if is_due else desired["returns"]}

    def plan(self, state: State, desired: Desired) -> list[Change]:
        # `audit => all` takes the default of `returns` away: the command is not run.
        if state["returns"] != NOT_RUN or "returns" not in desired.values:
            return []
        return [
            self.change(
                state,
                desired,
                "returns",
                message="executed successfully",
                event_name="executed_command",
            )
        ]

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        self._execute(machine, desired)

    def refresh(self, machine: Machine, desired: Desired) -> None:
        checks = tuple(check for check in CHECKS if check != "refreshonly")
        if not self._is_due(machine, desired, checks):
            return
        if desired["refresh"] is not None:
            self._run(machine, desired, desired["refresh"])
        else:
            self._execute(machine, desired)

    # Whether there is anything to do.

    def _is_due(self, machine: Machine, desired: Desired, checks: tuple[str, ...]) -> bool:
        for name in checks:
            value = desired[name]
            if value is None:
                continue
            for each in value if type(value) is list else [value]:
                if not self._passes(machine, desired, name, each):
                    command = "[command redacted]" if is_secret(desired) else desired["command"]
                    message = f"'{_text(command)}' won't be executed because of failed check"
                    desired.log("debug", f"{message} '{name}'")
                    return False
        return True

    def _passes(self, machine: Machine, desired: Desired, name: str, value: Any) -> bool:
        if name == "refreshonly":
            return bool(value != "true")
        source = f"{desired.path}/{name}"
        if name == "creates":
            desired.log("debug", f"Checking that 'creates' path '{value}' exists", source)
            return machine.files.facts(value, follow=True) is None
        try:
            result = self._run(machine, desired, value, is_check=True)
        except TimeIsUp:
            shown = "[redacted]" if is_secret(desired) else inspect(value)
            desired.log("err", f"Check {shown} exceeded timeout", source)
            return False
        for line in ["[output redacted]"] if is_secret(desired) else _lines(result):
            desired.log("debug", line, source)
        return (result.status == 0) == (name == "onlyif")

    # Doing it.

    def _execute(self, machine: Machine, desired: Desired) -> None:
        expected = desired["returns"]
        tries, pause = desired["tries"], desired["try_sleep"]
        source = f"{desired.path}/returns"
        if type(tries) is float:
            raise ProviderError(
                f"undefined method `times' for {tries}:Float (tries must be an integer)"
            )
        for number in range(tries):
            if tries > 1:
                desired.log("debug", f"Exec try {number + 1}/{tries}", source)
            result = self._run(machine, desired, desired["command"])
            is_right = str(result.status) in expected
            if is_right:
                break
            if pause and tries > 1:
                from time import sleep

                desired.log("debug", f"Sleeping for {pause} seconds between tries", source)
                sleep(pause)
        logoutput = desired["logoutput"]
        if logoutput == "true" or (logoutput == "on_failure" and not is_right):
            for line in ["[output redacted]"] if is_secret(desired) else _lines(result):
                desired.log(desired.loglevel, line, source)
        if not is_right:
            secret = is_secret(desired)
            shown = "[command redacted]" if secret else f"'{_text(desired['command'])}'"
            raise ProviderError(
                f"{shown} returned {result.status} instead of one of [{','.join(expected)}]"
            )

    def argv(self, command: Any) -> list[str]:
        """Return the argument vector of a command."""
        return argv_of(command)

    def executable(self, command: object) -> str:
        """Return the name of the file that a command runs."""
        return executable_of(command)

    def _run(
        self, machine: Machine, desired: Desired, command: object, *, is_check: bool = False
    ) -> Result:
        self._find(machine, desired, self.executable(command))
        what = "Executing check" if is_check else "Executing"
        shown = "[redacted]" if is_secret(desired) else _text(command)
        desired.log("debug", f"{what} '{shown}'", f"Exec[{desired.title}](provider={self.name})")
        self._reject_directory(machine, desired)
        argv = self.argv(command)
        environment = self._environment(desired)
        try:
            uid, gid, groups = self._identity(machine, desired)
        except UnknownAccount as error:
            # Like a command that fails: its checks and `returns` decide about the result.
            return result_of(1, f"Error: Could not execute posix command: {error}\n".encode())
        result = machine.commands.run(
            Command(
                argv,
                program=machine.commands.find(argv[0], environment.get("PATH")),
                environment=environment,
                directory=desired["cwd"],
                uid=uid,
                gid=gid,
                groups=groups,
                umask=desired["umask"],
                timeout=desired["timeout"] or None,
            )
        )
        if result.has_timed_out:
            raise TimeIsUp("Command exceeded timeout")
        if result.status == MISSING:
            raise ProviderError("[output redacted]" if is_secret(desired) else result.text)
        return result

    def _reject_directory(self, machine: Machine, desired: Desired) -> None:
        path = desired["cwd"]
        facts = None if path is None else machine.files.facts(path, follow=True)
        if path is not None and (facts is None or not facts.is_directory):
            raise ProviderError(f"Working directory {path} does not exist!")

    def _find(self, machine: Machine, desired: Desired, name: str) -> None:
        """Reject a command that is not there."""
        if name.startswith("/"):
            facts = machine.files.facts(name, follow=True)
            if facts is None:
                raise ProviderError(f"Could not find command '{name}'")
            if not facts.is_file:
                raise ProviderError(f"'{name}' is a {facts.kind}, not a file")
            if machine.commands.find(name) is None:
                raise ProviderError(f"'{name}' is not executable")
            return
        path = desired["path"]
        if not path or machine.commands.find(name, ":".join(path)) is None:
            raise ProviderError(f"Could not find command '{name}'")

    def _environment(self, desired: Desired) -> dict[str, str]:
        found = {name: value for name, value in environment().items() if name not in PERSONAL}
        own: dict[str, str] = {}
        if desired["path"] is not None:
            own["PATH"] = ":".join(desired["path"])
        for setting in desired["environment"] or ():
            name, equals, value = setting.partition("=")
            if not equals or not name.replace("_", "a").isalnum():
                desired.log("warning", f"Cannot understand environment setting {inspect(setting)}")
                continue
            if name in own:
                message = f"Overriding environment setting '{name}' with '{value}'"
                desired.log("warning", message)
            own[name] = value
        return found | own

    def _identity(
        self, machine: Machine, desired: Desired
    ) -> tuple[int | None, int | None, list[int] | None]:
        uid: int | None = None
        gid: int | None = None
        groups: list[int] | None = None
        if desired["user"] is not None:
            known = machine.users.identity(desired["user"])
            if known is None:
                raise UnknownAccount(f"Invalid user: {desired['user']}")
            uid, gid, groups = known
            if machine.users.user_of(uid) is None:
                raise UnknownAccount(f"can't find user for {uid}")
        if desired["group"] is not None:
            gid = machine.users.gid(desired["group"])
            if gid is None:
                raise UnknownAccount(f"Invalid group: {desired['group']}")
        return uid, gid, groups


def is_secret(desired: Desired) -> bool:
    """Return whether the commands and their output are secret."""
    return any(desired.is_sensitive(name) for name in SECRETS)


def _text(command: object) -> str:
    return command if type(command) is str else inspect(command)


def _lines(result: Result) -> list[str]:
    """Return the lines that a command printed; of a long output the beginning and the end."""
    text = result.text.strip("\n") and result.text.rstrip("\n")
    lines = text.split("\n") if text else []
    if len(lines) > 2 * SHOWN:
        note = f"[... {len(lines) - 2 * SHOWN} lines left out ...]"
        lines = [*lines[:SHOWN], note, *lines[-SHOWN:]]
    return lines


PROVIDER = Posix
