"""Write plain values as YAML or JSON."""

from __future__ import annotations


def json_text(value: object) -> str:
    """Write a value on one line."""
    from json import dumps

    return dumps(value, ensure_ascii=False, separators=(",", ":"))


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
