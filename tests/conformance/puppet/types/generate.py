"""Random types, values and definitions, as the texts and data that questions are made of."""

from __future__ import annotations

import random
from typing import Any

WORDS = ["a", "b", "c", "abc", "A", "B", "x y", "", "12", "don't", "h\u00e9"]
KEYS = ["a", "b", "c", "d"]
PATTERNS = ["a", "b+", "\\A[a-z]+\\z", "^\\d", "x|y"]
SPANS = ["0-00:00:01", "0-01:00:00", "0-02:30:00", "2-00:00:00"]
MOMENTS = ["2019-01-01T00:00:00 UTC", "2020-02-02T02:02:02 UTC", "2021-03-03T03:03:03.25 UTC"]
RANGES = ["1.0.0", ">=1.0.0 <2.0.0", "~1.2", "1.x", "3.x", ">=2.5.0"]
URIS = ["http://example.com/a", "https://example.com:8443/b?q=1", "https://x.y/z"]
PLAIN = [
    *(
        "Any Undef Default Scalar ScalarData Numeric Data RichData RichDataKey Integer Float String"
    ).split(),
    *("Enum Pattern Boolean Regexp Collection Array Hash Tuple Struct Variant Optional").split(),
    *("NotUndef Iterable Iterator Type CatalogEntry Class Resource Callable Sensitive").split(),
    *("Binary SemVer SemVerRange Timestamp Timespan URI Runtime File Unknown").split(),
]


class Generator:
    """Makes random types no deeper than `depth`; `names` are the aliases that may occur."""

    def __init__(self, chance: random.Random, names: list[str] | None = None) -> None:
        self.chance = chance
        self.names = names or []

    def quoted(self, word: str) -> str:
        return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def bounds(self, low: int, high: int) -> tuple[int, int]:
        one, other = self.chance.randint(low, high), self.chance.randint(low, high)
        return min(one, other), max(one, other)

    def range(self, low: int = 0, high: int = 4) -> str:
        first, last = self.bounds(low, high)
        # A size from default to 0 is read as an empty collection here, as something else there.
        last = max(last, 1)
        return self.chance.choice([f"{first}", f"{first}, {last}", f"default, {last}"])

    def words(self, most: int = 3) -> str:
        chosen = self.chance.sample(WORDS, self.chance.randint(1, most))
        return ", ".join(map(self.quoted, chosen))

    def type(self, depth: int = 3) -> str:
        chance = self.chance
        if self.names and chance.random() < 0.15:
            return chance.choice(self.names)
        if depth <= 0 or chance.random() < 0.15:
            return chance.choice(PLAIN)
        if chance.random() < 0.4:
            return self.scalar()
        return self.container(depth - 1)

    def scalar(self) -> str:
        chance = self.chance
        match chance.randrange(12):
            case 0 | 1:
                return f"Integer[{self.range(-3, 12)}]"
            case 2:
                low, high = self.bounds(-4, 8)
                return chance.choice([f"Float[{low}.0, {high + 1}.5]", f"Float[{low}.25]"])
            case 3 | 4:
                return f"String[{self.range()}]"
            case 5 | 6:
                return f"Enum[{self.words()}{chance.choice(['', '', ', true'])}]"
            case 7:
                patterns = ", ".join(
                    f"/{p}/" for p in sorted(chance.sample(PATTERNS, chance.randint(1, 2)))
                )
                return f"Pattern[{patterns}]"
            case 8:
                return f"Boolean[{chance.choice(['true', 'false'])}]"
            case 9:
                return f"Regexp[/{chance.choice(PATTERNS)}/]"
            case 10:
                return self.moment()
        return self.reference()

    def moment(self) -> str:
        chance = self.chance
        kind, texts = chance.choice([("Timespan", SPANS), ("Timestamp", MOMENTS)])
        low, high = sorted(chance.sample(range(len(texts)), 2))
        if chance.random() < 0.3:
            ranges = ", ".join(map(self.quoted, chance.sample(RANGES, chance.randint(1, 2))))
            return f"SemVer[{ranges}]"
        return f"{kind}[{self.quoted(texts[low])}, {self.quoted(texts[high])}]"

    def reference(self) -> str:
        chance = self.chance
        return chance.choice(
            [
                f"File['{chance.choice(KEYS)}']",
                f"User['{chance.choice(KEYS)}']",
                f"Resource['my::{chance.choice(KEYS)}']",
                f"Class['{chance.choice(KEYS)}']",
                f"URI['{chance.choice(URIS)}']",
                f"Runtime['ruby', 'My{chance.choice(KEYS).upper()}']",
            ]
        )

    def container(self, depth: int) -> str:
        chance, one = self.chance, self.type(depth)
        match chance.randrange(15):
            case 0 | 1:
                size = chance.choice(["", "", f", {self.range()}"])
                return f"Array[{one}{size}]"
            case 2 | 3:
                size = chance.choice(["", "", f", {self.range()}"])
                return f"Hash[{self.type(depth)}, {one}{size}]"
            case 4 | 5:
                size = chance.choice(["", "", f", {self.range()}"])
                return f"Tuple[{', '.join(self.types(depth))}{size}]"
            case 6 | 7:
                return self.struct(depth)
            case 8 | 9:
                return f"Variant[{', '.join(self.types(depth))}]"
            case 10:
                return f"Optional[{one}]"
            case 11:
                return f"NotUndef[{one}]"
            case 12:
                return f"{chance.choice(['Iterable', 'Iterator', 'Type', 'Sensitive'])}[{one}]"
            case 13:
                return self.callable(depth)
        return f"Collection[{self.range()}]"

    def types(self, depth: int) -> list[str]:
        return [self.type(depth) for _ in range(self.chance.randint(1, 3))]

    def struct(self, depth: int) -> str:
        keys = self.chance.sample(KEYS, self.chance.randint(1, 3))
        entries = []
        for key in keys:
            written = self.chance.choice([key, key, f"Optional[{key}]", f"NotUndef[{key}]"])
            entries.append(f"{written} => {self.type(depth)}")
        return f"Struct[{{{', '.join(entries)}}}]"

    def callable(self, depth: int) -> str:
        chance = self.chance
        size = chance.choice(["", "", f", {self.range()}"])
        block = chance.choice(["", "", ", Callable", ", Optional[Callable[1, 1]]"])
        inside = ", ".join(self.types(depth)) + size + block
        return (
            f"Callable[[{inside}], {self.type(depth)}]"
            if chance.random() < 0.4
            else f"Callable[{inside}]"
        )

    def value(self, depth: int = 3) -> Any:
        chance = self.chance
        if depth > 0 and chance.random() < 0.45:
            count = chance.randint(0, 3)
            match chance.randrange(4):
                case 0 | 1:
                    return [self.value(depth - 1) for _ in range(count)]
                case 2:
                    return {key: self.value(depth - 1) for key in chance.sample(KEYS, count)}
            pairs = [[self.value(0), self.value(depth - 1)] for _ in range(count)]
            return {"$hash": pairs}
        return self.atom(depth)

    def atom(self, depth: int) -> Any:
        chance = self.chance
        match chance.randrange(10):
            case 0 | 1:
                return chance.randint(-3, 12)
            case 2:
                return chance.choice([-1.5, 0.0, 1.0, 2.25, 7.5])
            case 3 | 4 | 5:
                return chance.choice(WORDS)
            case 6:
                return chance.choice([True, False])
            case 7:
                return None
        return chance.choice(
            [
                {"$default": True},
                {"$regexp": chance.choice(PATTERNS)},
                {"$sensitive": self.value(depth - 1) if depth > 0 else 1},
                {"$semver": chance.choice(["1.0.0", "1.2.9", "3.0.0-rc1"])},
                {"$semver_range": chance.choice(RANGES)},
                {"$timespan": chance.choice(SPANS)},
                {"$timestamp": chance.choice(MOMENTS)},
                {"$binary": "aGk="},
                {"$uri": chance.choice(URIS)},
                {"$type": self.type(1)},
            ]
        )


def question(seed: int, types: int, values: int) -> dict[str, Any]:
    """Make a question of random types and values."""
    generator = Generator(random.Random(seed))
    return {
        "types": [generator.type() for _ in range(types)],
        "values": [generator.value() for _ in range(values)],
    }


def question_with_names(seed: int, types: int, values: int) -> dict[str, Any]:
    """Make a question about definitions that mention each other and themselves."""
    chance = random.Random(seed)
    names = ["Tree", "Leafy", "Bag"]
    plain = Generator(chance)
    recursive = Generator(chance, names)
    aliases = {
        name: f"Variant[{plain.scalar()}, Array[{chance.choice(names)}], {recursive.container(1)}]"
        for name in names
    }
    return {
        "aliases": aliases,
        "types": [*names, *(recursive.type() for _ in range(types))],
        "values": [plain.value() for _ in range(values)],
    }
