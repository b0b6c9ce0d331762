"""Features: what a provider can do, which attributes and values of a type may need."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import dev_error, flat, intern, items_of, option
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.data.symbol import Symbol
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def known_features(type_: RubyModule) -> dict[Symbol, list[str] | None]:
    """Return the features of a type, each with the methods that prove it."""
    found = type_.variables.get("features")
    if not isinstance(found, dict):
        found = type_.variables["features"] = {}
    return found


def _feature(
    ruby: Interpreter, self: RubyModule, name: object, _docs: object, options: object = None
) -> None:
    word = intern(ruby, name)
    known = known_features(self)
    if word in known:
        raise dev_error(f"Feature {word.name} is already defined")
    methods = option(options, "methods")
    known[word] = None if methods is None else [to_s(ruby, each) for each in items_of(methods)]


def _feature_module(_ruby: Interpreter, self: RubyModule) -> RubyModule:
    """Return the module with the questions about features, which all providers get."""
    made = self.variables.get("feature_module")
    if isinstance(made, RubyModule):
        return made
    made = RubyModule(f"{self.name}::FeatureModule", is_class=False)
    self.variables["feature_module"] = made
    made.methods |= {
        "feature?": has_feature,
        "features": lambda ruby, provider: [
            name
            for name in sorted(known_features(self), key=lambda each: each.name)
            if has_feature(ruby, provider, name)
        ],
        "satisfies?": satisfies,
        "has_features": _has_features,
        "has_feature": _has_features,
    }
    for name, methods in known_features(self).items():
        made.methods[f"{name.name}?"] = _question(name, methods)
    return made


def _question(feature: Symbol, methods: list[str] | None) -> Any:
    def ask(ruby: Interpreter, provider: RubyModule | RubyObject) -> bool:
        class_ = provider if isinstance(provider, RubyModule) else provider.class_
        if send(ruby, class_, "declared_feature?", feature) not in (None, False):
            return True
        if methods is None:
            return False
        if isinstance(provider, RubyModule):
            return all(provider.find_method(each) is not None for each in methods)
        return all(responds_to(ruby, provider, each) for each in methods)

    return ask


def has_feature(ruby: Interpreter, provider: object, name: object) -> bool:
    """Return whether a provider has a feature."""
    method = f"{to_s(ruby, name)}?"
    return responds_to(ruby, provider, method) and (
        send(ruby, provider, method) not in (None, False)
    )


def satisfies(ruby: Interpreter, provider: object, *names: object) -> bool:
    """Return whether a provider has all features."""
    return all(
        send(ruby, provider, "feature?", name) not in (None, False) for name in flat(list(names))
    )


def _has_features(ruby: Interpreter, provider: RubyModule, *names: object) -> None:
    declared = provider.variables.setdefault("declared_features", [])
    assert isinstance(declared, list)
    declared += [intern(ruby, each) for each in flat(list(names))]


FEATURES: Methods = {
    "feature": _feature,
    "features": lambda _ruby, self: list(known_features(self)),
    "feature_module": _feature_module,
    "provider_feature": lambda ruby, self, name: (
        symbol(to_s(ruby, name)) if name in known_features(self) else None
    ),
}
