"""Question sets: the shipped ones, those in files, and their rule numbers in other editions."""
