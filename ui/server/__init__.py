"""The web server: the page, the HTTP API and MCP."""

from ui.page.uploads import use_private_folder

use_private_folder()  # Gradio reads where its own files go when it is imported
