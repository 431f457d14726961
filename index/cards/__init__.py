"""Card files → a store of cards, the names that a question contains, and what a card says about the rules."""
