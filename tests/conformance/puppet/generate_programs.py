"""Random programs about the catalog: declarations, collectors, overrides, arrows, in all places.

Each has three classes that may inherit from one another, two defines, code at the top and
sometimes a node. Most names that are used exist, and some do not: about a third of the programs
compile, the others fail in many ways.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

TITLES = ("a", "b", "c", "d", "e", "A", "x y", "f::g", "h/i")
VALUES = ("'x'", "'X'", "1", "1.0", "true", "undef", "['x','y']", "[]", "{'a'=>1}", "$title", "$v")
TYPES = {"notify": "Notify", "file": "File", "d1": "D1", "d2": "D2"}


class Generator:
    """Writes one program; it remembers what it declared to refer to it."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.pick = random.choice
        self.declared: list[str] = []

    def program(self) -> str:
        parts = [
            "$v = 'x'",
            self.block("class k1", self.random.randint(0, 3)),
            self.block(f"class k2 {self.pick(('', 'inherits k1'))}", self.random.randint(0, 3)),
            self.block(
                f"class k3 {self.pick(('', 'inherits k1', 'inherits k2'))}",
                self.random.randint(0, 2),
            ),
            self.block(
                "define d1($p = 'dp', $q = undef)",
                self.pick((0, 0, 1)),
                'notify { "d1-$title": message => $p }',
            ),
            self.block(
                "define d2($p = 1, $q = 2)",
                0,
                f'{self.pick(("", "@"))}d1 {{ "d2-$title": p => $p }}',
            ),
            *(self.statement() for _ in range(self.random.randint(2, 7))),
        ]
        if self.happens(0.2):
            parts.append(self.block("node default", self.random.randint(1, 3)))
        return "\n".join(parts) + "\n"

    def block(self, head: str, count: int, first: str = "") -> str:
        lines = [first, *(self.statement() for _ in range(count))]
        return "\n  ".join([f"{head} {{", *filter(None, lines)]) + "\n}"

    def happens(self, share: float) -> bool:
        return self.random.random() < share

    def statement(self) -> str:
        kinds = (
            (self.declaration, 38),
            (self.collector, 12),
            (self.arrows, 14),
            (self.override, 8),
            (self.defaults, 6),
            (lambda: f"realize({self.known()})", 6),
            (lambda: self.pick(("include k1", "include k2", "contain k2", "require k3")), 6),
            (lambda: f"tag('{self.pick(('t5', 't1'))}')", 3),
            (lambda: f"notice($title, $v, defined({self.known()}))", 3),
            (lambda: f"if {self.pick(('true', 'false'))} {{ {self.declaration()} }}", 4),
        )
        makers, weights = zip(*kinds, strict=True)
        made: str = self.random.choices(makers, weights)[0]()
        return made

    # ---- references

    def known(self) -> str:
        """Refer to something that most likely exists."""
        return self.pick(self.declared) if self.declared and self.happens(0.93) else self.any()

    def any(self) -> str:
        title = self.pick(TITLES)
        return self.pick(
            (
                f"Class['{self.pick(('k1', 'k2', 'k3', 'k3', 'main', 'nope'))}']",
                f"D1['{title}']",
                f"D2['{title}']",
                f"File['/{self.pick(('a', 'b', 'a/'))}']",
                f"Notify['{title}']",
            )
        )

    def several(self) -> str:
        one, two = self.known(), self.known()
        return self.pick((one, one, f"[{one}]", f"[{one}, {two}]", f"[[{one}], undef]"))

    # ---- resources

    def declaration(self) -> str:
        type_ = self.pick(("notify", "notify", "notify", "file", "d1", "d2"))
        titles = [self.pick(TITLES) for _ in range(self.pick((1, 1, 1, 2)))]
        if type_ == "file":
            titles = [f"/{self.pick(('a', 'b', 'c', 'a/'))}"]
        if self.happens(0.7):
            titles = [f"{title}{len(self.declared)}" for title in titles]
        titles = list(dict.fromkeys(titles))
        self.declared += [f"{TYPES[type_]}['{title}']" for title in titles]
        quoted = ", ".join(f"'{title}'" for title in titles)
        form = self.pick(("", "", "", "@", "@", "@@"))
        title = quoted if len(titles) == 1 else f"[{quoted}]"
        return f"{form}{type_} {{ {title}: {self.attributes(type_)} }}"

    def attributes(self, type_: str, adds: bool = False) -> str:
        named: dict[str, Callable[[], str]] = {
            "message": lambda: self.pick(VALUES) if self.happens(0.9) else self.known(),
            "withpath": lambda: self.pick(("true", "false")),
            "tag": lambda: self.pick(("'t1'", "'t2'", "['t1','T3']", "'t1::u'", "undef")),
            "before": self.several,
            "require": self.several,
            "notify": self.several,
            "loglevel": lambda: self.pick(("notice", "info")),
            "noop": lambda: self.pick(("true", "false")),
            "alias": lambda: self.pick(("'al1'", "['al2','al3']", f"'al{len(self.declared)}'")),
            "schedule": lambda: "'daily'",
        }
        own = {"file": {"message": "mode"}, "d1": {"message": "p"}, "d2": {"message": "q"}}
        if type_ != "notify" and self.happens(0.98):
            del named["withpath"]
        if self.happens(0.7):
            del named["alias"]
        names = self.random.sample(list(named), self.random.randint(0, 3))
        arrows = ("=>", "+>") if adds else ("=>",)
        return ", ".join(
            f"{own.get(type_, {}).get(name, name)} {self.pick(arrows)} {named[name]()}"
            for name in names
        )

    def override(self) -> str:
        reference = self.known()
        if reference.startswith("Class"):
            return self.declaration()
        type_ = reference.partition("[")[0].lower()
        return f"{reference} {{ {self.attributes(type_, adds=True)} }}"

    def defaults(self) -> str:
        return f"{self.pick(('Notify', 'File', 'D1'))} {{ {self.attributes('notify')} }}"

    # ---- collectors and arrows

    def collector(self) -> str:
        type_ = self.pick(("Notify", "Notify", "File", "D1", "D2"))
        query = self.pick(("", self.query(), self.query()))
        opening, closing = self.pick((("<|", "|>"),) * 9 + (("<<|", "|>>"),))
        collector = f"{type_}{opening} {query} {closing}"
        if not self.happens(0.35):
            return collector
        return f"{collector} {{ {self.attributes(type_.lower(), adds=True)} }}"

    def query(self, depth: int = 0) -> str:
        if depth < 2 and self.happens(0.25):
            word = self.pick(("and", "or"))
            return f"({self.query(depth + 1)} {word} {self.query(depth + 1)})"
        name = self.pick(("tag", "tag", "title", "message", "p", "noop", "before", "alias"))
        value = self.pick(("'x'", "1", "true", "undef", "$v", "'X'"))
        if name == "tag":
            value = self.pick(("'t1'", "t2", "'T3'", "u", "k1", "d1", "'d2'", "main", "notify"))
        elif name == "title":
            value = f"'{self.pick(TITLES)}'"
        elif name == "before":
            value = self.known()
        return f"{name} {self.pick(('==', '==', '!='))} {value}"

    def arrows(self) -> str:
        arrow = self.pick(("->", "~>", "<-", "<~"))
        return f" {arrow} ".join(self.operand() for _ in range(self.pick((2, 2, 3))))

    def operand(self) -> str:
        makers = (self.known, self.known, self.several, lambda: "[]", self.collector)
        made: str = self.pick((*makers, self.declaration))()
        return "[]" if "undef" in made and made.startswith("[[") else made
