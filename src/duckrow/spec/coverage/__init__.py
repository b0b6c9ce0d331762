"""Coverage of specs: which lines of manifests have run, which resources matchers have looked at.

lines.py      traces the lines of manifests while an example runs
resources.py  RSpec::Puppet::Coverage: resources of catalogs, and those that matchers have found
report.py     both of them for all files of a run: as text, JSON and LCOV
"""
