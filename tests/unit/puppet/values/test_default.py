from __future__ import annotations

import copy
import pickle

from duckrow.puppet.values.default import DEFAULT, Default


def test_there_is_one_default() -> None:
    assert Default() is DEFAULT
    assert copy.deepcopy(DEFAULT) is DEFAULT
    assert pickle.loads(pickle.dumps(DEFAULT)) is DEFAULT


def test_it_prints_as_it_is_written() -> None:
    assert str(DEFAULT) == repr(DEFAULT) == f"{DEFAULT}" == "default"
