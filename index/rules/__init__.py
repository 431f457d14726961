"""A rules document in any form → its Rulebook, and the installed editions."""
