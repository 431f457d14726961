"""The web server: the page, the HTTP API and MCP."""
