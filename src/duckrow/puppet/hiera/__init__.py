"""Hiera: values for keys, from layers of data.

    ask.py            lookup(): names, types, defaults; as manifests call it
    automatic.py      values for parameters of classes
    lookups.py        one key through the layers; options.py and convert.py: lookup_options
    layers.py         global, environment, module: each a configuration with its hierarchy
    config.py         hiera.yaml; config_rules.py validates it, config_legacy.py: versions 3 and 4
    entries.py        entries of a hierarchy: a function and the locations where it looks
    locations.py      paths, globs and mapped paths as the files they mean
    strategies.py     how values of several locations become one
    interpolation.py  %{...} in data and in configurations
    context.py        Puppet::LookupContext, which data functions get
    files.py          files parsed once; data_survey.py: properties of their data
    index.py          the first values of keys, for data that depends on nothing but files
    plans.py          indexes that are kept from one compile to the next
    state.py          the state of a compile and of an environment
    looked_up.py      the keys and values of a compile, for those who compare or store them
    explain.py        the steps of a lookup; explain_text.py writes them, key_lines.py adds lines

There is one road: `Lookups.lookup` asks the layers, a layer its entries, an entry its locations.
lookup(), hiera(), automatic parameter lookup, `duckrow lookup` and its --explain all take it. An
explainer, if the request has one, listens at each step. Without an explainer two things are left
out: entries that have no such key, and the whole walk for a plain value that an index has.
"""
