"""From the words of a group to the inputs of a compile: facts, params, node, title and so on."""

from __future__ import annotations

from os.path import join

from duckrow.data.symbol import Symbol
from duckrow.machine.paths import absolute, exists, is_directory, is_file, names_in, read_bytes
from duckrow.puppet.ruby_code.messages import VERSION
from duckrow.puppet.ruby_code.values import from_ruby
from duckrow.ruby.calls import send_self
from duckrow.ruby.constants import class_of
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import symbol
from duckrow.spec.compile import Inputs, facts_of_node
from duckrow.spec.groups import group_of
from duckrow.spec.host import SpecHost, suite_of
from duckrow.spec.values import RawString, SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import RubyObject
    from duckrow.spec.facts.known_facts import KnownFacts

_AS_THEY_ARE = frozenset((str, int, float, bool, type(None)))
_CLASS_LIKE = ("class", "define", "function")


def said(ruby: Interpreter, self: RubyObject, name: str, default: object = None) -> object:
    """Return what a group says about a subject by a let or a method, or the default."""
    if self.class_.find_method(name) is None:
        return default
    return send_self(ruby, self, name)


def says(self: RubyObject, name: str) -> bool:
    """Return whether a group says something about a subject."""
    return self.class_.find_method(name) is not None


def top_description(self: RubyObject) -> str:
    """Return the description of the outermost group: the name of the class, define or function."""
    group = group_of(self)
    return "" if group is None else group.top.description


def catalog_inputs(
    ruby: Interpreter, self: RubyObject, type_: str, test_value: object = None
) -> Inputs:
    """Return the inputs of the catalog that an example is about."""
    before, after = _joined(ruby, self, "pre_condition"), _joined(ruby, self, "post_condition")
    parts = [_site(ruby), before, _test_manifest(ruby, self, type_, test_value), after]
    return _inputs(ruby, self, type_, "\n".join(each for each in parts if each is not None))


def function_inputs(ruby: Interpreter, self: RubyObject) -> Inputs:
    """Return the inputs of the compile that a function is called in."""
    return _inputs(ruby, self, "function", _joined(ruby, self, "pre_condition") or "")


def _inputs(ruby: Interpreter, self: RubyObject, type_: str, code: str) -> Inputs:
    suite = suite_of(ruby)
    configuration = suite.configuration.settings
    name = _node_name(ruby, self, type_)
    path = said(ruby, self, "module_path", configuration["module_path"])
    made = Inputs(name, code, _module_path(ruby, path))
    made.environment = to_s(ruby, said(ruby, self, "environment", "rp_env"))
    facts = _facts(ruby, self, name, made.environment)
    made.facts, made.facts_text = dict(facts.values), facts.text
    parameters = _plain(ruby, configuration["default_node_params"])
    made.parameters = {**parameters, **_plain(ruby, said(ruby, self, "node_params", {}))}
    made.trusted = _both(ruby, self, "trusted_facts")
    made.trusted_external = _both(ruby, self, "trusted_external_data")
    config = said(ruby, self, "hiera_config", configuration["hiera_config"])
    if config is not None:
        made.hiera_config = absolute_in(suite.directory, to_s(ruby, config))
    strict = said(ruby, self, "strict_variables", configuration["strict_variables"])
    made.settings = {"strict_variables": truthy(strict)}
    host = ruby.host
    assert isinstance(host, SpecHost)
    for setting, value in host.own_settings.items():
        made.settings[setting] = from_ruby(value)
    if suite.example is not None:
        suite.example.facts = made.facts
    return made


def absolute_in(directory: str, path: str) -> str:
    """Return a path that is relative to the directory of the module as a full one."""
    return absolute(join(directory, path))


def _module_path(ruby: Interpreter, path: object) -> list[str]:
    suite = suite_of(ruby)
    words = ["spec/fixtures/modules"] if path is None else to_s(ruby, path).split(":")
    return [*(absolute_in(suite.directory, each) for each in words if each), *suite.more_modules]


def _node_name(ruby: Interpreter, self: RubyObject, type_: str) -> str:
    if says(self, "node"):
        return to_s(ruby, send_self(ruby, self, "node"))
    if type_ in _CLASS_LIKE:
        host = ruby.host
        assert isinstance(host, SpecHost)
        return str(host.settings["certname"])
    return top_description(self).lower()


def _joined(ruby: Interpreter, self: RubyObject, name: str) -> str | None:
    """Return the code before or after that of the test; an array of texts is joined."""
    value = said(ruby, self, name)
    if isinstance(value, list):
        return "\n".join(to_s(ruby, each) for each in value if each is not None)
    return None if value is None else to_s(ruby, value)


def _site(ruby: Interpreter) -> str | None:
    """Return the text of the site manifests: those of the setting, or of the fixtures."""
    suite = suite_of(ruby)
    given = suite.configuration.settings["manifest"]
    path = absolute_in(
        suite.directory, "spec/fixtures/manifests" if given is None else to_s(ruby, given)
    )
    if is_file(path):
        return read_bytes(path).decode("utf-8", "surrogateescape")
    if not exists(path) or not is_directory(path):
        return None
    files = [each for each in sorted(names_in(path)) if each.endswith(".pp")]
    texts = [read_bytes(f"{path}/{each}").decode("utf-8", "surrogateescape") for each in files]
    return "\n".join(texts)


# ---- facts


def _facts(ruby: Interpreter, self: RubyObject, name: str, environment: str) -> KnownFacts:
    """Return the facts: defaults, those that follow from the name of the node, and the group's."""
    suite = suite_of(ruby)
    configuration = suite.configuration.settings
    of_node = facts_of_node(name)
    if to_s(ruby, configuration["facter_implementation"]) == "facter":
        of_node["ipaddress6"] = "FE80:0000:0000:0000:AAAA:AAAA:AAAA"
    defaults = configuration["default_facts"]
    given = send_self(ruby, self, "facts") if says(self, "facts") else {}
    is_derived = says(self, "node") and truthy(configuration["derive_node_facts_from_nodename"])

    def joined() -> dict[str, object]:
        return _joined_facts(
            _plain(ruby, defaults), of_node, environment, _plain(ruby, given), is_derived=is_derived
        )

    rest = repr((of_node, environment, is_derived))
    return suite.known_facts.of((defaults, given), rest, joined)


def _joined_facts(
    found: dict[str, object],
    of_node: dict[str, object],
    environment: str,
    given: dict[str, object],
    *,
    is_derived: bool,
) -> dict[str, object]:
    networking = {each: of_node[each] for each in ("hostname", "fqdn", "domain")}
    for key, value in of_node.items():
        if found.get(key) is None:
            found[key] = value
    inner = found.setdefault("networking", {})
    assert isinstance(inner, dict)
    for key, value in networking.items():
        if inner.get(key) is None:
            inner[key] = value
    found |= {"clientversion": VERSION, "environment": environment}
    found |= given
    if is_derived:
        found |= of_node
        held = found.get("networking")
        found["networking"] = {**(held if isinstance(held, dict) else {}), **networking}
    return {key.lower(): value for key, value in found.items()}


def read_facts(ruby: Interpreter, self: RubyObject, *_: object) -> None:
    """Evaluate what a group says about facts, which has to be a hash."""
    value = said(ruby, self, "facts", {})
    if not isinstance(value, dict):
        _reject_facts(ruby, value)


def _reject_facts(ruby: Interpreter, value: object) -> NoReturn:
    kind = "nil" if value is None else class_of(ruby, value).name
    raise RubyError("TypeError", f"no implicit conversion of {kind} into Hash")


def _both(ruby: Interpreter, self: RubyObject, name: str) -> dict[str, object]:
    """Return what the configuration says as a default and what the group says."""
    default = suite_of(ruby).configuration.settings[f"default_{name}"]
    return {**_plain(ruby, default), **_plain(ruby, said(ruby, self, name, {}))}


def _plain(ruby: Interpreter, value: object) -> dict[str, object]:
    found = plain(ruby, value)
    if not isinstance(found, dict):
        _reject_facts(ruby, value)
    return found


def plain(ruby: Interpreter, value: object) -> object:
    """Return a value of Ruby as a fact: names are texts at every depth."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, dict):
        return {
            key if type(key) is str else to_s(ruby, from_key(key)): plain(ruby, item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [plain(ruby, item) for item in value]
    return from_ruby(value) if type(value) is not Symbol else value.name


# ---- code


def _test_manifest(
    ruby: Interpreter, self: RubyObject, type_: str, test_value: object
) -> str | None:
    name = top_description(self).lower()
    params = said(ruby, self, "params")
    if type_ == "class":
        if not params:
            return f"include {name}"
        return f"class {{ '{name}': {_params(ruby, params)} }}"
    if type_ == "define":
        title = send_self(ruby, self, "title")
        titles = title if isinstance(title, list) else [title]
        words = [_title(ruby, to_s(ruby, each)) for each in titles]
        text = f"[{', '.join(words)}]" if isinstance(title, list) else words[0]
        given = _params(ruby, params) if params is not None else ""
        return f"{name} {{ {text}: {given} }}"
    if type_ == "type_alias":
        value = puppet_code(ruby, test_value)
        return f"$test = {value}\nassert_type({top_description(self)}, $test)"
    return None


def _title(ruby: Interpreter, title: str) -> str:
    return inspect(ruby, title) if "'" in title else f"'{title}'"


def _params(ruby: Interpreter, params: object) -> str:
    if not isinstance(params, dict):
        raise UnsupportedError("params that are not a hash")
    pairs = ((from_key(key), value) for key, value in params.items())
    return ", ".join(f"{to_s(ruby, key)} => {puppet_code(ruby, value)}" for key, value in pairs)


def puppet_code(ruby: Interpreter, value: object) -> str:
    """Write a value of Ruby as code of the language, as rspec-puppet does."""
    if isinstance(value, dict):
        pairs = ((from_key(key), item) for key, item in value.items())
        inner = ", ".join(f"{puppet_code(ruby, k)} => {puppet_code(ruby, v)}" for k, v in pairs)
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[ {', '.join(puppet_code(ruby, each) for each in value)} ]"
    if value in (symbol("default"), symbol("undef")):
        return to_s(ruby, value)
    if type(value) is Symbol:
        return puppet_code(ruby, value.name)
    if isinstance(value, (RawString, SensitiveValue)):
        return value.inspected(ruby).replace("$", "\\$")
    return inspect(ruby, value).replace("$", "\\$")
