"""Alembic's entry: runs the migrations over the connection that `ui/state/database.py` gives."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
