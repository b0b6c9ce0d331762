"""cf-agent --bootstrap HOST[:PORT]: make this host a client of a policy server, or that server.

    1. Check what can be checked before anything changes: rights, the address, the keys of this
       host, and on the server its master files.
    2. Set the old policy aside, and write the marks (bootstrap_marks.py).
    3. Run failsafe.cf: it fetches the policy, starts the daemons, and runs the policy once.
    4. Check the outcome. If the policy is not complete or cf-execd does not run, everything is as
       before, the exit code is 1, and the log says what to try.

`bootstrap.log` in the work directory has the steps of the last bootstrap; whoever writes it holds
its lock, so there is one bootstrap at a time.
"""

from __future__ import annotations

from time import monotonic, sleep

from duckrow.cfengine.agent.bootstrap_log import BootstrapLog
from duckrow.cfengine.agent.bootstrap_marks import Marks
from duckrow.cfengine.agent.failsafe import write_failsafe
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.policy_server import address_of_server
from duckrow.cfengine.agent.prepare import make_context
from duckrow.cfengine.agent.run import run_policy, under_run_lock
from duckrow.cfengine.agent.summary import append_summary
from duckrow.cfengine.agent.tools import install_tools
from duckrow.cfengine.agent.work_directory import has_work_directory
from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.messages.log import Log, flush
from duckrow.cfengine.values.key_digest import key_digest
from duckrow.cfengine.values.server_address import PORT, split_server
from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import is_file, is_readable, read_bytes
from duckrow.machine.processes.pid_file import PidFile
from duckrow.machine.this_process import environment, user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.options import Options

# How long a cf-execd that was started has to write its pid file, in seconds.
_STARTING = 10.0
# Debian's builds of the original keep pid files apart.
_DEBIAN_WORK, _DEBIAN_PIDS = "/var/lib/cfengine3", "/run/cfengine3"
_LOOPBACK = ("localhost", "::1")
_NO_KEYS = 'No public/private key pair is loaded, please create one by running "cf-key"'
_TRUSTING = (
    "Bootstrap mode: implicitly trusting server, use --trust-server=no if server trust is already "
    "established"
)


def bootstrap(options: Options, log: Log, given: Mapping[str, list[str]]) -> int:
    """Bootstrap this host and return the exit code."""
    server = given["bootstrap"][-1].strip()
    if user_id() != 0:
        log.error("Not enough privileges to bootstrap CFEngine")
        log.error("try: run it as root")
        return 1
    if server == ":avahi":
        log.error(
            "Avahi support is not built in, please see options to the configure script and rebuild "
            "CFEngine"
        )
        log.error("try: give the name or the address of the policy server")
        return 1
    address = _address(server, log)
    if address is None or not has_work_directory(options.work_directory, log):
        return 1
    if "workdir" in given:  # the daemons and agents that the policy starts have this one too
        environment()["CFENGINE_TEST_OVERRIDE_WORKDIR"] = options.work_directory
    steps = BootstrapLog(log, f"{options.work_directory}/bootstrap.log")
    if not steps.begin():
        return 1
    try:
        return under_run_lock(
            options, steps, lambda: _Bootstrap(options, steps, given, server, address).run()
        )
    finally:
        flush()
        steps.end()


def _address(server: str, log: Log) -> str | None:
    """Return the address of the server; log why and return None if it has none."""
    host, port = split_server(server)
    if port and not (port.isdigit() and port.isascii() and 0 < int(port) < 1 << 16):
        log.error(f"The port '{port}' in '{server}' is not a number from 1 to 65535")
        return None
    if host in _LOOPBACK or host.startswith("127."):
        log.warning(
            "Bootstrapping to loopback interface (localhost), other hosts will not be able to "
            "bootstrap to this server"
        )
    from duckrow.machine.resolver import is_address

    found = address_of_server(host)
    if found is None or (found == host and not is_address(host)):
        log.error(f"Could not resolve hostname '{host}', unable to bootstrap")
        log.error("try: the address of the policy server, or an entry in /etc/hosts")
        return None
    return found


class _Bootstrap:
    """One bootstrap."""

    __slots__ = (
        "_address",
        "_classes",
        "_given",
        "_is_hub",
        "_log",
        "_marks",
        "_options",
        "_server",
        "_work",
    )

    def __init__(
        self,
        options: Options,
        log: BootstrapLog,
        given: Mapping[str, list[str]],
        server: str,
        address: str,
    ) -> None:
        self._options = options
        self._work = options.work_directory
        self._log = log
        self._given = given
        self._server = server
        self._address = address
        self._is_hub = canonify(address) in make_context(options, Log("error")).classes.hard
        self._classes: set[str] = set()
        self._marks = Marks(self._work, options.input_directory)

    @property
    def _is_trusting(self) -> bool:
        """Return whether a new key of the server is trusted; yes, unless the option says no."""
        return self._given.get("trust-server", ["yes"])[-1] in ("", "yes") and not self._is_hub

    def run(self) -> int:
        """Bootstrap, or undo what was done; return the exit code."""
        host, port = split_server(self._server)
        self._log.info(f"Server '{host}' has the address {self._address}, port {port or PORT}")
        if not self._has_keys() or not self._has_role():
            return 1
        is_done = False
        try:
            is_done = self._begin() and self._run_failsafe() and self._verify()
        except OSError as error:
            self._log.error(
                f"Bootstrapping failed: {error.filename or self._work}: {error.strerror}"
            )
            self._log.note_reason(str(error.strerror))
        finally:
            self._end(is_done=is_done)
        return 0 if is_done else 1

    # Before anything changes

    def _has_keys(self) -> bool:
        """Return whether the keys of this host can be used."""
        log, private = self._log, f"{self._work}/ppkeys/localhost.priv"
        public = f"{self._work}/ppkeys/localhost.pub"
        if not is_file(private) or not is_file(public):
            log.error(_NO_KEYS)
            log.error("try: cf-key, and the same bootstrap again")
            return False
        why = _damage(private, public)
        if why:
            log.error(why)
            log.error(
                f"try: restore {private} and localhost.pub from a backup; or remove both, run "
                "cf-key, and let the policy server trust the new key"
            )
            return False
        digest = key_digest(read_bytes(public).decode("utf-8", "replace"))
        log.info(f"This host has the key {digest}")
        return True

    def _has_role(self) -> bool:
        """Return whether this host can have its role: a policy server needs master files."""
        log, masters = self._log, f"{self._work}/masterfiles"
        if not self._is_hub:
            log.info(
                f"Assuming role as regular client, bootstrapping to policy server: {self._server}"
            )
            return True
        log.info(f"Assuming role as policy server, with policy distribution point at: {masters}")
        if is_file(f"{masters}/promises.cf"):
            return True
        log.error(
            f"In order to bootstrap as a policy server, the file '{masters}/promises.cf' must "
            "exist."
        )
        log.error(
            f"try: copy the masterfiles of CFEngine to {masters}; or, if this host shall be a "
            f"client, the address of another host: {self._address} is one of this host"
        )
        return False

    # The changes

    def _begin(self) -> bool:
        """Set the old policy aside and write the marks and failsafe.cf."""
        log, inputs = self._log, self._options.input_directory
        installed = install_tools(self._work)
        if installed:
            log.info(f"Installed in {self._work}/bin: {', '.join(installed)}")
        log.info(f"Removing all files in '{inputs}'")
        self._marks.begin()
        if self._is_trusting:
            log.notice(_TRUSTING)
        self._marks.write(self._server, is_hub=self._is_hub)
        if self._is_hub:
            self._trust_own_key()
        log.info(f"Wrote {self._work}/policy_server.dat and {self._work}/bootstrap_id.dat")
        return write_failsafe(f"{inputs}/failsafe.cf", log)

    def _trust_own_key(self) -> None:
        """Trust the key of this host: a policy server is one of its own clients."""
        content = read_bytes(f"{self._work}/ppkeys/localhost.pub")
        digest = key_digest(content.decode("utf-8", "replace"))
        replace_file(f"{self._work}/ppkeys/root-{digest}.pub", content, 0o600)

    def _run_failsafe(self) -> bool:
        """Run failsafe.cf; return False if it could not run at all."""
        given = {name: values for name, values in self._given.items() if name != "bundlesequence"}
        given["file"] = [f"{self._options.input_directory}/failsafe.cf"]
        options = make_options(given, [])
        if isinstance(options, str):
            self._log.error(options)
            return False
        options.ignores_locks = True
        tags = ("report", "source=environment")
        options.more_classes["bootstrap_mode"] = tags
        if "skip-bootstrap-policy-run" in given:
            options.more_classes["skip_policy_on_bootstrap"] = tags
        if self._is_trusting:
            options.more_classes["trust_server"] = ("source=agent",)
        run_policy(options, self._log, given, None, at_end=self._at_end)
        return True

    def _at_end(self, context: Context) -> None:
        """Remember which classes the policy has defined."""
        self._classes = {each.name for each in context.classes.soft.values()}
        append_summary(context)

    # The outcome

    def _verify(self) -> bool:
        """Return whether the policy is complete and cf-execd runs; log why if not."""
        log, found = self._log, self._classes
        policy = f"{self._options.input_directory}/promises.cf"
        if not is_file(policy):
            log.error(f"Bootstrapping failed, no input file at '{policy}' after bootstrap")
            return False
        was_copied = "inputdir_update_error" not in found or (
            bool(found & {"inputdir_again_kept", "inputdir_again_repaired"})
            and "inputdir_again_error" not in found
        )
        if not was_copied:
            log.error("Bootstrapping failed, the policy of the server was not copied completely")
            return False
        log.info(f"The policy is in {self._options.input_directory}")
        pid = _find_execd(self._work)
        if pid is None:
            log.error("Bootstrapping failed, cf-execd is not running")
            return False
        log.info(f"cf-execd is running (process {pid})")
        if "trigger_policy_failed" in found:
            log.warning("The first run of the policy failed; cf-execd will run it again")
        log.notice(f"Bootstrap to '{self._server}' completed successfully!")
        return True

    def _end(self, *, is_done: bool) -> None:
        """Remove the old policy, or everything that is new."""
        log = self._log
        if is_done:
            self._marks.keep()
            return
        try:
            had_server = self._marks.restore()
        except OSError as error:
            log.error(
                f"Cannot restore what this bootstrap replaced: {error.filename}: {error.strerror}"
            )
            log.error(f"try: bootstrap again, or copy {self._marks.copy} to inputs")
            return
        log.error(f"try: {log.hint(self._address, split_server(self._server)[1] or PORT)}")
        now = f"it belongs to {had_server}" if had_server else "it belongs to no policy server"
        log.error(f"This host is as before: {now}. The steps are in {log.path}")


def _damage(private: str, public: str) -> str:
    """Return why the keys of this host cannot be used; "" if they can, as far as we can see."""
    if not is_readable(public) or key_digest(read_bytes(public).decode("utf-8", "replace")) is None:
        return f"Error reading public key from '{public}': it is no RSA key in PEM"
    from duckrow.cfengine.net.keys import KeyFileError, digest, read_private_key

    try:
        own = digest(read_private_key(private).public_key())
    except KeyFileError as error:
        return str(error)
    except ModuleNotFoundError as error:
        if error.name != "cryptography":
            raise
        return ""  # a run that needs the key says so
    if own != key_digest(read_bytes(public).decode("utf-8", "replace")):
        return f"The keys in '{private}' and '{public}' are not a pair"
    return ""


def _find_execd(work: str, longest: float = _STARTING) -> int | None:
    """Return the process id of the cf-execd of a work directory; one that starts is waited for."""
    directories = (work, _DEBIAN_PIDS) if work == _DEBIAN_WORK else (work,)
    files = [PidFile(f"{each}/cf-execd.pid", "cf-execd") for each in directories]
    until = monotonic() + longest
    while True:
        for each in files:
            holder = each.holder()
            if holder is not None:
                return holder
        if monotonic() >= until:
            return None
        sleep(0.1)
