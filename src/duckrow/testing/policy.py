"""The fixture `cfengine`: a policy in simulation, and what it did.

Files change in copies, which are gone when the run ends; all else is a dry run. Functions run as in
every dry run of cf-agent.
"""

from __future__ import annotations

from functools import partial
from os.path import dirname, join

from duckrow.cfengine.explain.dry_run import InvalidPolicyError, record_dry_run
from duckrow.cfengine.explain.questions import QUESTIONS, answer
from duckrow.cfengine.policy.tables import PROMISE_TYPES
from duckrow.cfengine.values.outcomes import SKIPPED, WARNED
from duckrow.explain.answer import UnknownThingError
from duckrow.machine.files.temporary import temporary_file
from duckrow.machine.paths import absolute, is_file, names_in
from duckrow.machine.this_process import working_directory
from duckrow.source.did_you_mean import did_you_mean
from duckrow.testing.arguments import expect_question, hints, mapping_of, path_of, words_of
from duckrow.testing.errors import ArgumentError, MissingError, PolicyError, hides
from duckrow.testing.notes import Explained, answer_text
from duckrow.testing.trial import FileState, TrialLog, TrialRecorder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Any

    from duckrow.cfengine.explain.record import RunRecord, StepRecord
    from duckrow.testing.notes import Notes

__tracebackhide__ = hides
_BUNDLE = "bundle "


class CFEngine:
    """Runs policies for the tests of one file."""

    __slots__ = ("_directory", "_notes")

    def __init__(self, test_file: str, notes: Notes) -> None:
        self._directory = dirname(test_file)
        self._notes = notes

    def run(
        self,
        policy: str | PathLike[str],
        *,
        bundles: Sequence[str] = (),
        define: Sequence[str] = (),
        negate: Sequence[str] = (),
        files: Mapping[str, str | bytes | None] | None = None,
    ) -> PolicyRun:
        """Run a policy in simulation: a file beside the test or above it, or the text of one.

        `bundles` replace the bundlesequence. `files` are those that the policy finds on the host;
        None is one that is not there. Raises a PolicyError with the messages of cf-promises.
        """
        given = {
            name: words_of(argument, words)
            for name, argument, words in (
                ("define", "define", define),
                ("negate", "negate", negate),
                ("bundlesequence", "bundles", bundles),
            )
            if words
        }
        given["simulate"] = ["manifest"]
        word = path_of("policy", policy, "motd.cf")
        found = _checked_files(files or {})
        if "\n" in word or word.lstrip().startswith((_BUNDLE, "body ", "#")):
            with temporary_file("policy-", word.encode(), ".cf") as path:
                return self._run(path, given, found, "code")
        return self._run(self._find(word), given, found, "")

    def _find(self, policy: str) -> str:
        """Return the path of a policy: beside the test, or in a directory above it."""
        above = self._directory
        while not is_file(join(above, policy)):
            if above in ("", "/"):
                known = [each for each in names_in(self._directory) if each.endswith(".cf")]
                lines = [f"there is no policy {policy} beside the test or above it"]
                raise PolicyError([*lines, *filter(None, [did_you_mean(policy, known)])])
            above = dirname(above)
        return absolute(join(above, policy))

    def _run(
        self,
        path: str,
        given: dict[str, list[str]],
        files: Mapping[str, str | bytes | None],
        code_name: str,
    ) -> PolicyRun:

        def shown(text: str) -> str:
            text = text.replace(path, code_name) if code_name else text
            return text.replace(f"{working_directory()}/", "")

        recorder = TrialRecorder(files)
        try:
            record = record_dry_run(path, given, recorder=recorder, log=TrialLog())
        except InvalidPolicyError as error:
            lines = [shown(text) for _, text in error.lines]
            raise PolicyError(lines) from None
        if recorder.sequence is None:  # the run ended before it
            lines = [shown(each) for each in record.messages]
            raise PolicyError([*lines, *_about_bundles(recorder, given.get("bundlesequence", ()))])
        record.is_dry = False  # files were changed, if only in copies
        for bundle in record.bundles:
            bundle.file = shown(bundle.file)
        return PolicyRun(record, recorder, self._notes)


def _checked_files(given: object) -> dict[str, str | bytes | None]:
    found: dict[str, str | bytes | None] = {}
    for path, content in mapping_of("files", given, '{"/etc/motd": "text"}').items():
        if not path.startswith("/"):
            raise ArgumentError(f"a path in files= begins with /, not {path!r}")
        if not isinstance(content, str | bytes | None):
            raise ArgumentError(
                f"the content of {path} in files= is a string, bytes, or None for a file that is "
                f"not there, not {content!r}"
            )
        found[path] = content
    return found


def _about_bundles(recorder: TrialRecorder, wanted: Iterable[str]) -> list[str]:
    """Return which bundles a policy has, if a test has named others."""
    assert recorder.context is not None
    bundles = recorder.context.policy.bundles
    known = list(dict.fromkeys(each.qualified_name for each in bundles if each.kind == "agent"))
    lines = [line for each in wanted if each not in known for line in hints(each, known)]
    return list(dict.fromkeys(lines))


class Promise:
    """A promise of a run: its type, promiser and outcome, where it is, and why it was skipped."""

    __slots__ = ("bundle", "file", "handle", "line", "outcome", "promiser", "type", "why")

    def __init__(self, step: StepRecord) -> None:
        assert step.promise is not None
        self.type = step.promise.type
        self.promiser = step.promiser
        self.handle = step.handle or step.promise.handle
        self.bundle = step.bundle.qualified_name
        self.file = step.bundle.file
        self.line = step.promise.line
        self.outcome = step.outcome
        self.why = step.why

    def __str__(self) -> str:
        return f'{self.type} "{self.promiser}"'

    def __repr__(self) -> str:
        why = f", since {self.why}" if self.why else ""
        return f"<{self} at {self.file}:{self.line}: {self.outcome}{why}>"


class Classes(Explained):
    """The classes of a run: hard ones, global ones at its end, and local ones of its bundles."""

    __slots__ = ("_names", "_run")

    def __init__(self, run: PolicyRun, names: list[str]) -> None:
        self._run = run
        self._names = dict.fromkeys(names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{len(self)} classes>"

    def about_name(self, name: str) -> str:
        try:
            return self._run.explain("class", name)
        except MissingError as error:
            return str(error)


class Files(Explained):
    """The files of the host as they would be after the run."""

    __slots__ = ("_run",)

    def __init__(self, run: PolicyRun) -> None:
        self._run = run

    @property
    def changed(self) -> list[str]:
        """The paths of the files that the run would change, in the order of the changes."""
        return list(self._run.recorder.changed)

    def __getitem__(self, path: str) -> FileState:
        found = self._run.recorder.state_of(path)
        if found is None:
            raise MissingError(self.about_name(path))
        return found

    def __contains__(self, path: object) -> bool:
        return self._run.recorder.state_of(str(path)) is not None

    def __repr__(self) -> str:
        return f"<files, of which {len(self.changed)} would change>"

    def about_name(self, name: str) -> str:
        """Return what the promises about a file did."""
        about = [each for each in self._run.promises("files") if each.promiser == name]
        exists = "exists" if name in self else "does not exist"
        lines = [f"{name} {exists} after the run"]
        lines += [repr(each)[1:-1] for each in about]
        if not about:
            known = [each.promiser for each in self._run.promises("files")]
            lines += filter(None, ["no promise is about it", did_you_mean(name, known)])
        return "\n".join(lines)


class PolicyRun:
    """What a policy did in simulation."""

    __slots__ = ("_promises", "classes", "files", "messages", "notes", "record", "recorder",
                 "variables")  # fmt: skip

    def __init__(self, record: RunRecord, recorder: TrialRecorder, notes: Notes) -> None:
        self.record = record
        self.recorder = recorder
        self.messages: list[str] = record.messages
        self.classes = Classes(self, recorder.classes)
        self.files = Files(self)
        self.variables = Variables(self, recorder.variables)
        self.notes = notes
        self._promises: list[Promise] | None = None

    @property
    def reports(self) -> list[str]:
        """The lines that the run would report."""
        return [each.promiser for each in self.promises("reports") if each.outcome == WARNED]

    def promises(self, type_name: str | None = None) -> list[Promise]:
        """List the promises of the run, all or those of a type; each has its decisive outcome."""
        if self._promises is None:
            self._promises = [Promise(each) for each in _decisive(self.record.steps)]
        found = [each for each in self._promises if type_name in (None, each.type)]
        if not found and type_name is not None:
            self._expect_type(type_name)
        return found

    def _expect_type(self, name: str) -> None:
        context = self.recorder.context
        assert context is not None
        known = [*PROMISE_TYPES, *context.policy.custom_types]
        if name not in known:
            hint = did_you_mean(name, known)
            raise MissingError(f"there is no promise type {name}{hint and f': {hint}'}")

    def promise(self, type_name: str, promiser: str) -> Promise:
        """Return a promise by its type and promiser, or by its handle."""
        for each in self.promises(type_name):
            if promiser in (each.promiser, each.handle):
                self.notes.add_value(each.outcome, partial(self._about, each))
                return each
        known = [each.promiser for each in self.promises(type_name)]
        hint = did_you_mean(promiser, known)
        lines = [f'the run has no promise {type_name} "{promiser}"', *filter(None, [hint])]
        raise MissingError("\n".join(lines))

    def _about(self, promise: Promise) -> str:
        return self.explain("promise", f"{promise.file}:{promise.line}")

    def explain(self, question: str, name: str) -> str:
        """Answer a question of `duckrow explain`: promise, class, variable or bundle."""
        expect_question(question, [name], QUESTIONS)
        try:
            return answer_text(answer(self.record, question, name))
        except UnknownThingError as error:
            hint = f"\n{error.hint}" if error.hint else ""
            raise MissingError(f"{error.what}{hint}") from None

    def text(self) -> str:
        """Write the promises, the changed files and the reports, for a snapshot."""
        lines = [
            f"{each}: {each.outcome}" for each in self.promises() if each.type not in _DEFINITIONS
        ]
        for path in self.files.changed:
            lines += self.recorder.described(path)
        lines += [f"R: {each}" for each in self.reports]
        return "\n".join(lines) + "\n"

    def __repr__(self) -> str:
        return f"<run of a policy: {len(self.promises())} promises>"


class Variables(Explained):
    """The variables of a run by bundle and name: main.ducks."""

    __slots__ = ("_run", "_values")

    def __init__(self, run: PolicyRun, values: dict[str, Any]) -> None:
        self._run = run
        self._values = values

    def __getitem__(self, name: str) -> Any:
        if name in self._values:
            value = self._values[name]
        else:
            value = self._run.recorder.agent_variable(name)
            if value is None:
                raise MissingError(self.about_name(name))
        self._run.notes.add_value(value, lambda: self.about_name(name))
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<{len(self)} variables>"

    def about_name(self, name: str) -> str:
        try:
            return self._run.explain("variable", name)
        except MissingError as error:
            hint = did_you_mean(name, self._values)
            return f"{error}\n{hint}" if hint and hint not in str(error) else str(error)


_DEFINITIONS = ("vars", "classes", "meta", "defaults")


def _decisive(steps: list[StepRecord]) -> list[StepRecord]:
    """Return one step of each promise in each call: the first that was not skipped, if any."""
    found: dict[tuple[int, int, str], StepRecord] = {}
    for step in steps:
        if step.promise is None or not step.pass_number:
            continue
        key = id(step.promise), step.call, step.promiser
        known = found.get(key)
        if known is None or (known.outcome == SKIPPED and step.outcome != SKIPPED):
            found[key] = step
    return list(found.values())
