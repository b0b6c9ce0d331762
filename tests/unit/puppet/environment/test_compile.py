from __future__ import annotations

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.node import trusted_data
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import FakeWorld

PUPPET_7 = Settings({"strict": "warning", "strict_variables": "false"})


def failure_of(code: str, settings: Settings = PUPPET_7) -> str:
    result = compile_catalog(Environment(code=code, settings=settings), Node("duck"))
    assert result.failure is not None
    assert [entry.level for entry in result.logs][-1] == "err"
    return result.failure.message


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "notice(1 + 'a')",
            (
                "Evaluation Error: The value 'a' cannot be converted to Numeric. "
                "(line: 1, column: 12) on node duck"
            ),
        ),
        (
            "fail('x')",
            (
                "Evaluation Error: Error while evaluating a Function Call, x "
                "(line: 1, column: 1) on node duck"
            ),
        ),
        (
            "define d { fail('x') }\nd { a: }",
            (
                "Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: "
                "Error while evaluating a Function Call, x (line: 1, column: 12) (line: 2) "
                "on node duck"
            ),
        ),
        (
            "class a { }\nclass a { }",
            "Class 'a' is already defined (line: 1); cannot redefine (line: 2) on node duck",
        ),
        (
            "notice(",
            "Could not parse for environment production: Syntax error at end of input on node duck",
        ),
        (
            "$A = 1\n$B = 1",
            (
                "Could not parse for environment production: "
                "Language validation logged 2 errors. Giving up on node duck"
            ),
        ),
        (
            "notice(Type('Integer[1, ] ]'))",
            "Syntax error at ']' (line: 1, column: 14) on node duck",
        ),
        (
            "notice(Type('Integer['))",
            (
                "Evaluation Error: Error while evaluating a Function Call, "
                "Syntax error at end of input (line: 1, column: 8) on node duck"
            ),
        ),
        (
            "realize(User[nope])",
            "Failed to realize virtual resources User[nope] on node duck",
        ),
    ],
)
def test_an_error_is_reported_as_the_reference_does(code: str, message: str) -> None:
    assert failure_of(code) == message


def test_a_failure_has_its_parts() -> None:
    result = compile_catalog(Environment(code="\n notice(1 + 'a')"), Node("duck"))
    assert result.failure is not None
    assert result.failure.to_data() == {
        "message": "Evaluation Error: The value 'a' cannot be converted to Numeric. "
        "(line: 2, column: 13) on node duck",
        "basic": "Evaluation Error: The value 'a' cannot be converted to Numeric.",
        "line": 2,
        "column": 13,
        "issue": "NOT_NUMERIC",
    }


@pytest.mark.parametrize(
    "code",
    [
        "function f($n) { f($n + 1) }\nf(1)",
        "function f($n) { [1].map |$x| { f($n) } }\nf(1)",
        "class a { include b }\nclass b inherits c { }\nclass c inherits b { }\ninclude a",
    ],
)
def test_what_never_ends_is_an_error_with_a_location(code: str) -> None:
    message = failure_of(code)
    assert message.startswith("Evaluation Error: stack level too deep (line: ")


def test_deep_recursion_is_followed_further_than_the_reference_does() -> None:
    code = "function f($n) { if $n > 0 { f($n - 1) } else { 0 } }\nnotice(f(600))"
    assert compile_catalog(Environment(code=code), Node("duck")).ok


def test_a_surprise_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def surprise(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("duckrow.puppet.functions.table.find", surprise)
    result = compile_catalog(Environment(code="\nnotice(1)"), Node("duck"))
    assert result.failure is not None
    assert result.failure.is_fault
    assert result.failure.message == (
        "a fault in duckrow, not in your manifests: ZeroDivisionError: oops "
        "(line: 2, column: 1) on node duck"
    )
    assert "Traceback" in result.failure.trace


def test_the_most_resources_are_a_setting() -> None:
    settings = Settings({"most_resources": "10"})
    message = failure_of('Integer[1, 20].each |$i| { notify { "n${i}": } }', settings)
    assert "The catalog has more than 10 resources" in message
    assert "(line: 1, column: 28)" in message


def test_a_compile_may_take_so_long_and_no_longer() -> None:
    settings = Settings({"longest_compile": "1s"})
    code = "\nInteger[1, 10000000000].each |$i| { $x = $i + 1 }"
    message = failure_of(code, settings)
    assert "The compile takes longer than 1 seconds (setting longest_compile) (line: 2," in message


def test_limits_end_with_the_compile() -> None:
    import gc
    import signal
    import sys

    before = sys.getrecursionlimit(), gc.get_threshold(), signal.getsignal(signal.SIGALRM)
    compile_catalog(Environment(code="fail('x')"), Node("duck"))
    after = sys.getrecursionlimit(), gc.get_threshold(), signal.getsignal(signal.SIGALRM)
    assert before == after
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_compile_outside_the_main_thread_has_no_limit_on_time() -> None:
    from threading import Thread

    results = []
    environment = Environment(code="notice(1)")
    thread = Thread(target=lambda: results.append(compile_catalog(environment, Node("duck"))))
    thread.start()
    thread.join()
    assert results[0].ok


def test_an_environment_may_say_its_version() -> None:
    world = FakeWorld(
        commands={
            ("/bin/version", "production", "a b"): (0, b" 1.2\n"),
            ("/bin/broken",): (3, b"oops\n"),
        }
    )
    environment = Environment(
        code="", config_version="/bin/version $environment 'a b'", world=world
    )
    assert compile_catalog(environment, Node("duck")).catalog.version == "1.2"
    environment = Environment(code="", config_version="/bin/broken", world=world)
    failure = compile_catalog(environment, Node("duck")).failure
    assert failure is not None
    assert failure.message == (
        "Execution of config_version command `/bin/broken` failed: "
        "Execution of '/bin/broken' returned 3: oops on node duck"
    )
    environment = Environment(code="", config_version="/bin/none", world=world)
    failure = compile_catalog(environment, Node("duck")).failure
    assert failure is not None
    assert "Could not execute posix command" in failure.message


def test_several_validation_errors_are_logged_one_by_one() -> None:
    code = "\n".join(f"$A{i} = 1" for i in range(12))
    result = compile_catalog(Environment(code=code), Node("duck"))
    assert [entry.level for entry in result.logs] == ["err"] * 11  # max_errors is 10
    assert result.logs[-1].message == "Language validation logged 12 errors. Giving up"


def test_warnings_of_an_environment_are_reported_in_each_compile() -> None:
    environment = Environment(code="notice(1)", warnings=["odd"])
    for _ in range(2):
        result = compile_catalog(environment, Node("duck"))
        assert [entry.message for entry in result.logs] == ["odd", "1"]


def test_messages_are_reported_as_they_come() -> None:
    heard: list[str] = []
    compile_catalog(
        Environment(code="notice(1) warning(2)"),
        Node("duck"),
        on_log=lambda entry: heard.append(f"{entry.level} {entry.message}"),
    )
    assert heard == ["notice 1", "warning 2"]


def test_what_is_known_of_a_node() -> None:
    node = Node(
        "duck.example.com",
        {"kernel": "Linux"},
        parameters={"role": "pond"},
        classes={"a": {"x": 1}, "b": {}},
        server_facts={"serverversion": "8"},
    )
    code = """
      notice($facts['kernel'], $kernel, $role, $trusted['hostname'], $serverversion)
      class a($x) { notice("a ${x}") }
      class b { notice('b') }
    """
    result = compile_catalog(Environment(code=code), node)
    assert [entry.message for entry in result.logs] == ["Linux Linux pond duck 8", "a 1", "b"]


def test_a_parameter_named_like_a_fact_warns_before_the_manifest_is_parsed() -> None:
    node = Node(
        "duck",
        {"timezone": "UTC", "kernel": "Linux", "id": "root"},
        parameters={
            "timezone": {"a": "b"},
            "kernel": [1, "two", None, 2.5, True],
            "role": "pond",
        },
    )
    result = compile_catalog(Environment(code="notice("), node)
    assert [(entry.level, entry.message) for entry in result.logs] == [
        (
            "warning",
            (
                "The node parameter 'timezone' for node 'duck' was already set to "
                "'{\"a\"=>\"b\"}'. It could not be set to 'UTC'"
            ),
        ),
        (
            "warning",
            (
                "The node parameter 'kernel' for node 'duck' was already set to "
                "'[1, \"two\", nil, 2.5, true]'. It could not be set to 'Linux'"
            ),
        ),
        (
            "err",
            "Could not parse for environment production: Syntax error at end of input on node duck",
        ),
    ]


class FactsOnDemand(dict[str, object]):
    """Facts that are not a plain hash, as `duckrow apply` passes them."""

    def plain(self) -> dict[str, object]:
        return dict(self)

    def lists(self, name: str) -> bool:
        return name in self


@pytest.mark.parametrize("kind", [dict, FactsOnDemand])
def test_a_parameter_named_like_a_fact_warns_once_and_wins(kind: type[dict[str, object]]) -> None:
    node = Node("duck", kind({"kernel": "Linux"}), parameters={"kernel": "Pond"})
    result = compile_catalog(Environment(code="notice($kernel, $facts['kernel'])"), node)
    assert [entry.message for entry in result.logs] == [
        (
            "The node parameter 'kernel' for node 'duck' was already set to 'Pond'. "
            "It could not be set to 'Linux'"
        ),
        "Pond Linux",
    ]


def test_trusted_data_of_a_name() -> None:
    assert trusted_data("duck.example.com", {"pp_role": "x"}) == {
        "authenticated": "local",
        "certname": "duck.example.com",
        "extensions": {"pp_role": "x"},
        "hostname": "duck",
        "domain": "example.com",
        "external": {},
    }
    assert trusted_data("duck")["domain"] is None


def test_a_value_that_cannot_be_written_is_a_failure_with_its_location() -> None:
    code = "type T = Variant[Integer, Array[T]]\nnotify { 'b': }\nnotify { 'a': message => [T] }"
    result = compile_catalog(Environment(code=code, settings=PUPPET_7), Node("duck"))
    assert result.ok
    assert result.data() is None
    assert result.failure is not None
    assert result.failure.message == (
        "Evaluation Error: Endless recursion detected when attempting to serialize value of class "
        "Puppet::Pops::Types::PTypeAliasType (line: 3) on node duck"
    )
