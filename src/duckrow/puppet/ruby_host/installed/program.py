"""The helper program: one Ruby process with Puppet's classes, which a run talks to.

It starts with the first resource that needs it and ends with the run. A request and its answer are
one line of JSON each; helper.rb, beside this file, has them all.
"""

from __future__ import annotations

import json
import os.path

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.machine.processes.dialogue import Dialogue

# Puppet's own packages bring a Ruby of their own; others use that of the system.
_RUBIES = ("/opt/puppetlabs/puppet/bin/ruby", "ruby")
_HELPER = os.path.join(os.path.dirname(__file__), "helper.rb")


class InstalledPuppet:
    """The program, started on demand."""

    __slots__ = (
        "_environment",
        "_has_ended",
        "_log",
        "_machine",
        "_modulepath",
        "_program",
        "_settings",
    )

    def __init__(
        self,
        machine: Machine,
        modulepath: Sequence[str],
        settings: Mapping[str, str],
        environment: str,
        log: Callable[[str, str], None],
    ) -> None:
        self._machine = machine
        self._modulepath = list(modulepath)
        self._environment = environment
        self._settings = dict(settings)
        self._log = log
        self._program: Dialogue | None = None
        self._has_ended = False

    def ask(self, request: str, **about: object) -> Any:
        """Send a request and return the answer; ProviderError has the error of the other side."""
        if self._has_ended:
            raise ProviderError("the installed Puppet has ended")
        if self._program is None:
            self._program = self._start()
        return self._ask(self._program, {"do": request, **about})

    def _start(self) -> Dialogue:
        find = self._machine.commands.find
        ruby = next((path for path in map(find, _RUBIES) if path is not None), None)
        if ruby is None:
            raise ProviderError("ruby_providers asks for an installed Puppet, and there is no ruby")
        if self._machine.root != "/":
            raise ProviderError(
                "ruby_providers asks for an installed Puppet, which knows no other root directory"
            )
        program = self._machine.commands.talk([ruby, _HELPER])
        self._ask(
            program,
            {
                "do": "start",
                "settings": self._settings,
                "environment": self._environment,
                "modulepath": self._modulepath,
            },
        )
        return program

    def _ask(self, program: Dialogue, request: Mapping[str, object]) -> Any:
        program.send(json.dumps(request).encode() + b"\n")
        while True:
            line = program.receive()
            if line is None:
                self._has_ended = True
                program.close()
                raise ProviderError("the installed Puppet ended before it answered")
            answer = json.loads(line)
            if "log" in answer:
                level, source, message = answer["log"]
                self._log(level, message if source == "Puppet" else f"{source}: {message}")
            elif "error" in answer:
                raise ProviderError(answer["error"])
            else:
                return answer["answer"]

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """End the program; it also ends when the process that started it does."""
        if self._program is not None:
            program, self._program = self._program, None
            program.close()
