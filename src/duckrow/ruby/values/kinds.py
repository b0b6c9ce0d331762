"""Ruby's values.

nil, true, false     None, True, False
Integer, Float       int, float
String               str. Ruby's strings can be changed in place, Python's cannot: where a method
                     changes its receiver, the compiler assigns the changed string to the variable
                     that holds it. A second variable that held the same string keeps the old one.
Symbol               Symbol
Array, Hash          list, dict. Keys of hashes go through `to_key` and `from_key`, as the language
                     of manifests has them.
Range, Proc          Range, Proc
Regexp, MatchData    RubyRegexp, MatchData
classes, modules     RubyModule; built-in ones are listed in `constants`
objects              RubyObject
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypedDict

    from duckrow.regexp import RubyRegexp
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.known import Known

    class BlockNames(TypedDict, total=False):
        """The parameters of a block's function that are not Ruby's; it has those that it uses."""

        self: object  # another self
        passed: Proc | None  # the block that it is called with
        method: Callable[..., object]  # the method whose body it is, for `super`


symbol = Symbol


class Range:
    """first..last, or first...last without the last; either may be nil."""

    __slots__ = ("excludes_last", "first", "last")
    ruby_class_name = "Range"

    def __init__(self, first: Any, last: Any, excludes_last: bool = False) -> None:
        self.first = first
        self.last = last
        self.excludes_last = excludes_last

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and (self.first, self.last, self.excludes_last) == (
            other.first,
            other.last,
            other.excludes_last,
        )

    def __hash__(self) -> int:
        return hash((Range, self.first, self.last, self.excludes_last))


class MatchData:
    """The match of a regular expression."""

    __slots__ = ("match", "regexp")
    ruby_class_name = "MatchData"

    def __init__(self, match: Any, regexp: RubyRegexp) -> None:
        self.match = match  # Python's match
        self.regexp = regexp


class Proc:
    """A block, lambda or method as a value.

    `function` is a Python function of the interpreter and the arguments. A block (not a lambda)
    that has more than one parameter takes a single array apart, ignores surplus elements and gets
    nil for missing ones; the compiler writes how many parameters there are.
    """

    __slots__ = ("count", "function", "has_rest", "home", "is_lambda", "required")
    ruby_class_name = "Proc"

    def __init__(
        self,
        function: Callable[..., object],
        count: int = -1,
        has_rest: bool = True,
        is_lambda: bool = False,
        required: int = 0,
        home: object = None,
    ) -> None:
        self.function = function
        self.count = count  # parameters without the rest; -1: any number
        self.has_rest = has_rest
        self.is_lambda = is_lambda
        self.required = required
        self.home = home  # the tag of a `return` in it, if there is one

    def __call__(self, ruby: Interpreter, *arguments: object) -> Any:
        """Call it the way `yield` does."""
        count = self.count
        given = len(arguments)
        if count < 0 or (given == count and not self.has_rest):
            return self.function(ruby, *arguments)
        return self.function(ruby, *self.fitted(arguments))

    def direct(self, count: int) -> Callable[..., object]:
        """Return what is called with the interpreter and `count` values, again and again.

        A block that has just as many parameters need not be asked each time how many it has.
        """
        is_direct = self.count < 0 or (self.count == count and not self.has_rest)
        return self.function if is_direct else self

    def fitted(self, arguments: tuple[object, ...]) -> tuple[object, ...]:
        """Return the arguments as the parameters of a block take them."""
        count, given = self.count, len(arguments)
        if count < 0 or self.is_lambda:
            return arguments
        if given == 1 and (count > 1 or (count == 1 and self.has_rest)):
            only = arguments[0]
            if type(only) is list:
                arguments, given = tuple(only), len(only)
        if given > count and not self.has_rest:
            return arguments[:count]
        if given < self.required:
            return arguments + (None,) * (self.required - given)
        return arguments

    def with_self(self, ruby: Interpreter, receiver: object, *arguments: object) -> Any:
        """Call it with another self, as instance_eval, class_eval and instance_exec do."""
        return self.with_names(ruby, self.fitted(arguments), {"self": receiver})

    def with_block(
        self, ruby: Interpreter, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        """Call it with a block of its own: `p.call(1) { ... }`."""
        return self.with_names(ruby, self.fitted(arguments), {"passed": block})

    def with_names(
        self, ruby: Interpreter, arguments: tuple[object, ...], names: BlockNames
    ) -> Any:
        """Call the function with those of the names that it has."""
        known = getattr(self.function, "__kwdefaults__", None)
        if not known:
            return self.function(ruby, *arguments)
        given = {name: value for name, value in names.items() if name in known}
        return self.function(ruby, *arguments, **given)


class _Changes:
    """Counts the changes of all tables of methods: what a class has found is valid for one count.

    One count serves all environments. A change in one makes the others look again, no more.
    """

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


CHANGES = _Changes()


class MethodTable(dict[str, "Callable[..., object]"]):
    """Methods by name."""

    __slots__ = ()

    def __setitem__(self, name: str, method: Callable[..., object]) -> None:
        super().__setitem__(name, method)
        CHANGES.count += 1

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        CHANGES.count += 1

    def __ior__(self, other: Any) -> MethodTable:  # type: ignore[override,misc]
        self.update(other)
        return self

    def update(self, *others: Any, **more: Any) -> None:
        super().update(*others, **more)
        CHANGES.count += 1

    def pop(self, name: str, *default: Any) -> Any:
        found = super().pop(name, *default)
        CHANGES.count += 1
        return found


class ModuleList(list["RubyModule"]):
    """Modules whose methods a class has."""

    __slots__ = ()

    def append(self, module: RubyModule) -> None:
        super().append(module)
        CHANGES.count += 1

    def extend(self, modules: Iterable[RubyModule]) -> None:
        super().extend(modules)
        CHANGES.count += 1

    def __iadd__(self, modules: Iterable[RubyModule]) -> ModuleList:  # type: ignore[override,misc]
        self.extend(modules)
        return self


class RubyModule:
    """A class or module.

    Methods are Python functions of the interpreter, self, the arguments, and `block`. `home` holds
    the classes that it was made beside, for those that have no parent. `allocate` makes an instance
    of the class, for those whose instances are more than a RubyObject; heirs use it too.
    """

    __slots__ = (
        "allocate",
        "class_variables",
        "constants",
        "counted",
        "extensions",
        "found",
        "found_singleton",
        "hidden",
        "home",
        "includes",
        "is_class",
        "methods",
        "mode",
        "name",
        "own",
        "parent",
        "prepends",
        "public",
        "public_singleton",
        "singleton",
        "variables",
    )

    def __init__(
        self,
        name: str,
        parent: RubyModule | None = None,
        is_class: bool = True,
        methods: Mapping[str, Callable[..., object]] | None = None,
        singleton: Mapping[str, Callable[..., object]] | None = None,
    ) -> None:
        self.name = name
        self.parent = parent
        self.home: Known | None = None if parent is None else parent.home
        self.is_class = is_class
        # Copies: code may add to a class, and tables are everybody's.
        self.methods = MethodTable() if methods is None else MethodTable(methods)
        self.singleton = MethodTable() if singleton is None else MethodTable(singleton)
        # What find_method, find_public and the like have found since the last change of any table.
        self.found: dict[str, Callable[..., object] | None] = {}
        self.public: dict[str, Callable[..., object] | None] = {}
        self.found_singleton: dict[str, Callable[..., object] | None] = {}
        self.public_singleton: dict[str, Callable[..., object] | None] = {}
        self.counted = -1
        self.constants: dict[str, Any] = {}
        self.class_variables: dict[str, object] = {}
        self.variables: dict[str, object] = {}
        self.includes = ModuleList()
        self.prepends = ModuleList()
        self.extensions = ModuleList()  # whose methods are those of the class itself
        self.hidden: dict[str, str] = {}  # methods that are private or protected
        self.mode = "public"  # how the next method of the open body is defined
        self.own: OwnClass | None = None  # its singleton class, once one has asked for it
        self.allocate: Callable[[RubyModule], RubyObject] | None = (
            None if parent is None else parent.allocate
        )

    @property
    def ruby_class_name(self) -> str:
        return "Class" if self.is_class else "Module"

    def ancestors(self) -> list[RubyModule]:
        """List this and all it inherits from, nearest first."""
        found: list[RubyModule] = []
        here: RubyModule | None = self
        while here is not None:
            here.line(found)
            here = here.parent
        return found

    def line(self, found: list[RubyModule]) -> None:
        """Add this with the modules before and after it to a list of ancestors."""
        for each in reversed(self.prepends):
            if each not in found:
                each.line(found)
        found.append(self)
        for each in reversed(self.includes):
            if each not in found:
                each.line(found)

    def find_public(self, name: str) -> Callable[..., object] | None:
        """Return the method of instances that all code may call, or None."""
        if self.counted != CHANGES.count:
            self.forget()
        known = self.public
        try:
            return known[name]
        except KeyError:
            found = None if self.visibility(name) != "public" else self._find_method(name)
            known[name] = found
            return found

    def visibility(self, name: str) -> str:
        """Return whether instances have a method as a public, private or protected one."""
        own: list[RubyModule] = []
        self.line(own)
        for each in own:
            if name in each.hidden:
                return each.hidden[name]
            if name in each.methods:
                return "public"
        return "public" if self.parent is None else self.parent.visibility(name)

    def hide(self, name: str, mode: str) -> None:
        """Make a method private or protected."""
        self.hidden[name] = mode
        CHANGES.count += 1

    def show(self, name: str) -> None:
        """Make a method public."""
        self.hidden.pop(name, None)
        CHANGES.count += 1

    def find_method(self, name: str) -> Callable[..., object] | None:
        """Return the method that instances have, or None."""
        if self.counted != CHANGES.count:
            self.forget()
        known = self.found  # the table of this count, whatever another thread does meanwhile
        try:
            return known[name]
        except KeyError:
            found = known[name] = self._find_method(name)
            return found

    def forget(self) -> None:
        """Look for all methods again, since a table has changed."""
        # The count is read first, so that a change meanwhile empties the tables again; it is set
        # last, so that another thread finds no old table under a new count.
        count = CHANGES.count
        self.found = {}
        self.public = {}
        self.found_singleton = {}
        self.public_singleton = {}
        self.counted = count

    def _find_method(self, name: str) -> Callable[..., object] | None:
        if self.prepends or self.includes:
            found = self.find_own(name)
            if found is not None:
                return found
        elif name in self.methods:
            return self.methods[name]
        # The parent remembers what it has found: many classes have the same one.
        return None if self.parent is None else self.parent.find_method(name)

    def find_own(self, name: str) -> Callable[..., object] | None:
        """Return a method of this class and its modules, without those of its parent."""
        for each in reversed(self.prepends):
            found = each.find_own(name)
            if found is not None:
                return found
        if name in self.methods:
            return self.methods[name]
        for each in reversed(self.includes):
            found = each.find_own(name)
            if found is not None:
                return found
        return None

    def find_singleton(self, name: str) -> Callable[..., object] | None:
        """Return the method that the class itself has, or None."""
        if self.counted != CHANGES.count:
            self.forget()
        known = self.found_singleton
        try:
            return known[name]
        except KeyError:
            found = known[name] = self._find_singleton(name)
            return found

    def find_public_singleton(self, name: str) -> Callable[..., object] | None:
        """Return the method of the class itself that all code may call, or None."""
        if self.counted != CHANGES.count:
            self.forget()
        known = self.public_singleton
        try:
            return known[name]
        except KeyError:
            found = None if self.own_visibility(name) != "public" else self._find_singleton(name)
            known[name] = found
            return found

    def own_visibility(self, name: str) -> str:
        """Return whether a method of the class itself is public, private or protected."""
        here: RubyModule | None = self
        while here is not None:
            if here.own is not None and name in here.own.hidden:
                return here.own.hidden[name]
            if name in here.singleton:
                return "public"
            here = here.parent
        return "public"

    def _find_singleton(self, name: str) -> Callable[..., object] | None:
        here: RubyModule | None = self
        while here is not None:
            if here.own is not None and here.own.prepends:
                for each in reversed(here.own.prepends):
                    found = each.find_own(name)
                    if found is not None:
                        return found
            if name in here.singleton:
                return here.singleton[name]
            for each in reversed(here.extensions):
                found = each.find_own(name)
                if found is not None:
                    return found
            here = here.parent
        return None

    def __repr__(self) -> str:
        return self.name


class OwnClass(RubyModule):
    """The singleton class of one object, or of a class: `attached`.

    That of a class shares the tables of the class: its methods are the singleton methods.
    """

    __slots__ = ("attached",)

    def __init__(self, attached: RubyObject | RubyModule) -> None:
        if isinstance(attached, RubyModule):
            above = attached.parent
            super().__init__(
                f"#<Class:{attached.name}>", None if above is None else own_class(above)
            )
            self.methods = attached.singleton
            self.includes = attached.extensions
        else:
            super().__init__(attached.class_.name, attached.class_)
        self.attached = attached


def own_class(value: RubyObject | RubyModule) -> OwnClass:
    """Return the singleton class of an object or class, made when it is first asked for."""
    if isinstance(value, RubyModule):
        if value.own is None:
            value.own = OwnClass(value)
        return value.own
    if type(value.class_) is not OwnClass:
        value.class_ = OwnClass(value)
    return value.class_


class RubyObject:
    """An object of a class that Ruby code defines, or that represents an object of Puppet."""

    __slots__ = ("class_", "is_frozen", "variables")

    def __init__(self, class_: RubyModule) -> None:
        self.class_ = class_
        self.variables: dict[str, object] = {}
        self.is_frozen = False

    @property
    def ruby_class_name(self) -> str:
        return self.class_.name

    # As keys of hashes and in sets, objects use the `hash` and `eql?` of their classes.

    # Python asks without an interpreter, so each answer is worked out by a new one.

    def __hash__(self) -> int:
        method = self.class_.find_method("hash")
        return id(self) if method is None else hash(method(self._interpreter(), self))

    def __eq__(self, other: object) -> bool:
        method = self.class_.find_method("eql?")
        if method is None or not isinstance(other, RubyObject):
            return self is other
        return method(self._interpreter(), self, other) not in (None, False)

    def _interpreter(self) -> Interpreter:
        from duckrow.ruby.interpreter import Interpreter

        home = self.class_.home
        return Interpreter(home, None if home is None else home.host)
