"""A catalog as JSON in pieces."""

from __future__ import annotations

import pytest
from tests.unit.puppet.catalog.compiling import compiled

from duckrow.puppet.catalog.formats import render
from duckrow.puppet.catalog.formats_json import json_pieces
from duckrow.puppet.catalog.to_data import catalog_data
from duckrow.puppet.runtime.errors import EvaluationError


@pytest.mark.parametrize(
    "code",
    [
        "",
        "notify { 'a': }",
        "@notify { 'a': } notify { 'b': message => [1, { 'c' => Binary('aGk=') }], tag => 'x' }",
        "class c { notify { 'in c': } } include c stage { 's': } notify { ['ö', '\"{', '  ]']: }",
        "notify { 'large': message => 9223372036854775807 * 1.0 }",
        'Integer[1, 2500].each |$i| { notify { "n${i}": } }',
        "Integer[1, 2500].each |$i| { @notify { \"n${i}\": } } notify { 'last': }",
    ],
)
def test_the_pieces_are_what_is_written_at_once(code: str) -> None:
    build = compiled(code).build
    build.catalog.version = 1
    assert "".join(json_pieces(build)) == render(catalog_data(build), "json")


def test_lists_without_elements() -> None:
    build = compiled("").build
    build.catalog.version = 1
    build.catalog.resources.clear()
    assert "".join(json_pieces(build)) == render(catalog_data(build), "json")


def test_only_some_resources_are_data_at_a_time() -> None:
    build = compiled('Integer[1, 5000].each |$i| { notify { "n${i}": } }').build
    lengths = [len(piece) for piece in json_pieces(build)]
    assert max(lengths) < sum(lengths) / 3


def test_a_value_that_cannot_be_written_fails_before_the_first_piece() -> None:
    build = compiled("notify { 'a': message => 'x' }").build
    build.catalog.resources[-1].parameters["message"] = object()
    with pytest.raises(EvaluationError):
        json_pieces(build)
