"""All that a phone can be answered: every page of a table, the beginning of a stream."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.table.many import HTMX, Phone
from tests.web.table.test_many_phones import fill, routes, words

PICKS = ("?hex=6,3&r=1", "?card=sinkhole", "?play=sinkhole&hex=6,3", "?give=1")


def every_page(app: Flask, phone: Phone) -> Iterator[tuple[str, TestResponse]]:
    """Every page of the phone's table, with what is picked on some, whole and in pieces."""
    for rule in routes(app, "GET"):
        if words(rule)[0] != "live":
            yield fill(rule), phone.get(fill(rule))
    for pick in ("", *PICKS):
        yield pick, phone.get(pick)
        yield f"{pick} by htmx", phone.get(pick, **HTMX)
    for last in range(1, min(phone.party.table.version, 5) + 1):
        yield f"/at/{last}", phone.get(f"/at/{last}")


def events(stream: TestResponse, number: int) -> list[str]:
    """The data of the first events of a stream, which is then left."""
    text, parts = "", iter(stream.response)
    while text.count("\n\n") < number:
        part = next(parts)
        text += part if isinstance(part, str) else part.decode()
    stream.close()
    blocks = text.split("\n\n")[:number]
    return [block.partition("data: ")[2] for block in blocks]
