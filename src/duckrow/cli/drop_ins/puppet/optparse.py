"""Parse a command line as Ruby's OptionParser does, which Puppet uses.

A long option may be abbreviated, in any case, with `_` for `-`. Letters may be combined. The value
of an option follows `=`, or it is the next word, whatever that is. Options may appear anywhere;
`--` ends them.
"""

from __future__ import annotations

from duckrow.cli.options import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


class OptionError(UsageError):
    """A usage error, in the words of OptionParser."""


class MissingValueError(OptionError):
    """An option without its value."""

    def __init__(self, switch: Switch, word: str) -> None:
        super().__init__(f"missing argument: {word}")
        self.switch = switch


class Switch:
    """One option of an application: its names, and its meaning or the reason why it is refused.

    `names` is written as in the original's table: `--execute -e`, `--[no-]pager`. With a `metavar`
    the option takes a value; `is_optional` means that the value may be missing. `key` is the name
    of the option in `Arguments`, usually that of the same option of `duckrow`.
    """

    __slots__ = ("is_flag", "is_optional", "key", "letters", "longs", "metavar", "refusal", "text")

    def __init__(
        self,
        names: str,
        text: str = "",
        *,
        metavar: str = "",
        is_optional: bool = False,
        key: str = "",
        refusal: str = "",
    ) -> None:
        words = names.split()
        first = next(word for word in words if word.startswith("--"))
        self.is_flag = first.startswith("--[no-]")
        self.longs = tuple(w[2:].replace("[no-]", "") for w in words if w.startswith("--"))
        self.letters = tuple(w[1:] for w in words if not w.startswith("--"))
        self.text = text
        self.metavar = metavar
        self.is_optional = is_optional
        self.key = key or self.longs[0].replace("_", "-")
        self.refusal = refusal

    @property
    def names(self) -> str:
        """Its names as a user types them: `-e, --execute CODE`."""
        prefix = "--[no-]" if self.is_flag else "--"
        shown = [f"-{letter}" for letter in self.letters] + [f"{prefix}{n}" for n in self.longs]
        return ", ".join(shown) + (f" {self.metavar}" if self.metavar else "")


class Setting(Switch):
    """The option of a setting of puppet.conf."""

    __slots__ = ()


class OptionParser:
    """The options of one command line. Of two with the same name, the earlier counts.

    `more` returns further options. They are many, so they are made when a word needs them.
    """

    __slots__ = ("_letters", "_longs", "_more")

    def __init__(
        self, switches: Iterable[Switch], more: Callable[[], Iterable[Switch]] | None = None
    ) -> None:
        self._longs: dict[str, tuple[Switch, bool]] = {}
        self._letters: dict[str, Switch] = {}
        self._more = more
        self._add(switches)

    def _add(self, switches: Iterable[Switch]) -> None:
        for switch in switches:
            for name in switch.longs:
                plain = _plain(name)
                self._longs.setdefault(plain, (switch, True))
                if switch.is_flag:
                    self._longs.setdefault(f"no-{plain}", (switch, False))
            for letter in switch.letters:
                self._letters.setdefault(letter, switch)

    def _add_more(self) -> None:
        if self._more is not None:
            more, self._more = self._more, None
            self._add(more())

    def parse(self, words: Sequence[str], others: list[str]) -> Iterator[tuple[Switch, str | None]]:
        """Yield the given options with their values; add the other words to `others`."""
        waiting = list(reversed(words))
        while waiting:
            word = waiting.pop()
            if word == "--":
                others.extend(reversed(waiting))
                break
            if word.startswith("--"):
                yield self._long(word, waiting)
            elif word.startswith("-") and word != "-":
                yield self._short(word, waiting)
            else:
                others.append(word)

    def find(self, name: str) -> Switch | None:
        """Return the option of this name, without abbreviations: `--section`, `-v`."""
        self._add_more()
        if name.startswith("--"):
            found = self._longs.get(_plain(name[2:]))
            return found[0] if found else None
        return self._letters.get(name[1:])

    def _long(self, word: str, waiting: list[str]) -> tuple[Switch, str | None]:
        name, equals, value = word[2:].partition("=")
        switch, is_on = self._complete(_plain(name), word)
        if not switch.metavar:
            if equals:
                raise OptionError(f"needless argument: {word}")
            return switch, _flag_value(switch, is_on)
        return switch, value if equals else _next_value(switch, word, waiting)

    def _short(self, word: str, waiting: list[str]) -> tuple[Switch, str | None]:
        letter, rest = word[1], word[2:]
        switch = self._letters.get(letter)
        is_on = True
        if switch is None:
            self._add_more()
            switch = self._letters.get(letter)
        if switch is None:
            switch, is_on = self._complete(letter, word)
        if switch.metavar:
            return switch, rest or _next_value(switch, word, waiting)
        if rest.startswith("="):
            raise OptionError(f"needless argument: {word}")
        if rest:
            waiting.append(f"-{rest}")
        return switch, _flag_value(switch, is_on)

    def _complete(self, name: str, word: str) -> tuple[Switch, bool]:
        """Find the option of a name or of its beginning: --det-exit is --detailed-exitcodes."""
        found = self._longs.get(name)
        if found is not None:
            return found
        self._add_more()
        found = self._longs.get(name)
        if found is not None:
            return found
        parts = name.split("-")
        names = sorted((n for n in self._longs if _begins(n, parts)), key=len)
        if not names:
            raise OptionError(f"invalid option: {word}{self._meant(name)}")
        first = self._longs[names[0]]
        for other in names[1:]:
            if self._longs[other] != first and not other.startswith(names[0]):
                raise OptionError(f"ambiguous option: {word}")
        return first

    def _meant(self, name: str) -> str:
        from duckrow.source.did_you_mean import most_similar

        meant = most_similar(name, self._longs)
        return f"\nDid you mean?  {meant}" if meant else ""


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _begins(name: str, parts: list[str]) -> bool:
    """Return whether each part of a name begins with a part of its abbreviation."""
    pieces = name.split("-")
    return len(pieces) >= len(parts) and all(
        piece.startswith(part) for piece, part in zip(pieces, parts, strict=False)
    )


def _flag_value(switch: Switch, is_on: bool) -> str | None:
    return ("true" if is_on else "false") if switch.is_flag else None


def _next_value(switch: Switch, word: str, waiting: list[str]) -> str | None:
    if waiting and not (switch.is_optional and waiting[-1].startswith("-")):
        return waiting.pop()
    if switch.is_optional:
        return None
    raise MissingValueError(switch, word)
