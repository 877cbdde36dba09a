"""The app and the server of the web tests."""

from tests.web.conftest import app, client, server, settings

__all__ = ["app", "client", "server", "settings"]
