"""The plain rulebook: its chapters in our own words, and their alignment with the rules of an edition."""
