"""Facts of a host, under the names that facter uses.

    lazy.LazyFacts     the facts of a host as a mapping; each is computed on demand
    core               the table of built-in facts and their functions
    legacy             legacy names, and the paths of their values in structured facts
    external           facts from files and programs in facts.d
    custom             facts written in Python, in modules
    configuration      facter.conf: blocked facts and directories of external facts

Facts read the host through `machine.host.Host`. Nothing here knows a language: values are None,
bool, int, float, str, list and dict.
"""
