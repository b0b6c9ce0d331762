"""Generated programs whose statements and files can be put in any order.

A program is a list of site files and a list of classes and defines; each is a list of statements.
Statements that another statement of the same body needs (an assignment, the include of a class
whose variable is read) are `first`: expressions are evaluated in the order of the text, so these
stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

CLASSES = ("c1", "c2", "c3", "c4")
CHILDREN = {"c4": "c1"}  # classes that inherit
DEFINES = ("d1", "d2")
VALUES = ("'v1'", "'v1'", "'v1'", "'v2'", "up('v1')")
TITLES = ("t1", "t2", "t3", "t4", "t5")


def inside_needs_own(name: str, statements: list[str]) -> bool:
    """Return whether a body refers to the resource that it has for itself."""
    return name == "c1" or any(f"'own {name}'" in statement for statement in statements)


class Body:
    """The statements of a class, a define or a file."""

    def __init__(self, head: str, first: list[str], rest: list[str]) -> None:
        self.head = head
        self.first = first
        self.rest = rest

    def text(self, random: Random | None) -> str:
        rest = list(self.rest)
        if random is not None:
            random.shuffle(rest)
        lines = [*self.first, *rest]
        if not self.head:
            return "\n".join(lines)
        return "\n".join([f"{self.head} {{", *(f"  {line}" for line in lines), "}"])


class Program:
    """Files of bodies."""

    def __init__(self, bodies: list[Body], main: Body) -> None:
        self.bodies = bodies
        self.main = main

    def files(self, random: Random | None = None) -> dict[str, str]:
        """Write the program; with `random`, in an order of its own, spread over files."""
        definitions = [body.text(random) for body in self.bodies]
        if random is None:
            return {"a.pp": "\n".join([*definitions, self.main.text(None)])}
        statements = list(self.main.rest)
        random.shuffle(statements)
        files: dict[str, list[str]] = {f"{name}.pp": [] for name in "abc"}
        names = list(files)
        for statement in [*definitions, *statements]:
            files[random.choice(names)].append(statement)
        for text in files.values():
            random.shuffle(text)
        files["a.pp"] = [*self.main.first, *files["a.pp"]]  # the file that is read first
        return {name: "\n".join(text) for name, text in files.items()}


class Generator:
    """Programs from random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        # Half of the programs have rarely any conflicts.
        self.is_calm = seed % 2 == 0

    def pick(self, choices: tuple[str, ...]) -> str:
        return self.random.choice(choices)

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def program(self) -> Program:
        bodies = [Body("function up($x)", [], ['"${x}!"'])]
        for name in CLASSES:
            head = f"class {name}($p = 'v0', $q = 'v0')"
            if name in CHILDREN:
                head = f"class {name} inherits {CHILDREN[name]}"
            bodies.append(self.body(head, name))
        bodies += [self.body(f"define {name}($p = 'v0', $q = 'v0')", name) for name in DEFINES]
        main = self.body("", "")
        main.rest.append(f"include {self.pick(CLASSES)}")
        return Program(bodies, main)

    def body(self, head: str, name: str) -> Body:
        first = ["$x = 'local'"] if self.happens(0.5) else []
        rest = [self.statement(name) for _ in range(self.random.randint(2, 6))]
        if self.happens(0.3):
            # It includes only later classes: two that read each other have no order at all.
            other = next((each for each in CLASSES if each > name and each != "c4"), "")
            if other and name in ("", *CLASSES):
                first.append(f"include {other}")
                rest.append(f'notify {{ "read by {name}": message => "${{{other}::p}}" }}')
        if inside_needs_own(name, rest):
            rest.append(f"{self.pick(('@', ''))}notify {{ 'own {name}': }}")
        return Body(head, first, rest)

    def statement(self, inside: str) -> str:
        kinds: tuple[tuple[Callable[[str], str], int], ...] = (
            (self.resource, 40),
            (self.define, 14),
            (self.class_, 14),
            (self.collector, 10),
            (self.override, 8),
            (self.defaults, 6),
            (self.arrow, 8),
            (self.present, 4),
        )
        makers, weights = zip(*kinds, strict=True)
        made: str = self.random.choices(makers, weights)[0](inside)
        return made

    def value(self) -> str:
        return "'v1'" if self.is_calm else self.pick(VALUES)

    def title(self, inside: str) -> str:
        title = self.pick(TITLES)
        if inside in DEFINES:
            return f'"{title} ${{p}}"' if self.happens(0.5) else f"'{title}'"
        return f"'{title}'"

    def resource(self, inside: str) -> str:
        form = self.pick(("", "", "", "@"))
        given = [
            f"{name} => {value}"
            for name, value in (
                ("message", self.value()),
                ("loglevel", "info" if self.is_calm or self.happens(0.9) else "debug"),
                ("tag", "['k1']"),
                ("withpath", "true"),
            )
            if self.happens(0.4)
        ]
        return f"{form}notify {{ {self.title(inside)}: {', '.join(given)} }}"

    def define(self, inside: str) -> str:
        # A define declares none of its own kind, or there would be no end.
        name = "d2" if inside == "d1" else self.pick(DEFINES)
        if inside == "d2":
            return self.resource(inside)
        form = self.pick(("", "", "@"))
        given = [f"{each} => {self.value()}" for each in ("p", "q") if self.happens(0.4)]
        return f"{form}{name} {{ '{self.pick(TITLES[:3])}': {', '.join(given)} }}"

    def class_(self, inside: str) -> str:
        name = self.pick(CLASSES)
        if name == "c4" or self.happens(0.6):
            return f"{self.pick(('include', 'include', 'contain', 'require'))} {name}"
        given = [f"{each} => {self.value()}" for each in ("p", "q") if self.happens(0.5)]
        return f"class {{ '{name}': {', '.join(given)} }}"

    def collector(self, _inside: str) -> str:
        type_ = self.pick(("Notify", "Notify", "D1", "D2"))
        query = self.pick(("", "tag == 'k1'", "title == 't1'", "tag == 'c1'"))
        if type_ == "Notify" and self.happens(0.3):
            query = self.pick(("message == 'v1'", "loglevel == info", "withpath != true"))
        if self.happens(0.6):
            return f"{type_}<| {query} |>"
        name = "p" if type_ != "Notify" else "message"
        if type_ == "Notify" and self.happens(0.3):
            return f"Notify<| {query} |> {{ tag +> '{self.pick(('x1', 'x2'))}' }}"
        return f"{type_}<| {query} |> {{ {name} => {self.value()} }}"

    def override(self, inside: str) -> str:
        if self.happens(0.3):
            return f"realize(Notify['own {inside}'])"
        if inside == "c4" and not self.is_calm:
            return f"Notify['own c1'] {{ message => {self.value()} }}"
        if inside in DEFINES or (not self.is_calm and self.happens(0.1)):
            return f"Notify['{self.pick(TITLES)}'] {{ message => {self.value()} }}"
        return f"Notify['own {inside}'] {{ message => {self.value()} }}"

    def defaults(self, _inside: str) -> str:
        name = self.pick(("message", "loglevel"))
        return f"Notify {{ {name} => {'info' if name == 'loglevel' else self.value()} }}"

    def arrow(self, _inside: str) -> str:
        one, two = self.random.sample(TITLES, 2)
        if self.happens(0.5):
            return f"if_present(Notify['{one}']) -> if_present(Notify['{two}'])"
        return f"Notify<| title == '{one}' |> {self.pick(('->', '~>'))} Notify['{two}']"

    def present(self, _inside: str) -> str:
        return f"include_if_present('{self.pick(CLASSES)}', Notify['{self.pick(TITLES)}'])"
