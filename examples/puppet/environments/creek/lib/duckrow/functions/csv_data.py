"""csv_data(options, context): Hiera data from lines of `key,value`; `a;b` is an array."""

from duckrow.puppet.runtime.function import Form, Function


def _csv_data(_scope, options, context):
    text = context.cached_file_data(options["path"])
    pairs = (line.split(",", 1) for line in text.splitlines())
    return {key: _value(value) for key, value in pairs}


def _value(text):
    return text.split(";") if ";" in text else text


FUNCTION = Function(
    "csv_data",
    Form("Struct[{path => String[1]}] options", "Puppet::LookupContext context", run=_csv_data),
)
