"""ERB templates are found, and then it is said what is missing to fill them in."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.names import find
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld

from .outside import scope_in

WORLD = FakeWorld({"/m/pond/templates/duck.erb": b"<%= 1 %>"})


def refusal(name: str, *arguments: object) -> EvaluationError:
    function = find(name)
    assert function is not None
    with pytest.raises(EvaluationError) as caught:
        function(scope_in(WORLD, pond="/m/pond"), *arguments)
    return caught.value


def test_the_file_is_named() -> None:
    error = refusal("template", "pond/duck.erb")
    assert "needs the ERB evaluator" in error.message
    assert "/m/pond/templates/duck.erb" in error.message
    assert error.code == "needs-erb"


def test_a_template_that_is_not_there_is_the_users_mistake() -> None:
    assert refusal("template", "pond/none.erb").message == "Could not find template 'pond/none.erb'"


def test_an_inline_template() -> None:
    assert refusal("inline_template", "<%= 1 %>").code == "needs-erb"
