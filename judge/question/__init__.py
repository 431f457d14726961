"""What a player typed → a clean question: spelling, rule numbers, what it refers back to."""
