"""The command and the web page."""
