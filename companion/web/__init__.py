"""The pages: a thin door to the tables and the print shop."""

from companion.web.app import create_app
from companion.web.settings import BadSettings, Settings

__all__ = ["BadSettings", "Settings", "create_app"]
