"""The facts that Ruby files define: which file has which fact, and their values.

1. A file runs when a fact is asked for that it may define: files of the fact's name and files whose
   text adds the fact.
2. Files that add facts with computed names run for a fact that nothing else has, and count for
   such facts only: the value of a fact does not depend on the questions before it.
3. All files run when the names of all facts are asked for.
"""

from __future__ import annotations

from duckrow.facts.ruby_files import AddedFacts
from duckrow.machine.paths import read_bytes
from duckrow.puppet.ruby_code.calling import error_message, unsupported_text
from duckrow.puppet.ruby_host.entry import fault_text
from duckrow.puppet.ruby_host.facts.messages import log
from duckrow.puppet.ruby_host.facts.resolution import ResolutionError, state_of
from duckrow.ruby.errors import RubyError, RubySyntaxError, UnsupportedError
from duckrow.ruby.exceptions import RESCUED
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.facts.resolution import Resolution
    from duckrow.puppet.ruby_host.host import MachineHost


class RubyFacts:
    """Facts in Ruby files."""

    __slots__ = ("_added", "_host", "_run")

    def __init__(self, host: MachineHost, added: AddedFacts) -> None:
        self._host = host
        self._added = added
        self._run: set[str] = set()

    def names(self) -> list[str]:
        """Run all files and return the names of all facts."""
        for file in self._added.files:
            self._load(file)
        return list(self._host.resolutions)

    def heaviest(self, name: str, *, is_known: bool) -> int | None:
        """Return the greatest weight of a fact's resolutions, or None if it has none.

        For a fact that is known without Ruby, files that add facts with computed names do not
        count.
        """
        found = self._find(name, is_known=is_known)
        return max((each.weight for each in found), default=None)

    def resolve(self, name: str, *, is_known: bool) -> tuple[object, int]:
        """Return the value of a fact, or None, and the weight of the resolution that it is from."""
        ruby = self._host.interpreter()
        found = self._find(name, is_known=is_known)
        suitable = [each for each in found if each.is_suitable(ruby)]
        weight = 0
        for each in sorted(suitable, key=lambda each: -each.weight):
            try:
                value = each.resolve(
                    self._host.interpreter(), lambda message: log(ruby, "err", message)
                )
            except ResolutionError:
                break
            weight = each.weight
            if value is not None:
                return value, weight
        return None, weight

    def _found(self, name: str) -> list[Resolution]:
        return [state_of(each) for each in self._host.resolutions.get(name, ())]

    def _find(self, name: str, *, is_known: bool) -> list[Resolution]:
        own = [
            file for file in self._added.files if file.rpartition("/")[2].lower() == f"{name}.rb"
        ]
        named = {*own, *self._added.by_name.get(name, ())}
        for file in [file for file in self._added.files if file in named]:
            self._load(file)
        found = [each for each in self._found(name) if each.file in named]
        if found or is_known:
            return found
        for file in self._added.others:
            self._load(file)
        return self._found(name)

    def _load(self, file: str) -> None:
        if file in self._run:
            return
        self._run.add(file)
        outer, self._host.fact_file = self._host.fact_file, file  # a file may ask for other facts
        waiting = len(self._host.waiting)
        ruby = self._host.interpreter()
        try:
            unit = load_ruby(read_bytes(file), file, self._host.files.cache)
            unit.run(ruby, main_object(ruby))
        except OSError as error:
            log(ruby, "err", f"Error loading fact {file}: {error.strerror}")
        except RubyError as error:
            text = f"error while resolving custom facts in {file} {error.message}"
            if error.class_name in ("LoadError", "SyntaxError", "NotImplementedError"):
                text = f"Error loading fact {file}: {error.message}"
            log(ruby, "err", text)
        except RubySyntaxError as error:
            log(ruby, "err", f"Error loading fact {file}: {error}")
        except UnsupportedError as error:
            text = unsupported_text("the file", error)
            log(ruby, "err", f"error while resolving custom facts in {file} {text}")
        except RESCUED as error:
            message = error_message(ruby, error)
            log(ruby, "err", f"error while resolving custom facts in {file} {message}")
        except Exception as error:
            log(ruby, "err", f"error while resolving custom facts in {file} {fault_text(error)}")
        finally:
            self._host.fact_file = outer
            self._host.finish_waiting(waiting)
