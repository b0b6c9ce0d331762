"""Policies written as text; conformance cases have the JSON."""

from __future__ import annotations

from duckrow.cfengine.policy.check import read_file
from duckrow.cfengine.policy.dump import to_text
from duckrow.cfengine.policy.policy import Policy

POLICY = """
bundle agent main(a, b)
{
  vars:
    "x" string => "say \\"hi\\"", meta => { "m", n };
    "d" data => '{"a": 1}';
  linux::
    "e" slist => { };
  reports:
    "r" -> "who" if => not("x");
}
body perms m(x)
{
  mode => "$(x)";
  linux::
    owners => { "a" };
}
"""
WRITTEN = """\
bundle agent main(a, b)
{
vars:
  any::
    "x"        string => "say \\"hi\\"",
        meta =>  {"m","n"};
    "d"        data => {
  "a": 1
};
  linux::
    "e"        slist => ;

reports:
  any::
    "r"        if => not("x");


}

body perms m(x)
{
  mode => "$(x)";


linux::  owners =>  {"a"};

}

"""


def test_text() -> None:
    policy = Policy()
    policy.add(read_file(POLICY, "x.cf").blocks, "x.cf")
    assert to_text(policy.bundles, policy.bodies) == WRITTEN
