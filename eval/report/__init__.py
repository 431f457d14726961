"""A summary → tables, plots, a page, and files for other tools."""
