"""The command, the web page, and the servers for programs."""
