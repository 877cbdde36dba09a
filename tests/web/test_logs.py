"""Logs are lines for machines or for people, each with its request's id; they hold no secrets."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from flask import Flask
from flask.testing import FlaskClient

from companion.web import logs


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_request_is_one_line_of_json(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "json")
    answer = client.get("/about")
    (line,) = lines(capsys.readouterr().err)
    assert line["path"] == "/about"
    assert line["status"] == 200
    assert line["request"] == answer.headers["X-Request-Id"]


def test_quiet_paths_are_logged_only_when_asked(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "json")
    client.get("/healthz")
    assert capsys.readouterr().err == ""
    logs.configure("debug", "json")
    client.get("/healthz")
    assert "healthz" in capsys.readouterr().err


def test_what_nobody_foresaw_is_told_without_details_and_logged_with_them(
    app: Flask, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", "json")

    @app.get("/boom")
    def boom() -> str:
        raise RuntimeError("secret detail")

    answer = client.get("/boom")
    assert answer.status_code == 500
    assert "not your doing" in answer.text
    assert "secret detail" not in answer.text
    assert "Traceback" not in answer.text
    logged = "".join(capsys.readouterr())
    assert "secret detail" in logged
    assert answer.headers["X-Request-Id"] in logged


@pytest.mark.parametrize("form", ["json", "console"])
def test_a_traceback_is_logged_without_the_values_of_variables(
    app: Flask, client: FlaskClient, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    @app.get("/boom")
    def boom() -> str:
        hand = "three" + "aces"
        raise RuntimeError(len(hand))

    logs.configure("info", form)
    client.get("/boom")
    told = capsys.readouterr().err
    assert "RuntimeError" in told
    assert "boom" in told
    assert "threeaces" not in told


def test_other_libraries_log_in_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "json")
    logging.getLogger("weasyprint").warning("a face of %s", "basalt")
    (line,) = lines(capsys.readouterr().err)
    assert line["event"] == "a face of basalt"
    assert line["level"] == "warning"


def test_what_strangers_send_gives_the_terminal_no_orders(
    client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("info", "console")
    client.get("/t/%0Aforged%1B[2J%E2%80%AE")
    told = capsys.readouterr().err
    assert "forged" in told
    assert not any(line.startswith("forged") for line in told.splitlines())
    assert "\x1b[2J" not in told
    assert "\u202e" not in told
