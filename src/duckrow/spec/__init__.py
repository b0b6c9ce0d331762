"""`duckrow spec`: runs rspec-puppet's spec files in the small Ruby.

suite.py            the state of one run: configuration, groups, shared examples
host.py             the host of the Ruby code of spec files
constants.py        RSpec, RspecPuppetFacts and their like, as Ruby code names them
groups.py           describe, context, it, let, subject, hooks, shared examples
example.py          one example: how it runs, and its outcome
expectations.py     expect, is_expected, and the error of an expectation that is not met
matchers/           RSpec's own matchers
puppet_matchers/    those of rspec-puppet: compile, contain_*, run, allow_value
inputs.py           from the words of a group to the inputs of a compile
compile.py          one compile for equal inputs, shared by the examples that need it
catalogue.py        a compiled catalog as Ruby code sees it
fact_files.py       fact sets of FacterDB: where they are, and which one is for a system
fact_sets.py        on_supported_os: fact sets for the systems in metadata.json
fixtures.py         .fixtures.yml: the modules that specs need, found on this host
helper.py           libraries that spec_helper files require
puppetlabs.py       what puppetlabs_spec_helper brings
runner.py           selects and runs examples
report.py           results as RSpec's documentation, progress and JSON formats, and as JUnit
"""
