"""`duckrow spec`: runs rspec-puppet's spec files in the small Ruby.

suite.py            the state of one run: configuration, groups, shared examples
host.py             the host of the Ruby code of spec files
constants.py        RSpec, RspecPuppetFacts and their like, as Ruby code names them
groups.py           describe and context
group_words.py      it, let, subject, hooks, shared examples
example.py          one example: how it runs, and its outcome
expectations.py     expect, is_expected, and the error of an expectation that is not met
mocks.py            allow, receive; compile_stubs.py: stubs in compiles; doubles.py: double
matchers/           RSpec's own matchers
puppet_matchers/    those of rspec-puppet: compile, contain_*, run, allow_value
matcher_classes.py  their classes, as Ruby code names them
puppet_groups.py    what rspec-puppet adds to groups: catalogue, subject, scope
functions.py        functions of the language that examples call; spec_functions.py: define
inputs.py           from the words of a group to the inputs of a compile
compile.py          one compile for equal inputs, shared by the examples that need it
compile_host.py     the host of Ruby code in compiles: it has a machine
catalogue.py        a compiled catalog as Ruby code sees it
facts/              fact sets of FacterDB, those that ship, on_supported_os
fixtures.py         .fixtures.yml: the modules that specs need, found on this host
helper.py           libraries that spec_helper files require
puppetlabs.py       what puppetlabs_spec_helper brings
runner.py           selects and runs examples
coverage/           lines of manifests that ran, resources that were checked; reports of both
watch.py            which spec files a change concerns
report.py           results as RSpec's documentation, progress and JSON formats, and as JUnit
"""
