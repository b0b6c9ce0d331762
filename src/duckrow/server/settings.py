"""The settings of `duckrow serve` itself: where it listens, how many workers, where files are."""

from __future__ import annotations

from duckrow.machine.this_process import cores
from duckrow.server.conf_d import address_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings

# Limits on clients, in seconds and bytes.
HANDSHAKE_SECONDS = 10.0
SHUTDOWN_SECONDS = 2.0  # of TLS at the end of a connection
HEADER_SECONDS = 10.0
BODY_SECONDS = 60.0  # without any progress
LEAST_RATE = 16 * 1024  # bytes of a body in a second, after its first BODY_SECONDS
KEEP_ALIVE_SECONDS = 8.0  # agents use a connection again within 4
SEND_SECONDS = 600.0  # for an answer in pieces, as fast as its client takes them
MOST_STREAMS = 32  # answers in pieces at a time: each holds a connection to the database
STOP_SECONDS = 30.0  # for requests that have begun
CLOSE_SECONDS = 30.0  # afterwards, for threads, reports and the store
MAINTENANCE_SECONDS = 86_400  # between two looks at what expires
MOST_CONNECTIONS = 10_000
MOST_OF_ONE_ADDRESS = 1_000  # connections; those of a /64 count as one address
LARGEST_READ = 32 * 1024  # bytes of a connection at once
LARGEST_BODY = 16 * 1024 * 1024
UNPACKED = 4  # times the largest body: to so much may one unpack
MOST_BODIES = 256 * 1024 * 1024  # bytes of all bodies in memory
LARGEST_LINE = 64 * 1024  # of a URL: a catalog may be asked for with facts in it
LARGEST_HEADER = 16 * 1024
THREADS = 8
SLOW_THREADS = 4  # for policy programs


class ServerSettings:
    """Where to listen and with how many workers; `runtime` is a directory of our own."""

    __slots__ = ("cache", "file", "host", "is_demo", "port", "runtime", "settings", "workers")

    def __init__(
        self,
        settings: Settings,
        *,
        host: str | None = None,
        port: int | None = None,
        workers: int | None = None,
        runtime: str | None = None,
        cache: str | None = None,
        file: str = "",
        is_demo: bool = False,
    ) -> None:
        self.settings = settings
        usual_host, usual_port = address_of(settings)
        self.host = usual_host if host is None else host
        self.port = usual_port if port is None else port
        self.workers = workers or cores()
        self.runtime = runtime or f"{settings['rundir']}/duckrow"
        self.cache = cache
        self.file = file  # that the settings were read from
        self.is_demo = is_demo
