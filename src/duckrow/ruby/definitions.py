"""Definitions in compiled Ruby: classes, modules and methods, and `super`."""

from __future__ import annotations

from duckrow.ruby.constants import class_of, find_constant, known_class
from duckrow.ruby.core.basics import described, to_s
from duckrow.ruby.dispatch import call_method, kind_named, methods_of, no_method
from duckrow.ruby.errors import ReturnJump, RubyError, UnsupportedError, type_error
from duckrow.ruby.nesting import constant_or_nil, own_constant, put_constant
from duckrow.ruby.parameters import check_count
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import OwnClass, Proc, RubyModule, RubyObject, own_class, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.data.symbol import Symbol
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.nesting import Nesting
    from duckrow.ruby.values.kinds import BlockNames

    Method = Callable[..., object]

PUBLIC, PRIVATE, PROTECTED = "public", "private", "protected"
MODULE_FUNCTION = "module_function"
_ALWAYS_PRIVATE = frozenset(
    "initialize initialize_copy initialize_clone initialize_dup respond_to_missing?".split()
)
# Methods that every object has for `super`, and that do nothing.
_EMPTY = frozenset(
    "initialize initialize_copy inherited included extended prepended method_added "
    "singleton_method_added const_added".split()
)


# ---- classes


def open_class(
    ruby: Interpreter,
    here: Nesting,
    path: str,
    is_class: bool,
    parent: object,
    body: Callable[..., object],
) -> object:
    """Run the body of a class or module, made when it is first met."""
    outer, _, name = path.rpartition("::")
    holder = here.module
    if outer:
        found = constant_or_nil(ruby, here, outer)
        holder = found if isinstance(found, RubyModule) else _namespace(ruby, outer)
    elif path.startswith("::"):
        holder = known_class(ruby, "Object")
    made = own_constant(ruby, holder, name)
    if not isinstance(made, RubyModule):
        made = new_class(ruby, "#<Class>", parent) if is_class else RubyModule("#<M>", None, False)
        made.home = ruby.known
        put_constant(ruby, holder, name, made)
        if made.parent is not None:
            call_hook(ruby, made.parent, "inherited", made)
    mode, made.mode = made.mode, PUBLIC
    try:
        return body(ruby, made, None, here.inside(made))
    finally:
        made.mode = mode


def _namespace(ruby: Interpreter, path: str) -> RubyModule:
    """Return the module around a class; one of the host that holds nothing is made here."""
    if path.partition("::")[0] not in ruby.host.families:
        raise RubyError("NameError", f"uninitialized constant {path}")
    outer, _, name = path.rpartition("::")
    found = find_constant(ruby, outer) if outer else known_class(ruby, "Object")
    holder = found if isinstance(found, RubyModule) else _namespace(ruby, outer)
    made = RubyModule("#<M>", None, False)
    put_constant(ruby, holder, name, made)
    return made


def new_class(ruby: Interpreter, name: str, parent: object = None) -> RubyModule:
    """Make a class, without the call of the hook `inherited`."""
    if parent is None:
        parent = known_class(ruby, "Object")
    if not isinstance(parent, RubyModule):
        if hasattr(parent, "ruby_send"):
            raise UnsupportedError(f"a class that inherits from {getattr(parent, 'name', parent)}")
        raise type_error(
            f"superclass must be an instance of Class (given an instance of {class_name(parent)})"
        )
    made = RubyModule(name, parent)
    made.home = ruby.known
    return made


def call_hook(ruby: Interpreter, module: RubyModule, name: str, *given: object) -> None:
    """Call a hook of a module, such as `included`, if the module defines it."""
    hook = module.find_singleton(name)
    if hook is not None:
        call_method(ruby, hook, module, given, None)


def open_singleton(
    ruby: Interpreter, here: Nesting, value: object, body: Callable[..., object]
) -> object:
    """Run class << self: the methods defined there are methods of the class itself."""
    if not isinstance(value, RubyModule | RubyObject):
        raise type_error("can't define singleton")
    made = own_class(value)
    mode, made.mode = made.mode, PUBLIC
    try:
        return body(ruby, made, None, here.inside(made))
    finally:
        made.mode = mode


# ---- methods


def define_method(
    ruby: Interpreter, here: Nesting, self: Any, name: str, function: Method
) -> Symbol:
    """Define a method of the class whose body this is, or of the class around the code."""
    if hasattr(type(self), "ruby_define"):
        self.ruby_define(ruby, name, function)
    elif any(each is self for each in ruby.evaluated):
        return define_singleton(ruby, self, name, function)
    elif isinstance(self, RubyModule):
        add_method(ruby, self, name, function)
    else:
        add_method(ruby, here.module, name, function)
    return symbol(name)


def add_method(ruby: Interpreter, module: RubyModule, name: str, function: Method) -> None:
    """Add a method to a class, as visible as the open body says."""
    _check_new(ruby, module, name, module.methods)
    module.methods[name] = function
    mode = PRIVATE if name in _ALWAYS_PRIVATE else module.mode
    if mode == MODULE_FUNCTION:
        module.singleton[name] = function
        mode = PRIVATE
    if mode != PUBLIC:
        hide_method(ruby, module, name, mode)
    else:
        module.show(name)
    if type(module) is OwnClass:
        if isinstance(module.attached, RubyModule):
            call_hook(ruby, module.attached, "singleton_method_added", symbol(name))
    else:
        call_hook(ruby, module, "method_added", symbol(name))


def hide_method(ruby: Interpreter, module: RubyModule, name: str, mode: str) -> None:
    """Make a method public, private or protected."""
    if name not in _ALWAYS_PRIVATE:
        ruby.known.hidden.add(name)
    module.hide(name, mode)


def define_singleton(ruby: Interpreter, self: object, name: str, function: Method) -> Symbol:
    if isinstance(self, RubyModule):
        _check_new(ruby, self, name, self.singleton)
        self.singleton[name] = function
        call_hook(ruby, self, "singleton_method_added", symbol(name))
    elif isinstance(self, RubyObject):
        own_class(self).methods[name] = function
    elif hasattr(type(self), "ruby_define"):
        self.ruby_define(ruby, name, function)  # type: ignore[attr-defined]
    else:
        raise type_error("can't define singleton")
    return symbol(name)


def _check_new(ruby: Interpreter, self: RubyModule, name: str, methods: dict[str, Method]) -> None:
    """Raise if a method of Ruby itself would be replaced where the host does not allow it."""
    if ruby.host.may_replace or name not in methods:
        return
    if str(getattr(methods[name], "__module__", "")).startswith("duckrow."):
        raise UnsupportedError(f"another {self.name}.{name} in place of Ruby's own")


def of_ruby_code(function: Method) -> Method:
    """Mark a method as one that Ruby code has defined, and may define again."""
    function.__module__ = "ruby"
    return function


def block_method(name: str, block: Proc) -> Method:
    """Return a method whose body is a block: define_method(:name) { ... }."""

    def called(
        ruby: Interpreter, object_: object, *arguments: object, block: Proc | None = None
    ) -> object:
        names: BlockNames = {"self": object_, "passed": block, "method": called}
        check_count(body, len(arguments))
        try:
            return body.with_names(ruby, arguments, names)
        except ReturnJump as jump:
            if jump.tag is not body.home:
                raise
            return jump.value  # here a block is the body of a method

    body = block
    called.__name__ = name  # `super` inside asks for it
    return of_ruby_code(called)


def instance_method_of(ruby: Interpreter, module: RubyModule, name: str) -> Method | None:
    """Return the method that instances of a class have, those of Ruby's own classes included."""
    found = module.find_method(name)
    if found is not None:
        return found
    if type(module) is OwnClass:
        kind: type = RubyModule if isinstance(module.attached, RubyModule) else RubyObject
    else:
        kind = kind_named(module)
    table = methods_of(ruby, kind)
    if name in table:
        return table[name]
    from duckrow.ruby.core.objects.kernel import METHODS

    return METHODS.get(name)


def alias_method(ruby: Interpreter, self: object, new: str, old: str) -> None:
    new, old = new.removeprefix(":"), old.removeprefix(":")
    module = self if isinstance(self, RubyModule) else class_of(ruby, self)
    found = instance_method_of(ruby, module, old)
    if found is None:
        raise undefined_method(module, old)
    module.methods[new] = found
    for each in module.ancestors():
        if old in each.hidden:
            hide_method(ruby, module, new, each.hidden[old])
        if old in each.methods:
            break


def undefined_method(module: RubyModule, name: str) -> RubyError:
    kind = "class" if module.is_class else "module"
    return RubyError("NameError", f"undefined method `{name}' for {kind} `{module.name}'")


def undefine_method(ruby: Interpreter, self: object, name: str) -> None:
    """Make instances of a class not answer to a method, whoever defined it."""
    name = name.removeprefix(":")
    module = self if isinstance(self, RubyModule) else class_of(ruby, self)
    if instance_method_of(ruby, module, name) is None:
        raise undefined_method(module, name)

    def undefined(ruby: Interpreter, object_: object, *_: object) -> object:
        raise no_method(ruby, object_, name)

    module.methods[name] = of_ruby_code(undefined)
    hide_method(ruby, module, name, "undefined")


# ---- super


def send_super(
    ruby: Interpreter,
    self: Any,
    method: Any,
    name: str | None,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Call the method of the same name that comes next among the ancestors of a class."""
    if method is None:
        raise RubyError("RuntimeError", "super called outside of method")
    if isinstance(self, RubyModule):
        line = own_class(self).ancestors()
    else:
        line = (self.class_ if isinstance(self, RubyObject) else class_of(ruby, self)).ancestors()
    own, word = _place_of(line, name, method)
    after = line[own + 1 :]
    inherited = next((each.methods[word] for each in after if word in each.methods), None)
    if inherited is None and isinstance(self, RubyModule):
        inherited = class_of(ruby, self).find_method(word)
        inherited = None if inherited is method else inherited
    if inherited is None:
        inherited = methods_of(ruby, type(self)).get(word)
    if inherited is not None:
        return call_method(ruby, inherited, self, arguments, block)
    if word in _EMPTY:
        own_initialize = getattr(self, "ruby_initialize", None)
        if word == "initialize" and own_initialize is not None:
            own_initialize(ruby, *arguments)
        return None
    if word == "respond_to_missing?":
        return False
    if word == "method_missing" and arguments:
        raise no_method(ruby, self, getattr(arguments[0], "name", str(arguments[0])))
    if word == "const_missing" and arguments:
        raise RubyError("NameError", f"uninitialized constant {to_s(ruby, arguments[0])}")
    raise RubyError(
        "NoMethodError", f"super: no superclass method `{word}' for {described(ruby, self)}"
    )


def _place_of(line: list[RubyModule], name: str | None, method: Any) -> tuple[int, str]:
    """Return where among the ancestors a method is, and its name: its own, or an alias."""
    if name is not None:
        for index, each in enumerate(line):
            if each.methods.get(name) is method:
                return index, name
    for index, each in enumerate(line):
        for word, other in each.methods.items():
            if other is method:
                return index, word if name is None else name
    return -1, method.__name__ if name is None else name


def implicit_super(_ruby: Interpreter) -> NoReturn:
    """Reject `super` without arguments in a block that is the body of a method."""
    raise RubyError(
        "RuntimeError",
        "implicit argument passing of super from method defined by define_method() is not "
        "supported. Specify all arguments explicitly.",
    )
