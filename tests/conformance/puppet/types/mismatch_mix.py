"""A random mix of types and of values that nearly fit them, as questions about mismatches.

A type is made together with a way to make values that fit it. A value is then spoilt in a random
place, so that most mismatches are deep inside.

Only what is expected mentions types that contain themselves, never what is there. With such types
on both sides the reference stops at the second round and takes whatever is left for a match.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Sample = Callable[[], Any]
Made = tuple[str, Sample]

ALIASES = {
    "Port": "Integer[1, 65535]",
    "Mode": "Variant[Enum['on', 'off'], Pattern[/\\A\\d+\\z/]]",
    "Maybe": "Optional[Port]",
    "Pair": "Tuple[String[1], Port]",
    "Settings": "Struct[{port => Port, Optional[mode] => Mode, Optional[tree] => Tree}]",
    "Tree": "Variant[Integer, Hash[String, Tree]]",
    "Ports": "Array[Port, 1]",
    "My::Either": "Variant[Ports, Settings, Undef]",
    "Forest": "Array[Variant[Forest, Tree]]",
}

_RECURSIVE = {"Tree", "Forest", "Settings", "My::Either", "Data", "RichData"}
_WORDS = ["a", "b", "abc", "on", "off", "", "it's", "42", "x\\y"]
_PLAIN = [
    "Any", "Undef", "Default", "Scalar", "ScalarData", "Numeric", "Integer", "Float", "String",
    "Boolean", "Regexp", "Collection", "Array", "Hash", "Tuple", "Struct", "Enum", "Pattern",
    "Optional", "NotUndef", "Iterable", "Iterator", "Data", "RichData", "Type", "Sensitive",
    "Callable", "CatalogEntry", "Resource", "Class", "SemVer", "SemVerRange", "Binary", "Timestamp",
    "Timespan", "URI", "Runtime", "Nowhere", "File['/x']", "Class['apache']", "Boolean[true]",
    "Integer[5, 5]", "Float[1.5, 2.0]", "String[2, 4]", "Collection[1, 2]", "Regexp[/a/]",
    "SemVer['>=1.0.0']", "Enum['A', 'B', true]", "Array[0, 0]", "Runtime['ruby', 'X']",
]  # fmt: skip


class Mix:
    """Makes questions; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.known = sorted(ALIASES)
        self.plain = _PLAIN

    def questions(self, count: int) -> list[list[Any]]:
        """Make questions of all kinds."""
        kinds = (
            [self._instance] * 8
            + [self._types] * 4
            + [self._assignable, self._default]
            + [self._parameters] * 2
            + [self._signatures] * 4
        )
        return [kinds[number % len(kinds)]() for number in range(count)]

    # One kind of question each

    def _instance(self) -> list[Any]:
        text, sample = self.type()
        return ["instance", text, self.spoilt(sample())]

    def _types(self) -> list[Any]:
        if self.random.random() < 0.4:
            return ["types", self._callable()[0], self.other(is_callable=True)]
        return ["types", self.type()[0], self.other()]

    def _assignable(self) -> list[Any]:
        return ["assignable", self.type()[0], self.other()]

    def _default(self) -> list[Any]:
        text, sample = self.type()
        return ["default", text, self.spoilt(sample())]

    def _parameters(self) -> list[Any]:
        text, sample = self._struct(2)
        given = sample()
        for _ in range(self.random.randint(1, 3)):
            given = self._spoilt_hash(given)
        return ["parameters", text, given, self.random.random() < 0.2]

    def _signatures(self) -> list[Any]:
        made = [self._signature() for _ in range(self.random.choice([1, 1, 2, 2, 3]))]
        arguments = self.random.choice(made)[1]()
        if self.random.random() < 0.8:
            arguments = self._spoilt_list(arguments)
        if self.random.random() < 0.3:
            arguments = [*arguments, {"$block": self.other(is_callable=True)}]
        name = self.random.choice(["f", "my::f", "lambda"])
        return ["signatures", name, [signature for signature, _ in made], arguments]

    def _signature(self) -> tuple[list[Any], Sample]:
        types = [self.type(2) for _ in range(self.random.randint(0, 3))]
        texts = [text for text, _ in types]
        names = [f"p{number}" for number in range(len(types))]
        if types and self.random.random() < 0.5:
            low = self.random.randint(0, len(types))
            high = self.random.choice([str(max(1, len(types))), "default"])
            texts += [str(low), high]
        elif not types:
            texts = ["0", "0"]
        block = self.random.choice([None, None, None, "Callable", "Callable[1, 1]"])
        if block is not None:
            texts.append(self.random.choice([block, f"Optional[{block}]"]))
        if self.random.random() < 0.1:
            names = []
        signature = [f"Callable[{', '.join(texts)}]", names, block and "block"]
        return signature, lambda: [sample() for _, sample in types]

    # Types, each with a way to make values of it

    def type(self, depth: int = 3) -> Made:
        """Make a type."""
        simple = [self._plain, self._number, self._string, self._enum, self._alias]
        nested = [
            self._array, self._hash, self._tuple, self._struct, self._variant, self._variant,
            self._optional, self._wrapped,
        ]  # fmt: skip
        if depth <= 0 or self.random.random() < 0.25:
            return self.random.choice(simple)()
        return self.random.choice(nested)(depth - 1)

    def other(self, is_callable: bool = False) -> str:
        """Make a type of what is there: none in it contains itself."""
        simple = Mix(self.random.getrandbits(32))
        simple.known = sorted(ALIASES.keys() - _RECURSIVE)
        simple.plain = [name for name in _PLAIN if name not in _RECURSIVE]
        text, _ = simple._callable() if is_callable else simple.type()
        return text

    def _plain(self) -> Made:
        return self.random.choice(self.plain), self.value

    def _alias(self) -> Made:
        name = self.random.choice(self.known)

        def settings() -> Any:
            return {"port": self.random.choice([1, 80]), "tree": {"a": {"b": 1}}}

        samples: dict[str, Sample] = {
            "Port": lambda: 80,
            "Mode": lambda: self.random.choice(["on", "42"]),
            "Maybe": lambda: self.random.choice([None, 1]),
            "Pair": lambda: ["a", 80],
            "Settings": settings,
            "Tree": lambda: self.random.choice([1, {"a": {"b": 1}}]),
            "Ports": lambda: [80, 81],
            "My::Either": lambda: self.random.choice([[80], settings()]),
            "Forest": lambda: [[], {"a": 1}, [[2]]],
        }
        return name, samples[name]

    def _number(self) -> Made:
        low = self.random.randint(-2, 3)
        high = low + self.random.randint(0, 5)
        text = self.random.choice(["Integer", f"Integer[{low}]", f"Integer[{low}, {high}]"])
        return text, lambda: self.random.randint(low, high)

    def _string(self) -> Made:
        text = self.random.choice(["String", "String[1]", "String[1, 3]", "Pattern[/a/, /b/]"])
        return text, lambda: self.random.choice(["a", "b", "abc"])

    def _enum(self) -> Made:
        words = self.random.sample(["a", "b", "abc", "on", "off"], self.random.randint(1, 3))
        return f"Enum[{', '.join(map(repr, words))}]", lambda: self.random.choice(words)

    def _size(self, most: int) -> str:
        low = self.random.randint(0, 1)
        return self.random.choice(["", "", "", f", {low}", f", {low}, {most}"])

    def _array(self, depth: int) -> Made:
        text, sample = self.type(depth)
        return f"Array[{text}{self._size(3)}]", lambda: self._many(sample)

    def _many(self, sample: Sample) -> list[Any]:
        return [sample() for _ in range(self.random.randint(1, 3))]

    def _hash(self, depth: int) -> Made:
        key = self.random.choice(["String", "String[1]", "Enum['a', 'b', 'c']", "Scalar"])
        text, sample = self.type(depth)
        made = f"Hash[{key}, {text}{self._size(3)}]"
        return made, lambda: dict(zip("abc", self._many(sample), strict=False))

    def _tuple(self, depth: int) -> Made:
        made = [self.type(depth) for _ in range(self.random.randint(1, 3))]
        size = self.random.choice(["", "", ", 1", f", 1, {len(made) + 1}"])
        text = ", ".join(text for text, _ in made)
        return f"Tuple[{text}{size}]", lambda: [sample() for _, sample in made]

    def _struct(self, depth: int) -> Made:
        names = self.random.sample(["a", "b", "c", "port", "mode"], self.random.randint(1, 3))
        made = {name: self.type(depth) for name in names}
        keys = {name: self.random.choice([name, name, f"Optional[{name}]"]) for name in names}
        entries = ", ".join(f"{keys[name]} => {made[name][0]}" for name in names)
        return f"Struct[{{{entries}}}]", lambda: {name: made[name][1]() for name in names}

    def _variant(self, depth: int) -> Made:
        made = [self.type(depth) for _ in range(self.random.randint(2, 3))]
        text = ", ".join(text for text, _ in made)

        def sample() -> Any:
            _, sample = self.random.choice(made)
            return sample()

        return f"Variant[{text}]", sample

    def _optional(self, depth: int) -> Made:
        text, sample = self.type(depth)
        return f"Optional[{text}]", sample

    def _wrapped(self, depth: int) -> Made:
        text, sample = self.type(depth)
        wrapper = self.random.choice(["NotUndef", "Type", "Sensitive", "Iterable"])
        samples: dict[str, Sample] = {
            "Type": lambda: {"$type": self.other()},
            "Sensitive": lambda: {"$sensitive": sample()},
            "Iterable": lambda: [sample()],
        }
        return f"{wrapper}[{text}]", samples.get(wrapper, sample)

    def _callable(self) -> Made:
        texts = [self.type(1)[0] for _ in range(self.random.randint(0, 2))]
        texts += self.random.choice([[], ["0", "2"], ["1", "default"]]) if texts else ["0", "0"]
        if self.random.random() < 0.3:
            texts.append(self.random.choice(["Callable", "Optional[Callable[1, 1]]"]))
        inner = ", ".join(texts)
        if self.random.random() < 0.3:
            return f"Callable[[{inner}], {self.type(1)[0]}]", self.value
        return f"Callable[{inner}]", self.value

    # Values

    def value(self) -> Any:
        """Make any value."""
        return self.random.choice(
            [
                None, True, False, 0, 1, 7, -3, 1.5, 2.0, *_WORDS, [], {}, [1], ["a", 1], {"a": 1},
                {"a": {"b": []}}, [[1], ["a"]], {"$default": True}, {"$regexp": "a.b"},
                {"$type": "Integer[1, 2]"}, {"$type": "Port"}, {"$sensitive": "secret"},
                {"$version": "1.2.3"}, {"$hash": [[1, "a"], [2, "b"]]}, {"$hash": [["", 1]]},
            ]
        )  # fmt: skip

    def spoilt(self, value: Any) -> Any:
        """Change a value in one place."""
        if isinstance(value, list) and self.random.random() < 0.85:
            return self._spoilt_list(value)
        is_plain = isinstance(value, dict) and not any(key.startswith("$") for key in value)
        if is_plain and self.random.random() < 0.85:
            return self._spoilt_hash(value)
        return self.value()

    def _spoilt_list(self, value: list[Any]) -> list[Any]:
        value = list(value)
        choice = self.random.random()
        if not value or choice < 0.15:
            return [*value, self.value()]
        place = self.random.randrange(len(value))
        if choice < 0.3:
            del value[place]
        else:
            value[place] = self.spoilt(value[place])
        return value

    def _spoilt_hash(self, value: dict[str, Any]) -> dict[str, Any]:
        value = dict(value)
        choice = self.random.random()
        if not value or choice < 0.2:
            return {**value, self.random.choice(["b", "z", "it's"]): self.value()}
        name = self.random.choice(sorted(value))
        if choice < 0.35:
            del value[name]
        else:
            value[name] = self.spoilt(value[name])
        return value
