"""Hiera: values for keys, from layers of data.

    ask.py            lookup(): names, types, defaults; the question as manifests put it
    automatic.py      values for parameters of classes
    lookups.py        one key through the layers, with the options that data has for it
    layers.py         global, environment, module: each a configuration with its hierarchy
    config.py         hiera.yaml, read and judged; config_legacy.py for versions 3 and 4
    entries.py        entries of a hierarchy: a function and the places where it looks
    locations.py      paths, globs and mapped paths as the files they mean
    strategies.py     how values of several places become one
    interpolation.py  %{...} in data and in configurations
    context.py        what a function that gives data may ask
    explain.py        the tree of what was tried; explain_text.py writes it

What lasts one compile is in the build's memo, what lasts longer (parsed files) in that of the
environment; nothing is kept here.
"""
