"""exec: a command that is run, unless a check shows that its work is done."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, munging_failed, search_path, word_of
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

# In the order in which they are checked.
CHECKS = ("refreshonly", "creates", "unless", "onlyif")
# If one of these is secret, all of them are, and so is the output of the commands.
SECRETS = ("command", "unless", "onlyif")

TABLE = ResourceTypeTable(
    "exec",
    namevars=("command",),
    is_isomorphic=False,
    properties={
        "returns": "",
    },
    parameters={
        "command": "",
        "path": "",
        "user": "",
        "group": "",
        "cwd": "",
        "logoutput": "true false on_failure",
        "refresh": "",
        "environment": "",
        "umask": "",
        "timeout": "",
        "tries": "",
        "try_sleep": "",
        "refreshonly": "true false",
        "creates": "",
        "unless": "",
        "onlyif": "",
        "provider": "",
    },
    lists=("returns",),
    summary="Runs a command, unless a check says that its work is done.",
    attribute_help={
        "returns": "The exit codes that mean success.",
        "command": "The command, with its full path or with path set.",
        "path": "Where commands are looked for.",
        "user": "Who runs the command.",
        "group": "The group that it runs with.",
        "cwd": "The directory that it runs in.",
        "logoutput": "Whether what it prints is logged: always, never, or when it fails.",
        "refresh": "What is run in its place when it is refreshed.",
        "environment": "Settings such as NAME=value for the command.",
        "umask": "The umask of the command, in octal digits.",
        "timeout": (
            "Seconds after which the command, and all that it started, is stopped; 0 for never."
        ),
        "tries": "How often it is tried.",
        "try_sleep": "Seconds between two tries.",
        "refreshonly": "Whether it runs only when something that it depends on has changed.",
        "creates": "A file; if it is there the command is not run.",
        "unless": "A command; if it succeeds the command is not run.",
        "onlyif": "A command that must succeed for the command to be run.",
    },
)


class ExecType(Behaviour):
    """A command and the checks that keep it from being run."""

    __slots__ = ()
    providers = ("posix", "shell")
    defaults = {
        "returns": "0",
        "logoutput": "on_failure",
        "timeout": 300,
        "tries": 1,
        "try_sleep": 0,
    }
    can_refresh = True

    def munge_returns(self, desired: Desired, value: object) -> str:
        return word_of(value)

    def munge_command(self, desired: Desired, value: object) -> Any:
        if type(value) not in (str, list):
            raise ValueError(
                f"Command must be a String or Array<String>, got value of class {class_name(value)}"
            )
        return value

    def munge_path(self, desired: Desired, value: object) -> list[str]:
        return search_path(value)

    def munge_cwd(self, desired: Desired, value: object) -> str:
        return _full_path("cwd", value)

    def munge_creates(self, desired: Desired, value: object) -> list[str]:
        return [_full_path("creates", each) for each in _listed(value)]

    def munge_refresh(self, desired: Desired, value: object) -> Any:
        _reject_unqualified(desired, value)
        return value

    def munge_unless(self, desired: Desired, value: object) -> list[Any]:
        for each in _listed(value):
            _reject_unqualified(desired, each)
        return _listed(value)

    munge_onlyif = munge_unless

    def munge_environment(self, desired: Desired, value: object) -> list[str]:
        import re

        for each in _listed(value):
            if re.search(r"\w+=", str(each)) is None:
                raise ValueError(f"Invalid environment setting '{each}'")
        return [str(each) for each in _listed(value)]

    def munge_umask(self, desired: Desired, value: object) -> int:
        text = value if type(value) is str else ""
        if not (0 < len(text) <= 5 and set(text) <= set("01234567")):
            raise ValueError(f"The umask specification is invalid: {inspect(value)}")
        return int(text, 8)

    def munge_timeout(self, desired: Desired, value: Any) -> float:
        first = value[0] if type(value) is list and value else value
        if type(first) is bool:
            why = f"can't convert {word_of(first)} into Float"
            raise munging_failed("timeout", first, why)
        try:
            return max(float(first), 0.0)
        except (TypeError, ValueError):
            raise munging_failed("timeout", value, "The timeout must be a number.") from None

    def munge_tries(self, desired: Desired, value: Any) -> float:
        number = value
        if type(value) is str:
            if not (value.isascii() and value.isdigit()):
                raise munging_failed("tries", value, "Tries must be an integer")
            number = int(value)
        _check_number("tries", number)
        if number < 1:
            raise munging_failed("tries", value, "Tries must be an integer >= 1")
        found: float = number  # a fraction fails when the command should run
        return found

    def munge_try_sleep(self, desired: Desired, value: Any) -> float:
        number = value
        if type(value) is str:
            try:
                number = float(value)
            except ValueError:
                raise munging_failed("try_sleep", value, "try_sleep must be a number") from None
        _check_number("try_sleep", number)
        if number < 0:
            raise munging_failed("try_sleep", value, "try_sleep cannot be a negative number")
        found: float = number
        return found

    def validate(self, desired: Desired) -> None:
        _reject_unqualified(desired, desired["command"])

    def autorequire(self, desired: Desired) -> Related:
        files = []
        if desired["cwd"] is not None:
            files.append(desired["cwd"])
        command = desired["command"]
        first = str(command[0] if type(command) is list and command else command)
        files += _paths(first)
        if '"' in first:
            import re

            files += re.findall(r'^"([^"]+)"', first, re.MULTILINE)
        for name in ("onlyif", "unless"):
            for each in desired[name] or ():
                line = str(each[0] if type(each) is list and each else each)
                files += _paths(line)
        yield "file", files
        user = desired["user"]
        if type(user) is str and not user.isdigit():
            yield "user", [user]


def _paths(command: str) -> list[str]:
    """Return the paths with which lines of a command begin, without an import of `re`: 2 ms."""
    first = [line.split(None, 1)[0] for line in command.split("\n") if line.startswith("/")]
    return [word for word in first if word != "/"]


def executable_of(command: object) -> str:
    """Return the program of a command: its first word, which may be quoted."""
    if type(command) is list:
        return str(command[0]) if command else ""
    text = str(command)
    if text[:1] in ("'", '"'):
        end = text.find(text[0], 2)
        if end > 0:
            return text[1:end]
    return text.partition(" ")[0]


def _reject_unqualified(desired: Desired, command: object) -> None:
    provider = desired.provider
    if provider is not None and provider.name == "shell":
        return
    name = executable_of(command)
    if not name.startswith("/") and desired["path"] is None:
        raise ValueError(
            f"'{name}' is not qualified and no path was specified. "
            "Please qualify the command or specify a path."
        )


def _check_number(name: str, value: object) -> None:
    """Raise the error of the reference, which compares the value with a number."""
    if type(value) is dict:
        raise munging_failed(name, value, "no implicit conversion of Integer into Hash")
    if type(value) not in (int, float):
        shown = f"{inspect(value)}:{class_name(value)}"
        raise munging_failed(name, value, f"undefined method `<' for {shown}")


def _full_path(name: str, value: object) -> str:
    if type(value) is not str or not value.startswith("/"):
        raise ValueError(f"{name} must be a fully qualified path")
    return value


def _listed(value: object) -> list[Any]:
    return value if type(value) is list else [value]


BEHAVIOUR = ExecType(TABLE)
