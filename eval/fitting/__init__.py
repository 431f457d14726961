"""Question sets → the models of ranking, confidence, and follow-ups: `python -m eval.fit` makes all of them."""
