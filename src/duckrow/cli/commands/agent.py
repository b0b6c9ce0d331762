"""`duckrow agent`: an agent of a Puppet server, ours or another."""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.cli.expect import expect_packages
from duckrow.cli.options import COMMON, Command, Option, UsageError
from duckrow.cli.target import read_settings, setting_option
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.agent.code_source import CodeSource
    from duckrow.puppet.settings.settings import Settings

_OWN = (
    Option("--once", "run once (this is the default)"),
    Option("--daemon", "stay and run every runinterval; USR1: run now, HUP: restart"),
    Option("--policy", "with --daemon: run the daemons of a CFEngine policy, not a Puppet agent"),
    Option("--workdir", "--policy: the work directory (/var/cfengine)", metavar="DIR"),
    Option("-t --test", "--once --verbose --show-diff --detailed-exitcodes --no-usecacheonfailure"),
    Option("--detailed-exitcodes", "2: changes, 4: failures, 6: both"),
    Option(
        "--disable", "keep the agent from running, with a reason", metavar="REASON", is_switch=True
    ),
    Option("--enable", "let the agent run again"),
    Option("--fingerprint", "print the fingerprint of the certificate or of its request"),
    Option("--wait-for-cert", "seconds between attempts to get a certificate (0)", metavar="N"),
    Option(
        "--from",
        "work without a server: the environment in a git repository or in a package",
        metavar="git+URL[@REF]|FILE.par",
    ),
    Option("--signers", "--from git: SSH keys that may sign commits and tags", metavar="FILE"),
    Option("--unsigned", "--from: accept code that nobody has signed"),
    Option("--job-id", "a name for the run, for the report", metavar="ID"),
    Option("--state-dir", "directory of reports, backups and other state", metavar="DIR"),
    Option("--no-state", "neither read nor store state"),
    Option("--cache-dir", "directory of the code cache", metavar="DIR"),
    Option("--no-cache", "neither read nor write the code cache"),
)
_SETTINGS = (
    Option("--server", "the server (puppet)", metavar="NAME"),
    Option("--serverport", "its port (8140)", metavar="PORT"),
    Option("--certname", "the name of this node", metavar="NAME"),
    Option("--environment", "the environment to ask for (production)", metavar="NAME"),
    Option("--noop", "change nothing, report what would change", is_switch=True),
    Option("--tags", "apply only resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--runinterval", "time between two runs of a daemon (30m)", metavar="TIME"),
    Option("--splay", "wait a random time before the first run", is_switch=True),
    Option("--logdest", "console, syslog or a file; several with commas", metavar="DEST[,DEST…]"),
    Option("--ca-fingerprint", "accept only this CA at the first contact", metavar="SHA256"),
)

COMMAND = Command(
    "agent",
    "[OPTION…]",
    (*_OWN, *_SETTINGS),
    (
        ("duckrow agent --test --server puppet.example.com", "one run with all messages"),
        ("duckrow agent --noop", "show what would change"),
        ("duckrow agent --daemon --splay", "run every half hour, from a moment of its own"),
        (
            "duckrow agent --from git+https://git.example.com/site.git@production --daemon",
            "without a server: apply a signed branch every half hour",
        ),
        (
            "duckrow agent --policy --daemon",
            "a CFEngine host: scheduler, monitor and server in one service",
        ),
        ("duckrow agent --disable 'the pond is being cleaned'", "no runs for a while"),
    ),
    "The files are Puppet's own: certificates in ssldir, state of runs in vardir. A host can\n"
    "change from puppet agent to duckrow agent and back.\n"
    "Any setting of puppet.conf is an option too: --server-list, --http-proxy-host, …\n"
    "Exit codes: 0 success, 1 no catalog was applied; see --detailed-exitcodes.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Run the agent, once or as a daemon, or change whether it may run."""
    if arguments.get("disable") == "true" and len(arguments.words) == 1:
        arguments.add("disable", arguments.words.pop())  # --disable REASON
    if arguments.words:
        raise UsageError(f"duckrow agent takes no arguments, and there is {arguments.words[0]!r}")
    if arguments.has("policy"):
        return supervise_policy(arguments, console)
    if arguments.has("workdir"):
        raise UsageError("--workdir is for --policy")
    words = words_of(arguments)
    if arguments.has("test"):
        _set_test(arguments, console)
    arguments.add("section", "agent")
    settings = read_settings(arguments, _OWN)
    if arguments.has("disable") or arguments.has("enable"):
        return switch(
            arguments,
            settings,
            lambda text: console.print_message(f"Notice: {text}", "agent", "notice"),
        )
    if not arguments.has("from"):
        expect_packages("agent", "agent")
        for name in ("signers", "unsigned"):
            if arguments.has(name):
                raise UsageError(f"--{name} is for --from")
    if arguments.has("fingerprint"):
        return print_fingerprint(settings, console)
    if arguments.has("daemon"):
        if arguments.has("once") or arguments.has("test"):
            raise UsageError("--daemon runs again and again, --once and --test do not")
        return serve(words, arguments, settings, console)
    return run_once(arguments, settings, console)


def supervise_policy(arguments: Arguments, console: Console) -> int:
    """Run cf-execd, cf-monitord and cf-serverd, and start again what ends."""
    if not arguments.has("daemon"):
        raise UsageError("--policy is for --daemon; `duckrow apply FILE.cf` makes a single run")
    own = {option.key for option in (*_OWN, *_SETTINGS)} - {"policy", "daemon", "workdir"}
    for name in arguments.names():
        if name in own:
            raise UsageError(f"--{name} is for the agent of a Puppet server, not for --policy")
    from duckrow.cli.runs.policy_daemons import supervise

    return supervise(arguments.get("workdir"), is_verbose=console.verbose)


def _set_test(arguments: Arguments, console: Console) -> None:
    """Set what --test stands for, unless the command line says otherwise."""
    console.verbose = True
    for name, value in (("usecacheonfailure", "false"), ("splay", "false"), ("show-diff", "true")):
        if not arguments.has(name):
            arguments.add(name, value)


def switch(arguments: Arguments, settings: Settings, notice: Callable[[str], None]) -> int:
    """Disable or enable the agent."""
    from duckrow.puppet.agent.run_lock import NO_REASON, disable, enable

    if arguments.has("enable"):
        notice("Enabling Puppet.")
        enable(settings)
        return 0
    why = arguments.get("disable")
    notice("Disabling Puppet.")
    disable(settings, NO_REASON if why in ("true", "") else why)
    return 0


def print_fingerprint(settings: Settings, console: Console, digest: str = "SHA256") -> int:
    """Print the fingerprint of the certificate, else of the request."""
    from duckrow.ca.requests import read_request
    from duckrow.puppet.agent.identity import fingerprint, load_certificate, read

    certificate = load_certificate(settings)
    if certificate is not None:
        console.print_result(f"({digest}) {fingerprint(certificate, digest)}")
        return 0
    content = read(settings, "hostcsr")
    if content is None:
        console.write_error(
            "Fingerprint asked but neither the certificate, nor the certificate request have been"
            " issued\n"
        )
        return 1
    console.print_result(f"({digest}) {fingerprint(read_request(content).csr, digest)}")
    return 0


def run_once(arguments: Arguments, settings: Settings, console: Console) -> int:
    """Run once; `--wait-for-cert` waits for the certificate."""
    from duckrow.cli.runs.agent_run import Agent, AgentOptions

    wait: float | None = None
    if arguments.get("wait-for-cert", "0") != "0":
        wait = float(arguments.count("wait-for-cert", 1))
    options = AgentOptions(
        is_detailed=arguments.has("detailed-exitcodes") or arguments.has("test"),
        wait_for_cert=wait,
        job_id=arguments.get("job-id"),
        source=_source(arguments),
    )
    return Agent(arguments, settings, console, options).run()


def _source(arguments: Arguments) -> CodeSource | None:
    """Return where the code comes from if there is no server."""
    if not arguments.has("from"):
        return None
    from duckrow.puppet.agent.code_source import CodeSource

    return CodeSource(
        arguments.get("from"), arguments.get("signers"), is_unsigned=arguments.has("unsigned")
    )


def words_of(arguments: Arguments) -> list[str]:
    """Return the words of a command line that sets the same options."""
    flags = {option.key for option in (*_OWN, *COMMON) if not option.metavar}
    return [
        f"--{name}" if name in flags else f"--{name}={value}"
        for name in arguments.names()
        for value in arguments.all(name)
    ]


def serve(words: list[str], arguments: Arguments, settings: Settings, console: Console) -> int:
    """Stay and run every interval, each run in a process of its own with the same options."""
    from duckrow.cli.runs.agent_run import Agent, AgentOptions
    from duckrow.machine.processes.daemon import RESTART, restart, start_python
    from duckrow.puppet.agent.directories import make_directories_of
    from duckrow.puppet.agent.run_lock import PidLock
    from duckrow.puppet.agent.schedule import Daemon, splay_of

    agent = Agent(arguments, settings, console, AgentOptions())
    make_directories_of(settings)
    pidfile = PidLock(pidfile_of(settings))
    if not pidfile.take():
        raise InputError(
            f"Could not create PID file: {pidfile.path}",
            why=f"process {pidfile.holder()} is an agent that runs already",
        )
    each_run = ["agent", *(word for word in words if word != "--daemon"), "--once", "--splay=false"]
    if not arguments.has("wait-for-cert"):
        wait = max(1, int(min(float(settings["waitforcert"]), 86400.0)))
        each_run.append(f"--wait-for-cert={wait}")
    agent.log("notice", f"Starting Puppet client version {PUPPET_VERSION}")
    daemon = Daemon(
        float(settings["runinterval"]),
        float(settings["runtimeout"]),
        lambda: start_python(each_run),
        agent.log,
    )
    try:
        why = daemon.serve(splay_of(settings))
    finally:
        pidfile.release()
    if why == RESTART:
        agent.log("notice", "Restarting")
        restart(["agent", *words])
    return 0


def pidfile_of(settings: Settings) -> str:
    """Return the file with the number of the daemon's process."""
    return str(settings.get("pidfile") or f"{settings['rundir']}/agent.pid")
