"""RubyProvider: the provider of a Ruby type, for the engine that applies resources.

The engine reads, plans and changes; the objects of Ruby do the same with the methods retrieve,
insync? and sync. The plan is made change by change: whether a property is in sync is asked after
the properties before it were changed, as the reference does it.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import Change, Provider
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.entry import ask, enter
from duckrow.puppet.ruby_host.objects import ENSURE
from duckrow.puppet.ruby_host.plain import plain
from duckrow.puppet.ruby_host.providers.confines import missing_commands
from duckrow.puppet.ruby_host.types.catalog import desired_for
from duckrow.puppet.ruby_host.types.known import attributes, name_of
from duckrow.puppet.ruby_host.types.object_attributes import properties
from duckrow.puppet.ruby_host.types.provider_choice import default_provider
from duckrow.puppet.ruby_host.types.values import collection_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.dispatch import responds_to, send_0, send_1, send_2
from duckrow.ruby.exceptions import RESCUED
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import State
    from duckrow.puppet.resources.desired import Desired, Neighbours
    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.ruby.interpreter import Interpreter

_OBJECT = " object"  # in the state of an instance: its object
_VALUES = " current values"  # of a resource, as it was read


class RubyProvider(Provider):
    """One provider class of Ruby, or none for a type that needs no provider."""

    def __init__(self, host: MachineHost, type_: RubyModule, class_: RubyModule | None) -> None:
        self.host = host
        self.type_ = type_
        self.class_ = class_
        self.name = "" if class_ is None else str(class_.variables["name"])
        self.generates = type_.find_method("generate") is not None
        self.generates_late = type_.find_method("eval_generate") is not None

    def is_suitable(self, machine: Machine) -> bool:
        return self.class_ is None or bool(ask(self.host, self.class_, "suitable?"))

    def missing_commands(self, machine: Machine) -> list[str]:
        class_ = self.class_
        if class_ is None:
            return []
        return enter(self.host, lambda ruby: missing_commands(ruby, class_))

    def _object(self, desired: Desired) -> RubyObject:
        """Return the object of a resource; it gets this provider if it has none so far."""
        found = desired.instance
        assert isinstance(found, RubyObject)
        if self.class_ is not None and found.variables.get("provider") is None:
            ask(self.host, found, "provider=", self.class_.variables["name"])
        return found

    # ---- reading

    def prefetch(self, machine: Machine, many: list[Desired]) -> None:
        class_ = self.class_
        if class_ is None:
            return
        host = self.host

        def work(ruby: Interpreter) -> None:
            if not responds_to(ruby, class_, "prefetch"):
                return
            kind = name_of(self.type_).name
            host.log("debug", f"Prefetching {self.name} resources for {kind}")
            objects = [self._object(each) for each in self._with_defaults(ruby, many)]
            send_1(ruby, class_, "prefetch", {send_0(ruby, each, "name"): each for each in objects})

        enter(host, work)

    def _with_defaults(self, ruby: Interpreter, many: list[Desired]) -> list[Desired]:
        """Return the resources, and those without a provider if this is the default by now."""
        catalog = many[0].catalog if many else None
        if catalog is None or default_provider(ruby, self.type_) is not self.class_:
            return many
        rest = [each for each in catalog.of_type(many[0].type) if each.provider is None]
        for each in rest:
            each.provider = self
        return [*many, *rest]

    def read(self, machine: Machine, desired: Desired) -> State:
        made = self._object(desired)

        def work(ruby: Interpreter) -> State:
            resource = send_0(ruby, made, "retrieve_resource")
            values = send_0(ruby, resource, "to_hash")
            made.variables[_VALUES] = values
            return {key.name: plain(ruby, value) for key, value in values.items()}

        return enter(self.host, work)

    # ---- changing

    def plan(self, state: State, desired: Desired) -> Iterator[Change]:  # type: ignore[override]
        made = self._object(desired)
        values = made.variables[_VALUES]
        assert isinstance(values, dict)
        ensure = attributes(made).get(ENSURE)
        if ensure is not None:
            change = self._needed(ensure, values, desired)
            if change is not None:
                yield change
                return
        if not ask(self.host, made, "present?", values):
            desired.log("debug", "Nothing to manage: no ensure and the resource doesn't exist")
            return
        for each in properties(made):
            change = self._needed(each, values, desired)
            if change is not None:
                yield change

    def _needed(
        self, property_: RubyObject, values: dict[Any, Any], desired: Desired
    ) -> RubyChange | None:
        """Return the change of a property that is out of sync."""

        def work(ruby: Interpreter) -> RubyChange | None:
            current = values.get(send_0(ruby, property_, "name"))
            failure: Exception | None = None
            try:
                if not truthy(send_0(ruby, property_, "should")):
                    return None
                if truthy(send_1(ruby, property_, "safe_insync?", current)):
                    return None
            except RESCUED as error:
                failure = error
            return RubyChange(ruby, self.host, property_, current, desired, failure)

        return enter(self.host, work)

    def flush(self, machine: Machine, desired: Desired) -> None:
        made = self._object(desired)
        if made.class_.find_method("flush") is not None:
            ask(self.host, made, "flush")

    def refresh(self, machine: Machine, desired: Desired) -> None:
        ask(self.host, self._object(desired), "refresh")

    def finish(self, machine: Machine) -> None:
        class_ = self.class_
        if class_ is not None and class_.find_singleton("post_resource_eval") is not None:
            ask(self.host, class_, "post_resource_eval")

    # ---- listing and generating

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        def work(ruby: Interpreter) -> list[tuple[str, State]]:
            found: list[tuple[str, State]] = []
            for made in send_0(ruby, self.type_, "instances"):
                title = to_s(ruby, send_0(ruby, made, "title"))
                found.append((title, {_OBJECT: made}))
            return found

        return enter(self.host, work)

    def listed(self, machine: Machine, state: State) -> State:
        made = state[_OBJECT]

        def work(ruby: Interpreter) -> State:
            values = send_0(ruby, send_0(ruby, made, "retrieve_resource"), "to_hash")
            return {key.name: plain(ruby, value) for key, value in values.items()}

        return enter(self.host, work)

    def for_removal(
        self, machine: Machine, around: Desired, title: str, state: State, values: State
    ) -> Desired:
        made = state[_OBJECT]

        def work(ruby: Interpreter) -> Desired:
            for name, value in values.items():
                if name != "provider":
                    send_2(ruby, made, "[]=", symbol(name), to_ruby(value))
            send_0(ruby, made, "purging")
            return desired_for(ruby, made, _catalog_of(around), around)

        return enter(self.host, work)

    def generate(self, machine: Machine, desired: Desired) -> list[Desired]:
        return self._generated(desired, "generate")

    def generate_late(self, machine: Machine, desired: Desired) -> list[Desired]:
        return self._generated(desired, "eval_generate")

    def _generated(self, desired: Desired, method: str) -> list[Desired]:
        made = desired.instance
        assert isinstance(made, RubyObject)

        def work(ruby: Interpreter) -> list[Desired]:
            found = send_0(ruby, made, method)
            many = found if isinstance(found, list) else [] if found in (None, False) else [found]
            return [desired_for(ruby, each, _catalog_of(desired), desired) for each in many]

        return enter(self.host, work)


def _catalog_of(desired: Desired) -> Neighbours:
    catalog = desired.catalog
    assert catalog is not None
    return catalog


class RubyChange(Change):
    """The change of one property, in the words of its class."""

    __slots__ = ("_current", "_failure", "_host", "_of")

    def __init__(
        self,
        ruby: Interpreter,
        host: MachineHost,
        property_: RubyObject,
        current: object,
        desired: Desired,
        failure: Exception | None,
    ) -> None:
        name = to_s(ruby, send_0(ruby, property_, "name"))
        should = None if failure is not None else send_0(ruby, property_, "should")
        value = None if failure is not None else collection_of(property_.class_).match(ruby, should)
        is_secret = truthy(property_.variables.get("sensitive")) or desired.is_sensitive(name)
        super().__init__(
            name,
            plain(ruby, current),
            plain(ruby, should),
            self._sync,
            event_name=to_s(ruby, send_0(ruby, property_, "event_name")),
            is_sensitive=is_secret,
            is_idempotent=truthy(send_0(ruby, property_, "idempotent?")),
            drops_refreshes=value is not None and truthy(value.options.get("invalidate_refreshes")),
        )
        self._host = host
        self._of = property_
        self._current = current
        self._failure = failure

    def _sync(self, _machine: Machine) -> None:
        if self._failure is not None:
            raise self._failure
        ask(self._host, self._of, "sync")

    def message_after(self) -> str:
        if self.is_sensitive:
            return super().message_after()
        return enter(
            self._host,
            lambda ruby: to_s(
                ruby,
                send_2(
                    ruby, self._of, "change_to_s", self._current, send_0(ruby, self._of, "should")
                ),
            ),
        )

    def noop_message(self) -> str:
        if self._failure is not None:
            raise self._failure
        return super().noop_message()

    def shown_old(self) -> str:
        return super().shown_old() if self.is_sensitive else self._shown("is_to_s", self._current)

    def shown_new(self) -> str:
        if self.is_sensitive:
            return super().shown_new()
        return self._shown("should_to_s", ask(self._host, self._of, "should"))

    def _shown(self, method: str, value: object) -> str:
        return enter(self._host, lambda ruby: to_s(ruby, send_1(ruby, self._of, method, value)))
