"""`duckrow serve`: its options, and the start of the server."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import cache_directory, read_settings, setting_option
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

OWN = (
    Option("--host", "listen on this address only", metavar="ADDRESS"),
    Option("--port", "listen on this port (setting serverport, 8140); 0: any", metavar="PORT"),
    Option("--workers", "number of processes that compile (one per core)", metavar="N"),
    Option("--runtime-dir", "directory of our sockets (below setting rundir)", metavar="DIR"),
    Option("--no-cache", "neither read nor write the code cache"),
    Option("--cache-dir", "directory of the code cache", metavar="DIR"),
)

COMMAND = Command(
    "serve",
    "[OPTION…]",
    OWN,
    (
        ("duckrow serve", "serve the environments of puppet.conf"),
        ("duckrow serve --host 127.0.0.1 --port 18140", "listen on loopback only"),
    ),
    "Any setting of puppet.conf is an option too: --confdir DIR, --autosign true, …\n"
    "SIGHUP starts new workers with new code; SIGTERM answers what has begun, and stops.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Serve until a signal ends it."""
    try:
        __import__("aiohttp")
        __import__("cryptography")
    except ImportError as error:
        raise InputError(
            f"duckrow serve needs the package {error.name}", hint="pip install 'duckrow[server]'"
        ) from None
    if arguments.words:
        raise UsageError(f"serve takes no arguments, but got {' '.join(arguments.words)}")
    from duckrow.server.log import Log
    from duckrow.server.settings import ServerSettings
    from duckrow.server.start import serve

    settings = read_settings(arguments, OWN)
    cache = None if arguments.has("no-cache") else arguments.get("cache-dir") or cache_directory()
    server = ServerSettings(
        settings,
        host=arguments.get("host") if arguments.has("host") else None,
        port=_port(arguments),
        workers=arguments.count("workers", 1) if arguments.has("workers") else None,
        runtime=arguments.get("runtime-dir") or None,
        cache=cache,
    )
    log = Log(is_json=console.json, level=console.level(settings.get("log_level", "notice")))
    return serve(server, log, lambda port: log("notice", f"duckrow serves on port {port}"))


def _port(arguments: Arguments) -> int | None:
    if not arguments.has("port"):
        return None
    text = arguments.get("port")
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536):
        raise UsageError(f"--port takes a number below 65536, not '{text}'")
    return int(text)
