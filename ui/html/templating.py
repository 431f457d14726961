"""The templates → HTML on one line; every value in them is escaped."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from ui import strings
from ui.html.symbols import safe, symbols


class OneLine(Extension):
    """Joins the lines of a template: a blank line would end the HTML block of a chat message."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source without line breaks and indentation; a space that must stay is written `{{ " " }}`."""
        return "".join(line.strip() for line in source.splitlines())


def render(template: str, macro: str, **values: object) -> str:
    """The HTML that a macro of a template makes of these values."""
    return str(getattr(_environment().get_template(f"{template}.html").module, macro)(**values))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("ui.html"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_escaped,
        extensions=[OneLine],
        auto_reload=False,
    )
    environment.globals["strings"] = strings
    environment.filters["symbols"] = symbols
    return environment


def _escaped(value: object) -> Markup:
    return value if isinstance(value, Markup) else safe(str(value))
