"""What a machine says about itself, under the names that facter gives to it.

    lazy.LazyFacts     the facts of a host as a mapping; each is found out when it is asked for
    core               which function answers for which fact
    legacy             old flat names, and where their values stand now
    external           facts from files and programs in facts.d
    custom             facts written in Python, in modules
    configuration      facter.conf: what is blocked, where external facts are

Facts read the machine through `machine.host.Host`. Nothing here knows a language: values are None,
bool, int, float, str, list and dict.
"""
