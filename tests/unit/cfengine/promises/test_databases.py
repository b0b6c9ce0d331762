"""Databases, with a fake client library."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from .policies import Ran, run

SERVER = (
    'body database_server s { db_server_owner => "o"; db_server_password => "sesame";'
    ' db_server_host => "h"; db_server_type => "postgres"; db_server_connection_db => "first"; }'
)


class Server:
    """A fake server with databases and tables; it records its statements."""

    def __init__(self) -> None:
        self.databases = ["first"]
        self.columns: dict[str, list[tuple[str, str, int | None]]] = {}
        self.done: list[str] = []

    def connect(self, **options: Any) -> Any:
        if options["dbname"] not in self.databases:
            raise self.Error(f"no database; password {options['password']}")
        return self

    class Error(Exception):
        """The error of the fake library."""

    def cursor(self) -> Any:
        return self

    def execute(self, statement: str, values: tuple[str, ...] = ()) -> None:
        self.rows: list[Any] = []
        if "pg_database" in statement:
            self.rows = [(name,) for name in self.databases]
        elif values:
            self.rows = list(self.columns.get(values[0], ()))
        else:
            self.done.append(statement)
            if statement.startswith("create database "):
                self.databases.append(statement.split()[2])

    def fetchall(self) -> list[Any]:
        return self.rows

    def close(self) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    made = Server()
    module = ModuleType("psycopg")
    module.connect = made.connect  # type: ignore[attr-defined]
    module.Error = Server.Error  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "psycopg", module)
    return made


def databases(promiser: str, attributes: str, level: str = "info") -> Ran:
    text = f'"{promiser}" database_type => "sql", database_server => s, {attributes},'
    return run(
        f'bundle agent main {{ databases: {text} classes => outcome("x"); }} {SERVER}', level=level
    )


def test_a_database_and_a_table_are_made(server: Server) -> None:
    ran = databases(
        "pond.ducks",
        'database_operation => "create", database_columns => { "name,varchar,20", "age,int" }',
    )
    assert server.done == [
        "create database pond",
        "create table ducks(name varchar(20),age int)",
    ]
    assert ran.classes == ["kept_x", "repaired_x"]


def test_a_column_is_added_and_another_is_not_removed(server: Server) -> None:
    server.columns["ducks"] = [("name", "varchar", 20), ("colour", "varchar", 9)]
    ran = databases(
        "first.ducks",
        'database_operation => "create", database_columns => { "name,varchar,20", "age,int" }',
    )
    assert server.done == ["ALTER TABLE ducks ADD age int"]
    assert "failed_x" in ran.classes


def test_a_warning_changes_nothing(server: Server) -> None:
    ran = databases("pond", 'database_operation => "create", action => warn, comment => "why"')
    assert server.done == []
    assert ran.said == [
        " warning: Need to create the database 'pond' but only a warning was promised"
    ]


def test_names_that_are_statements_are_rejected(server: Server) -> None:
    databases("pond; drop table x", 'database_operation => "create"')
    databases(
        "first.ducks;drop",
        'database_operation => "create", database_columns => { "a,int);drop table x" }',
    )
    assert server.done == []


def test_the_password_is_not_logged(server: Server) -> None:
    ran = databases("pond", 'database_operation => "verify"', level="debug")
    assert any("Could not connect an existing database 'pond'" in line for line in ran.said)
    assert not any("sesame" in line for line in ran.said)


def test_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("psycopg", "psycopg2"):
        monkeypatch.setitem(sys.modules, name, None)
    ran = databases("pond", 'database_operation => "create"', level="verbose")
    assert any("no client library for postgres is installed" in line for line in ran.said)
    assert any("Could not connect to the sql_db server for 'pond'" in line for line in ran.said)
