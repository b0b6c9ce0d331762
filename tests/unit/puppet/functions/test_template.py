"""template: the file must be there."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.template import FUNCTION
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld

from .outside import scope_in


def test_a_template_that_is_not_there_is_the_users_mistake() -> None:
    scope = scope_in(FakeWorld({"/m/pond/templates/duck.erb": b""}), pond="/m/pond")
    with pytest.raises(EvaluationError, match=r"Could not find template 'pond/none\.erb'"):
        FUNCTION(scope, "pond/none.erb")
