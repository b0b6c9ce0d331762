"""Hiera: values for keys, from layers of data.

    ask.py            lookup(): names, types, defaults; the question as manifests put it
    automatic.py      values for parameters of classes
    lookups.py        one key through the layers; options.py and convert.py: what data asks for it
    layers.py         global, environment, module: each a configuration with its hierarchy
    config.py         hiera.yaml; config_rules.py judges it, config_legacy.py has versions 3 and 4
    entries.py        entries of a hierarchy: a function and the places where it looks
    locations.py      paths, globs and mapped paths as the files they mean
    strategies.py     how values of several places become one
    interpolation.py  %{...} in data and in configurations
    context.py        what a function that gives data may ask
    files.py          files parsed once; about.py: what is known of their data
    loaded.py         hierarchies that are all in memory, and their indexes
    explain.py        the tree of what was tried; explain_text.py writes it, places.py adds lines

What lasts one compile is in the build's memo, what lasts longer (parsed files, indexes) in that of
the environment; nothing is kept here.
"""
