"""Read and write data files: YAML, JSON and HOCON as plain values; merge values.

    yaml.load(content, file)        YAML, with scalars read as Ruby's reader does
    json.load(content)              JSON
    hocon.load(content)             HOCON
    lines.line_of(content, path)    the line of a key in a YAML or JSON text; lines_of_keys: of all

Values are None, bool, int, float, str, list and dict. Python treats True and 1 as the same dict
key; a caller whose language does not passes a function `to_key` to the readers.
"""
