"""databases: databases of a server, and the columns of their tables."""

from __future__ import annotations

import re

from duckrow.cfengine.evaluation.promises.location import log_location
from duckrow.cfengine.evaluation.promises.locks import acquire
from duckrow.cfengine.evaluation.promises.outcomes import worst_outcome
from duckrow.cfengine.values.outcomes import FAILED, NOOP, REPAIRED, SKIPPED, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.machine.databases import Database

_SEPARATOR = re.compile(r"[./\\]")
_ROOTS = (
    "HKEY_CLASSES_ROOT", "HKEY_CURRENT_CONFIG", "HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE",
    "HKEY_USERS",
)  # fmt: skip
_FORM = 'SQL database promiser syntax should be of the form "database.table"'
# Names and types that are written into a statement as they are.
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*\Z")
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9_ ]*\Z")


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Check the promise, then its database and table."""
    if not _is_valid(context, promise):
        return FAILED
    if promise.text("database_type") != "sql":
        return NOOP
    lock = acquire(context, promise, f"db-{promise.promiser}")
    if lock is None:
        return SKIPPED
    try:
        return _keep_sql(context, promise)
    finally:
        lock.release()


def _is_valid(context: Context, promise: ExpandedPromise) -> bool:
    errors: list[str] = []
    kind = promise.text("database_type")
    if kind == "ms_registry":
        errors = _registry_errors(context, promise)
    elif kind == "sql":
        errors = _sql_errors(promise)
    if promise.text("database_operation") in ("delete", "drop") and promise.comment is None:
        errors.append(
            "When specifying a delete/drop from an SQL database you must add a comment. Take a "
            "backup of the database before making this change. This is a highly destructive "
            "operation."
        )
    for error_message in errors:
        context.log.error(error_message)
    return not errors


def _sql_errors(promise: ExpandedPromise) -> list[str]:
    found: list[str] = []
    if _SEPARATOR.search(promise.promiser) is None:
        only = "promised for an SQL table, but only the root database was promised"
        if promise.has("database_columns"):
            found.append(f"Row values {only}")
        if promise.has("database_rows"):
            found.append(f"Columns {only}")
    for name, what in (
        ("db_server_host", "server host"),
        ("db_server_owner", "database login user"),
        ("db_server_password", "database authentication password"),
    ):
        if not promise.has(name):
            found.append(f"No {what} is promised for connecting to the SQL server")
    found += [
        "SQL Column format should be NAME,TYPE[,SIZE]"
        for column in promise.items("database_columns")
        if not 1 <= column.count(",") <= 2
    ]
    return found


def _registry_errors(context: Context, promise: ExpandedPromise) -> list[str]:
    log = context.log
    root, slash, _ = promise.promiser.partition("\\")
    if not slash:
        log.error(f"Cannot locate '\\' in '{root}'")
        log.error("Failed validating registry promiser")
        log_location(context, promise)
    elif root not in _ROOTS:
        log.error(f"Non-editable registry prefix '{root}'")
        log_location(context, promise)
    found: list[str] = []
    operation = promise.text("database_operation")
    rows, columns = promise.items("database_rows"), promise.items("database_columns")
    if operation == "create":
        if not rows:
            log.info("No row values promised for the MS registry database")
        if columns:
            found.append(
                "Columns are only used to delete promised values for the MS registry database"
            )
    elif operation in ("delete", "drop"):
        if not columns:
            log.info("No columns were promised deleted in the MS registry database")
        if rows:
            found.append("Rows cannot be deleted in the MS registry database, only entire columns")
    found += [
        f"Registry row format should be NAME,REG_SZ,VALUE, not '{row}'"
        for row in rows
        if row.count(",") != 2
    ]
    if any("," in column for column in columns):
        found.append("MS registry column format should be NAME only in deletion")
    return found


def _keep_sql(context: Context, promise: ExpandedPromise) -> str:
    parts = _SEPARATOR.split(promise.promiser)
    database, table = parts[0], parts[-1] if len(parts) > 1 else ""
    outcome = NOOP
    if len(parts) > 2 or (len(parts) > 1 and not database):
        outcome = context.finish_promise(FAILED, promise, "error", _FORM)
        log_location(context, promise)
        if not database:
            return outcome
    operation = promise.text("database_operation")
    if operation is None:
        text = "Missing database_operation in database promise"
        outcome = context.finish_promise(FAILED, promise, "error", text)
        log_location(context, promise)
        return outcome
    creates = operation == "create"
    if not creates:
        server = _connect(context, promise, database)
        if server is None:
            context.log.error(
                f"Could not connect an existing database '{database}' - check server configuration?"
            )
            log_location(context, promise)
            return FAILED
        server.close()
    else:
        server = _connect(context, promise, promise.text("db_server_connection_db") or "")
        if server is None:
            context.log.error(f"Could not connect to the sql_db server for '{database}'")
            return FAILED
        _create_database(context, promise, server, database)
        server.close()
    if table:
        outcome = worst_outcome(outcome, _keep_table(context, promise, database, table))
    return outcome


def _connect(context: Context, promise: ExpandedPromise, database: str) -> Database | None:
    from duckrow.machine.databases import NoClient, RejectedError, connect

    kind = promise.text("db_server_type") or ""
    try:
        return connect(
            kind,
            promise.text("db_server_host") or "",
            promise.text("db_server_owner") or "",
            promise.text("db_server_password") or "",
            database,
        )
    except (NoClient, RejectedError) as error:
        context.log.verbose(f"Could not connect to database '{database}': {error}")
        return None


def _may_change(context: Context, promise: ExpandedPromise) -> bool:
    return not (promise.only_warns or context.options.is_trial)


def _create_database(
    context: Context, promise: ExpandedPromise, server: Database, name: str
) -> None:
    from duckrow.machine.databases import RejectedError

    log = context.log
    log.verbose("Verifying promised database")
    question = "show databases" if server.kind == "mysql" else "SELECT datname FROM pg_database"
    try:
        if any(row[0] == name for row in server.ask(question)):
            log.verbose(f"Database '{name}' exists on this connection")
            return
        log.verbose(f"Database '{name}' does not seem to exist on this connection")
        if not _may_change(context, promise):
            log.warning(f"Need to create the database '{name}' but only a warning was promised")
        elif not _NAME.match(name):
            log.error(f"'{name}' is not a name of a database")
        else:
            log.verbose(f"Attempting to create the database '{name}'")
            server.change(f"create database {name}")
    except RejectedError as error:
        log.error(f"The database server refused: {error}")


def _keep_table(context: Context, promise: ExpandedPromise, database: str, table: str) -> str:
    from duckrow.machine.databases import RejectedError

    server = _connect(context, promise, database)
    if server is None:
        context.log.info(f"Database '{database}' is not connected")
        return NOOP
    path = f"{database}.{table}"
    try:
        is_kept, outcome = _check_table(context, promise, server, path)
    except RejectedError as error:
        context.log.error(f"The database server refused: {error}")
        is_kept, outcome = False, NOOP
    finally:
        server.close()
    if is_kept:
        context.finish_promise(NOOP, promise, "info", f"Table '{path}' is as promised")
    else:
        context.finish_promise(FAILED, promise, "error", f"Table '{path}' is not as promised")
        outcome = worst_outcome(outcome, FAILED)
    if promise.has("database_rows"):
        context.log.info(
            "Database row operations are not currently supported. Please contact cfengine with "
            "suggestions."
        )
    return outcome


def _check_table(
    context: Context, promise: ExpandedPromise, server: Database, path: str
) -> tuple[bool, str]:
    """Compare a table with its promise; return whether it complies, and the outcome."""
    log = context.log
    table = path.partition(".")[2]
    log.verbose(f"Verifying promised table structure for '{path}'")
    wanted = [_read_column(each) for each in promise.items("database_columns")]
    if not _NAME.match(table) or not all(_is_column(each) for each in wanted):
        log.error(
            "The structure of the promiser did not match that for an SQL table, i.e. "
            "'database.table'"
        )
        return False, NOOP
    question = (
        "SELECT column_name, data_type, character_maximum_length "
        "FROM information_schema.columns WHERE table_name = %s"
    )
    found = server.ask(question, (table,))
    if not found:
        return _create_table(context, promise, server, path, wanted)
    outcome, is_kept = NOOP, True
    promised = {name: size for name, _, size in wanted}
    for name, _, length in found:
        size = int(length) if length is not None else 0
        if name not in promised:
            text = f"Column '{name}' found in database.table '{path}' is not part of its promise."
            outcome = worst_outcome(outcome, context.finish_promise(FAILED, promise, "error", text))
            is_kept = False
        elif promised[name] != size:
            text = (
                f"Promised column '{name}' in database.table '{path}' has a non-matching array "
                f"size ({size} != {promised[name]})"
            )
            outcome = worst_outcome(outcome, context.finish_promise(FAILED, promise, "error", text))
    if promise.text("database_operation") in ("drop", "delete"):
        return is_kept, outcome
    present = {row[0] for row in found}
    for column in wanted:
        if column[0] not in present:
            is_kept, added = _add_column(context, promise, server, table, column)
            outcome = worst_outcome(outcome, added)
    return is_kept, outcome


def _create_table(
    context: Context,
    promise: ExpandedPromise,
    server: Database,
    path: str,
    wanted: list[tuple[str, str, int]],
) -> tuple[bool, str]:
    table = path.partition(".")[2]
    context.log.error(f"The database did not contain the promised table '{path}'")
    if promise.text("database_operation") != "create":
        return False, NOOP
    if not _may_change(context, promise):
        context.log.warning(
            f"Database.table '{path}' doesn't seem to exist, but only a warning was promised"
        )
        return False, NOOP
    text = f"Database.table '{path}' doesn't seem to exist, creating"
    outcome = context.finish_promise(REPAIRED, promise, "error", text)
    context.log.error(f"Trying to create table '{table}'")
    server.change(f"create table {table}({','.join(_written(each) for each in wanted)})")
    return True, outcome


def _add_column(
    context: Context,
    promise: ExpandedPromise,
    server: Database,
    table: str,
    column: tuple[str, str, int],
) -> tuple[bool, str]:
    name = column[0]
    text = f"Promised column '{name}' missing from database table"
    context.log.error(f"{text} '{promise.promiser}'")
    if not _may_change(context, promise):
        text += f" '{table}' but only a warning was promised"
        return False, context.finish_promise(WARNED, promise, "warning", text)
    server.change(f"ALTER TABLE {table} ADD {_written(column)}")
    text = f"Adding promised column '{name}' to database table '{table}'"
    return True, context.finish_promise(REPAIRED, promise, "error", text)


def _read_column(text: str) -> tuple[str, str, int]:
    name, kind, *rest = (each.strip() for each in text.split(","))
    size = int(rest[0]) if rest and rest[0].isdigit() else 0
    return name, kind, size


def _is_column(column: tuple[str, str, int]) -> bool:
    return bool(_NAME.match(column[0]) and _TYPE.match(column[1]))


def _written(column: tuple[str, str, int]) -> str:
    name, kind, size = column
    return f"{name} {kind}({size})" if size > 0 else f"{name} {kind}"
