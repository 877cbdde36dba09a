"""The frame of every page: it is there, in three languages, by day and by night, and harmless errors are friendly."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect


def test_the_front_door_opens(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "Tableside" in answer.text


@pytest.mark.browser
def test_a_phone_shows_the_front_door(home: Page) -> None:
    expect(home).to_have_title("Tableside")
    assert home.evaluate("typeof htmx") == "object"
