"""A rules page of our own, as it is copied from the web."""

PAGE = """701. Beetle Actions
701.1. What follows are words for what a beetle does.
701.2. Crawl
- 701.2a To crawl is to move on six legs.
Example: A beetle crawls over a leaf. Example: “Crawl.” Example: It crawls back.
-

701.2b A beetle without legs can’t crawl.
-
701.2c Nor can an ant – see rule 701.2a.
701.3. Fly!
"""
