"""Write plain values as YAML or JSON."""

from __future__ import annotations


def json_text(value: object) -> str:
    """Write a value on one line."""
    from json import dumps

    return dumps(value, ensure_ascii=False, separators=(",", ":"))


def written(value: object, form: str) -> str:
    """Write a value on lines of its own: as JSON, or as YAML if that is the form."""
    if form == "yaml":
        from duckrow.data.yaml_blocks import yaml_blocks

        return yaml_blocks(value).removeprefix("---").lstrip().removesuffix("\n")
    from json import dumps

    return dumps(value, indent=2)


def yaml_text(value: object) -> str:
    """Write a value in the block style of Ruby's writer: null is empty, lists are not indented."""
    import yaml

    class Writer(yaml.SafeDumper):
        """Writes shared values as often as they appear, without aliases."""

        def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002
            return True

    Writer.add_representer(
        type(None), lambda writer, _: writer.represent_scalar("tag:yaml.org,2002:null", "")
    )
    text: str = yaml.dump(
        value,
        Dumper=Writer,
        default_flow_style=False,
        allow_unicode=True,
        sort_keys=False,
        explicit_start=True,
    )
    return text.removesuffix("...\n")
