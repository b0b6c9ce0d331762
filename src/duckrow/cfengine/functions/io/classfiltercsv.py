"""classfiltercsv(file, heading, class column, sort column)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import fatal, integer, is_true, located
from duckrow.cfengine.functions.helpers.csv_lines import fields, records
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json

# Columns are printed as unsigned numbers.
_UNSIGNED = 1 << 64


def classfiltercsv(context: Context, arguments: list[str]) -> Data:
    """Return the rows whose class is defined."""
    if len(arguments) < 3:
        raise fatal("Function classfiltercsv requires at least 3 arguments")
    path, has_heading = arguments[0], is_true(arguments[1])
    column = integer(context, arguments[2])
    try:
        content = context.machine.files_now.read(located(context, path))
    except IsADirectoryError:
        content = b""  # it can be opened, but not read
    except OSError as error:
        raise FunctionFailed(
            f"classfiltercsv: Failed to read file {path}: {error_text(error)}"
        ) from None
    rows: list[dict[str, Json]] = []
    heading: list[str] | None = None
    width = 0
    for number, row in _rows(context, content.decode("utf-8", "surrogateescape")):
        if width == 0:
            width = len(row)
            if not 0 <= column < width:
                raise FunctionFailed(
                    "classfiltercsv: Class expression index is out of bounds. "
                    f"Row length {width}, index {column % _UNSIGNED}"
                )
        elif len(row) != width:
            context.log.warning(
                f"classfiltercsv: Line {number} has incorrect amount of elements, "
                f"{len(row)} instead of {width}. Line ignored."
            )
            continue
        expression = row.pop(column)
        if has_heading and heading is None:
            heading = row
        elif context.is_defined(expression):
            names = heading if heading is not None else [str(i) for i in range(len(row))]
            rows.append(dict(zip(names, row, strict=True)))
    if len(arguments) > 3:
        _sort(context, rows, integer(context, arguments[3]), column, width)
    return Data(list(rows))


def _rows(context: Context, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with their line numbers; skip comments and empty lines."""
    for number, record in enumerate(records(text), 1):
        if record.startswith("#"):
            continue
        row = fields(record)
        if row is None:
            context.log.warning(f"classfiltercsv: Failed to parse line {number}, line ignored.")
        elif row != [""]:
            yield number, row


def _sort(context: Context, rows: list[dict[str, Json]], by: int, column: int, width: int) -> None:
    if by == column:
        context.log.warning(
            f"classfiltercsv: sorting column ({by % _UNSIGNED}) is the same as class "
            f"expression column ({column % _UNSIGNED}). Not sorting data container."
        )
    elif not 0 <= by < width:
        context.log.warning(
            f"classfiltercsv: sorting index {by % _UNSIGNED} out of bounds. "
            "Not sorting data container."
        )
    else:
        place = by - 1 if by > column else by
        rows.sort(key=lambda row: str(list(row.values())[place]).encode("utf-8", "surrogateescape"))
