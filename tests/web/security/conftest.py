"""People who attack: phones at one app, beside those who only play."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.people.conftest import host, seated, someone
from tests.web.table.many import Party

__all__ = ["host", "party", "seated", "someone"]


@pytest.fixture
def party(app: Flask) -> Party:
    return Party(app)
