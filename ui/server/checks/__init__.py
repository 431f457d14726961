"""The checks that every request passes before Gradio sees it."""
