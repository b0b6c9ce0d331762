"""From a text to code: parse, validate, generate, compile.

Used for texts that are not in the cache; only this file imports the parser, the validator and
Python's `ast`.
"""

from __future__ import annotations

import marshal

from duckrow.puppet.compiler.generate import Generator
from duckrow.puppet.compiler.unit import InvalidManifestError
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import ERROR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.dialect import Dialect
    from duckrow.source.diagnostic import Diagnostic


def translate(
    text: bytes,
    file_name: str | None,
    dialect: Dialect | None,
    epp: bool,
    strict: str,
    tasks: bool,
    module_path: tuple[str, ...],
    manifest: str | None,
) -> bytes:
    """Turn a manifest into code, the labels of its positions and its warnings, as bytes."""
    dialect = dialect or PUPPET
    findings: list[Diagnostic] = []
    source = decode(text, file_name)
    program = parse_source(source, epp=epp, tasks=tasks, warnings=findings)
    findings += validate(
        program,
        strict=strict,
        tasks=tasks,
        module_path=module_path,
        manifest=manifest,
        has_unbounded_integers=dialect.has_unbounded_integers,
        has_strict_names=dialect.has_strict_names,
        name_may_be_parameter=dialect.name_may_be_parameter,
    )
    if any(each.severity == ERROR for each in findings):
        raise InvalidManifestError(findings)
    module, labels = Generator(program, dialect).module()
    code = compile(module, file_name or "", "exec", dont_inherit=True, optimize=0)
    warnings = [(each.severity, each.code, each.what, each.line, each.column) for each in findings]
    return marshal.dumps((code, marshal.dumps(labels), warnings))
