"""template: the file must be there."""

from __future__ import annotations

import pytest
from tests.unit.puppet.functions.fake_scope import scope_in

from duckrow.puppet.functions.files.erb import TEMPLATE
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld


def test_a_template_that_is_not_there_is_the_users_mistake() -> None:
    scope = scope_in(FakeWorld({"/m/pond/templates/duck.erb": b""}), pond="/m/pond")
    with pytest.raises(EvaluationError, match=r"Could not find template 'pond/none\.erb'"):
        TEMPLATE(scope, "pond/none.erb")
