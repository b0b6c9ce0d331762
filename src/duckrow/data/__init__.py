"""Data files in and out: YAML, JSON and HOCON as plain values, and how values are merged.

    yaml.load(content, file)        YAML, its scalars read as Ruby's reader reads them
    json.load(content)              JSON
    hocon.load(content)             HOCON
    lines.line_of(content, path)    the line of a key in a YAML or JSON text
    deep_merge.deep_merge(a, b)     two values, merged to the bottom

Values are None, bool, int, float, str, list and dict. What another language cannot keep apart as
keys of a dict (True and 1) is the caller's to say: readers take a function `to_key`.
"""
