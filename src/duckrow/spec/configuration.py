"""RSpec.configuration, as spec_helper files write it."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import no_method, send
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, symbol
from duckrow.spec.group_words import HOOKS, add_hook
from duckrow.spec.host import suite_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

# Methods that change only how RSpec itself prints, orders or mocks.
_IGNORED = frozenset(
    (
        "alias_it_should_behave_like_to backtrace_clean_patterns backtrace_exclusion_patterns "
        "color disable_monkey_patching! example_status_persistence_file_path expect_with "
        "filter_gems_from_backtrace filter_run filter_run_including filter_run_when_matching "
        "full_backtrace mock_with order profile_examples raise_errors_for_deprecations! "
        "run_all_when_everything_filtered "
        "treat_symbols_as_metadata_keys_with_true_values verify_partial_doubles warnings "
        "formatter add_formatter tty reporter ordering seed message syntax fail_fast "
        "infer_spec_type_from_file_location! default_formatter silence_filter_announcements "
        "backtrace_inclusion_patterns bisect_runner color_mode default_color default_path "
        "deprecation_stream detail_color error_stream failure_color fixed_color libs "
        "max_displayed_failure_line_count output_stream pending_color pending_failure_output "
        "register_ordering success_color threadsafe"
    ).split()
)


class ConfigurationValue(TableValue):
    """The configuration: settings by name, hooks, modules to include, filters."""

    __slots__ = ()

    ruby_class_name = "RSpec::Core::Configuration"

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        word = name.removesuffix("=")
        known = word in suite_of(ruby).configuration.settings or word in _IGNORED
        return known or name in self.ruby_methods

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        settings = suite_of(ruby).configuration.settings
        word = name.removesuffix("=")
        if name.endswith("=") and name != "==":
            if word in settings:
                settings[word] = arguments[0]
            elif word not in _IGNORED:
                raise no_method(ruby, self, name)
            return arguments[0]
        if name in settings:
            return settings[name]
        if name.endswith("?") and name[:-1] in settings:
            return truthy(settings[name[:-1]])
        if word in _IGNORED:
            return self
        return super().ruby_send(ruby, name, arguments, block)


def _hook(word: str) -> Callable[..., object]:
    def add(ruby: Interpreter, _self: ConfigurationValue, *arguments: object, block: Proc) -> None:
        add_hook(ruby, suite_of(ruby).configuration.hooks, word, arguments, block)

    return add


def _add_setting(
    ruby: Interpreter, _self: ConfigurationValue, name: object, options: object = None
) -> None:
    default = options.get(symbol("default")) if isinstance(options, dict) else None
    suite_of(ruby).configuration.settings.setdefault(to_s(ruby, name), default)


def _use(kind: str) -> Callable[..., object]:
    """Return include or extend: a module for the groups whose metadata fit."""

    def use(ruby: Interpreter, _self: ConfigurationValue, module: object, *filters: object) -> None:
        if not isinstance(module, RubyModule):
            raise UnsupportedError(f"{kind} of something that is no module")
        wanted: dict[str, object] = {}
        for each in filters:
            if isinstance(each, dict):
                wanted |= {to_s(ruby, key): value for key, value in each.items()}
            else:
                wanted[to_s(ruby, each)] = True
        suite_of(ruby).configuration.included_modules.append((kind, module, wanted))

    return use


def _exclude(ruby: Interpreter, _self: ConfigurationValue, *filters: object) -> None:
    excluded = suite_of(ruby).configuration.excluded
    for each in filters:
        if isinstance(each, dict):
            excluded.update({to_s(ruby, key): value for key, value in each.items()})
        else:
            excluded[to_s(ruby, each)] = True


class _Framework(TableValue):
    """The mock framework, which has a name."""

    __slots__ = ()

    ruby_class_name = "Module"


_Framework.ruby_methods = {"framework_name": lambda _ruby, _self: symbol("rspec")}

ConfigurationValue.ruby_methods = {
    **{word: _hook(word) for word in HOOKS},
    "add_setting": _add_setting,
    "include": _use("include"),
    "extend": _use("extend"),
    "filter_run_excluding": _exclude,
    "mock_framework": lambda _ruby, _self: _Framework(),
    "instance_variable_get": lambda _ruby, _self, _name: None,
}


def configure(ruby: Interpreter, _self: object, *, block: Proc) -> object:
    """Run the block of RSpec.configure."""
    configuration = send(ruby, find_constant(ruby, "RSpec"), "configuration")
    return block(ruby, configuration)
