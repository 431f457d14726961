"""The first tables; feedback of an earlier version is taken over."""

import sqlalchemy as sa
from alembic import op

from ui.state.tables import key_of

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    entries = op.create_table(
        "feedback_entries",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("cited", sa.Text, nullable=False),
        sa.Column("deciding", sa.Text, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
    )
    op.create_table(
        "counts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("state", sa.String(20), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    if sa.inspect(connection).has_table("feedback"):
        rows = connection.execute(
            sa.text("SELECT question, edition, verdict, cited, deciding FROM feedback")
        ).mappings()
        kept = [{"key": key_of(row["question"], row["edition"]), **row} for row in rows]
        if kept:
            op.bulk_insert(entries, kept)
        op.drop_table("feedback")


def downgrade() -> None:
    """Drop the tables."""
    for table in ("counts", "links", "feedback_entries"):
        op.drop_table(table)
