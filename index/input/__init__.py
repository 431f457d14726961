"""What comes from outside: how much is read of it, and how JSON, Parquet and downloads are read safely."""
