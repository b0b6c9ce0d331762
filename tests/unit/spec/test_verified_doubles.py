"""Doubles of classes, as RSpec 3.12 verifies them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from duckrow.spec.runner import Job, run_file

if TYPE_CHECKING:
    from pathlib import Path

SPEC = """
class Pond
  def swim(speed); end
  def dive(depth = 1); end
end
describe Pond do
  it { CODE }
end
"""
CASES = {
    "expect(instance_double('Pond', swim: 1).swim(2)).to eq(1)": "passed",
    "expect(instance_double(Pond, 'a pond', swim: 1).swim(2)).to eq(1)": "passed",
    "d = instance_double(Pond); allow(d).to receive(:swim) { 3 }; d.swim(2)": "passed",
    "expect(instance_double('Marsh', fly: 1).fly).to eq(1)": "passed",
    "expect(instance_double('String', size: 1).size).to eq(1)": "passed",
    "instance_double('Pond', fly: 1)": "failed",
    "instance_double(Pond, fly: 1)": "failed",
    "d = instance_double(Pond); allow(d).to receive(:fly)": "failed",
    "instance_double(Pond, swim: 1).swim": "failed",
    "instance_double(Pond, dive: 1).dive(1)": "not run",
    "instance_double('String', nosuch: 1)": "not run",
    "instance_double('Puppet::NoSuch', nosuch: 1)": "not run",
    "class_double('Pond', new: 1)": "not run",
    "object_double(Pond.new, fly: 1)": "not run",
    "expect(class_double('Marsh', fly: 1).fly).to eq(1)": "passed",
}


@pytest.mark.parametrize("code", CASES)
def test_only_methods_of_the_class_are_doubled(tmp_path: Path, code: str) -> None:
    (tmp_path / "spec").mkdir()
    file = tmp_path / "spec" / "pond_spec.rb"
    file.write_text(SPEC.replace("CODE", code))
    result = run_file(Job(str(file), str(tmp_path), []))
    assert result.errors == []
    (example,) = result.examples
    assert (example.status, example.message if CASES[code] == "passed" else "") == (CASES[code], "")
