"""Card files → a store of cards; a question → the cards that it names; a card → the rules that it involves."""
