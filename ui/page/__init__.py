"""The web page, built with Gradio."""
