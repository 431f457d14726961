"""How large a document of rules or cards may be: far larger than any that exists, but no larger than memory allows.

The official document has about 9,000 lines and 3,300 rules, no line of more than 1,500 characters.
"""

MOST_LINES = 100_000
LONGEST_LINE = 100_000
MOST_RULES = 20_000
MOST_ROWS = 20_000
MOST_COLUMNS = 200
LONGEST_CELL = 100_000
LONGEST_TABLE = 64 * 1024 * 1024  # the characters of all cells

MOST_CARDS = 1_000_000  # objects in a file, rulings too
MOST_FACES = 20
MOST_RULINGS = 1_000
LONGEST_NAME = 500
LONGEST_TEXT = 20_000
LONGEST_ITEM = 4 * 1024 * 1024  # the bytes of one object, and of one string in it
MOST_PARTS = 100_000
MOST_DEPTH = 32
MOST_EMPTY_LINES = 10_000
