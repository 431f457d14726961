"""Question sets → the models of the ranking and of the confidence: `python -m eval.fit` makes all of them."""
