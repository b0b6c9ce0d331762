"""`duckrow serve`: its options, and the start of the server."""

from __future__ import annotations

import sys

from duckrow.cli.expect import expect_packages
from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import (
    cache_directory,
    configuration_file,
    read_settings,
    setting_option,
)
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

OWN = (
    Option("--host", "listen on this address only", metavar="ADDRESS"),
    Option("--port", "listen on this port (setting serverport, 8140); 0: any", metavar="PORT"),
    Option("--workers", "number of processes that compile (one per core)", metavar="N"),
    Option("--runtime-dir", "directory of our sockets (below setting rundir)", metavar="DIR"),
    Option("--no-log-times", "messages without their time, as for the journal of systemd"),
    Option("--print-rules", "print the rules of a server without auth.conf, and end"),
    Option("--demo", "serve an example on loopback, with an authority to throw away"),
    Option("--no-cache", "neither read nor write the code cache"),
    Option("--cache-dir", "directory of the code cache", metavar="DIR"),
)

COMMAND = Command(
    "serve",
    "[OPTION…]",
    OWN,
    (
        ("duckrow serve", "serve the environments of puppet.conf"),
        ("duckrow serve --demo", "try it: prints the command of an agent"),
        ("duckrow serve --host 127.0.0.1 --port 18140", "listen on loopback only"),
    ),
    "Any setting of puppet.conf is an option too: --confdir DIR, --autosign true, …\n"
    "SIGHUP starts new workers with new code; SIGTERM answers what has begun, and stops.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Serve until a signal ends it."""
    expect_packages("serve", "server", for_web=True)
    if arguments.words:
        raise UsageError(f"serve takes no arguments, but got {' '.join(arguments.words)}")
    if arguments.has("print-rules"):
        from duckrow.server.authorization.default_rules import DEFAULT_AUTH_CONF

        console.print_result(DEFAULT_AUTH_CONF.rstrip("\n"))
        return 0
    if arguments.has("demo"):
        return _demonstrate(arguments, console)
    settings = read_settings(arguments, OWN)
    settings.check(configuration_file(settings))
    _expect_user(settings)
    return _serve(arguments, console, settings)


def _serve(
    arguments: Arguments,
    console: Console,
    settings: Settings,
    *,
    on_ready: Callable[[int], None] | None = None,
) -> int:
    from duckrow.server.log import Log
    from duckrow.server.settings import ServerSettings
    from duckrow.server.start import serve

    is_demo = arguments.has("demo")
    host = arguments.get("host") if arguments.has("host") else None
    cache = None if arguments.has("no-cache") else arguments.get("cache-dir") or cache_directory()
    server = ServerSettings(
        settings,
        host="127.0.0.1" if is_demo else host,
        port=_port(arguments),
        workers=arguments.count("workers", 1) if arguments.has("workers") else None,
        runtime=arguments.get("runtime-dir") or None,
        cache=cache,
        file=configuration_file(settings),
        is_demo=is_demo,
    )
    log = Log(
        is_json=console.json,
        level=console.level(settings.get("log_level", "notice")),
        has_times=not arguments.has("no-log-times"),
    )

    def ready(port: int) -> None:
        log("notice", f"duckrow serves on port {port}")
        if on_ready is not None:
            on_ready(port)

    return serve(server, log, ready)


def _demonstrate(arguments: Arguments, console: Console) -> int:
    """Serve an example on loopback, with files that go away at the end."""
    from duckrow.machine.files.temporary import temporary_directory
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.demo import agent_command, demo_settings, prepare_demo

    if not arguments.has("port"):
        arguments.add("port", "0")
    with temporary_directory("duckrow-demo-") as directory:
        settings = Settings(demo_settings(directory))
        prepare_demo(settings)

        def ready(port: int) -> None:
            console.print_result("In another terminal, run an agent as often as you like:\n")
            console.print_result(f"  {agent_command(directory, port)}\n")
            console.print_result(f"Its manifests are below {settings['environmentpath']}.")
            console.print_result(f"What the server knows: https://localhost:{port}/")
            sys.stdout.flush()

        return _serve(arguments, console, settings, on_ready=ready)


def _expect_user(settings: Settings) -> None:
    """Reject root where puppet.conf names a user to serve as: code of modules would run as root."""
    from duckrow.machine.this_process import effective_user

    user = settings.get("user")
    if user and user != "root" and effective_user() == 0:
        raise InputError(
            f"duckrow serve runs as root, and the setting user is {user}",
            why="manifests and functions of modules would run as root",
            hint=f"setpriv --reuid={user} --regid={settings['group']} --init-groups"
            " duckrow serve, or User= of the systemd unit",
        )


def _port(arguments: Arguments) -> int | None:
    if not arguments.has("port"):
        return None
    text = arguments.get("port")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536):
        raise UsageError(f"--port takes a number below 65536, not '{text}'")
    return int(text)
