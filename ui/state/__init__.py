"""What is shared by all who serve the judge: feedback, links, and counts, in SQLite or PostgreSQL."""
