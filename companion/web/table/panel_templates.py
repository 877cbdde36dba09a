"""The templates of panels, drawn with as little ado as Jinja allows: a tap draws one of them."""

from __future__ import annotations

from typing import Any

from flask import Flask
from jinja2 import Environment, StrictUndefined, Template

from companion.web.table import drawings
from companion.web.table.speech import gettext


class PanelTemplates:
    """Templates by name, with nothing in their context but what panels use."""

    def __init__(self, app: Flask) -> None:
        self._environment = Environment(
            loader=app.jinja_loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self._known: dict[str, Template] | None = None if app.config["TEMPLATES_AUTO_RELOAD"] else {}
        self._common = {"p": drawings, "icons": drawings.Icons(), "_": gettext}

    def draw(self, name: str, **values: Any) -> str:
        """A panel's body.

        `Template.render` would copy the environment's globals into every context; a shared one is taken as it is.
        """
        template = self._template(name)
        return "".join(template.root_render_func(template.new_context({**self._common, **values}, shared=True)))

    def _template(self, name: str) -> Template:
        if self._known is not None and name in self._known:
            return self._known[name]
        template = self._environment.get_template(f"{name}.html")
        if self._known is not None:
            self._known[name] = template
        return template
