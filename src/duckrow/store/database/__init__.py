"""The door to the database of the store: a SQLite file, or PostgreSQL."""
