"""The programs that make index/models: `make models` runs them."""
