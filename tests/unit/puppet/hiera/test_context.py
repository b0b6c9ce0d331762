"""Functions of a hierarchy, and what their context does for them."""

from __future__ import annotations

from pathlib import Path

from .data import compiled, messages

HIERA = """
    version: 5
    hierarchy:
      - name: own
        lookup_key: environment::own
        options: {file: FILE}
      - {name: rest, path: rest.yaml}
"""


def said(directory: Path, body: str, code: str = "notice(lookup('k'))") -> list[str]:
    files = {
        "hiera.yaml": HIERA.replace("FILE", str(directory / "data" / "note.txt")),
        "data/rest.yaml": "k: rest\nother: 5\n",
        "data/note.txt": "quack",
        "functions/environment/own.pp": (
            "function environment::own(String $key, Hash $options, Puppet::LookupContext $context) "
            f"{{ {body} }}"
        ),
    }
    return messages(compiled(directory, files, code))


def test_a_function_may_know_the_key_or_not(tmp_path: Path) -> None:
    body = """if $key == 'k' { "${key}!" } else { $context.not_found }"""
    assert said(tmp_path / "a", body) == ["k!"]
    assert said(tmp_path / "b", "$context.not_found()") == ["rest"]


def test_what_a_context_keeps_lasts_for_the_compile(tmp_path: Path) -> None:
    body = """
        if $context.cache_has_key('n') { $n = $context.cached_value('n') + 1 } else { $n = 1 }
        $context.cache('n', $n)
        if $key == 'lookup_options' { $context.not_found() }
        $n
        """
    code = "notice(lookup('a'))\nnotice(lookup('b'))\nnotice(lookup('a'))"
    # The options of keys were asked for first, and an answer for a key is kept.
    assert said(tmp_path, body, code) == ["2", "3", "2"]


def test_data_of_files_and_interpolation(tmp_path: Path) -> None:
    body = """
        if $key == 'lookup_options' { $context.not_found }
        $context.cached_file_data($options['file']) |$text| {
          $context.interpolate("${text} %{facts.hostname}")
        }
        """
    assert said(tmp_path, body) == ["quack teal"]


def test_methods_check_what_they_are_given(tmp_path: Path) -> None:
    (message,) = said(tmp_path, "$context.cached_file_data(1)")
    assert (
        "'function Puppet::LookupContext[cached_file_data]' parameter '' expects a String"
        in message
    )


def test_a_module_may_bring_a_function_in_python(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy: [{name: py, lookup_key: 'm::own'}]\n",
        "modules/m/lib/duckrow/functions/m/own.py": """
            from duckrow.puppet.runtime.function import Form, Function


            def _own(_scope, key, _options, context):
                if key != "k":
                    context.not_found()
                return ["from python", context.interpolate("%{facts.hostname}")]


            FUNCTION = Function(
                "m::own",
                Form("String key", "Hash options", "Puppet::LookupContext context", run=_own),
            )
            """,
    }
    assert messages(compiled(tmp_path, files, "notice(lookup('k'))")) == ["[from python, teal]"]
