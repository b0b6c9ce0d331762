"""`puppet agent`: the agent of a Puppet server."""

from __future__ import annotations

from duckrow.cli.commands.agent import print_fingerprint, run_once, serve, switch, words_of
from duckrow.cli.drop_ins.puppet.application import DEBUG, VERBOSE, Application
from duckrow.cli.drop_ins.puppet.optparse import Setting, Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of, use_state_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

APPLICATION = Application(
    "agent",
    "run as the agent of a Puppet server",
    "[OPTION…]",
    (
        DEBUG,
        VERBOSE,
        Switch("--disable", "keep the agent from running", metavar="MESSAGE", is_optional=True),
        Switch("--enable", "let the agent run again"),
        Switch("--fqdn -f", "the name of this node, as --certname", metavar="FQDN"),
        Switch(
            "--test -t",
            "--onetime --verbose --no-daemonize --no-usecacheonfailure --detailed-exitcodes"
            " --no-splay --show_diff",
        ),
        Switch("--fingerprint", "print the fingerprint of the certificate or of its request"),
        Switch("--digest", "the digest of --fingerprint (SHA256)", metavar="DIGEST"),
        Switch("--detailed-exitcodes", "2: changes, 4: failures, 6: both"),
        Setting(
            "--logdest -l",
            "write the log to a file, syslog or console, or to several",
            metavar="DEST[,DEST…]",
        ),
        Switch(
            "--waitforcert -w",
            "seconds between attempts to get a certificate",
            metavar="SECONDS",
            key="wait-for-cert",
        ),
        Switch("--job-id", "a name for the run, for the report", metavar="ID"),
    ),
    section="agent",
    notes="Without --onetime and --test it stays in the background and runs every runinterval.\n"
    "Exit codes: 1 if no catalog was applied; otherwise 0, unless --detailed-exitcodes is given.",
    examples=(
        "puppet agent --test --server puppet.example.com",
        "puppet agent --disable 'the pond is being cleaned'",
    ),
)
_TEST = {
    "onetime": "true",
    "daemonize": "false",
    "usecacheonfailure": "false",
    "splay": "false",
    "show_diff": "true",
}


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Run the agent once or as a daemon, or change whether it may run."""
    if arguments.words:
        raise InputError("The puppet agent command does not take parameters")
    if arguments.has("fqdn"):
        arguments.add("certname", arguments.get("fqdn"))
        arguments.remove("fqdn")
    if arguments.has("test"):
        console.verbose = True
        for name, value in _TEST.items():
            arguments.add(name, value)
    settings = settings_of(APPLICATION, arguments, console)
    if settings.get("configprint"):
        from duckrow.cli.drop_ins.puppet.config import print_asked

        return print_asked(settings, APPLICATION.section)
    if arguments.has("disable") or arguments.has("enable"):
        return switch(arguments, settings, lambda _: None)  # the original has no log yet
    if arguments.has("fingerprint"):
        return print_fingerprint(settings, console, arguments.get("digest") or "SHA256")
    use_state_of(settings, arguments)
    if settings["onetime"]:
        return run_once(arguments, settings, console)
    return _serve(arguments, settings, console)


def _serve(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    """Stay and run every interval, in the background unless --no-daemonize is given."""
    for name in ("section", "color", "digest", "detailed-exitcodes"):
        arguments.remove(name)
    if settings["daemonize"]:
        from duckrow.machine.processes.daemon import detach

        if settings.get("logdest") is None:
            arguments.add("logdest", "syslog")
            settings = settings.with_values({"logdest": "syslog"})
        if not detach():
            return 0
    arguments.remove("daemonize")
    return serve(["--daemon", *words_of(arguments)], arguments, settings, console)
