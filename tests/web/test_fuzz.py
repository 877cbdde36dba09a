"""No request, however odd, makes the server stumble: every route, every method, nonsense of every kind, and no 500."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.printshop_helpers import IDLE

METHODS = ["GET", "POST", "GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NONSENSE"]
ODD = [
    "",
    "0",
    "-1",
    "1e999",
    "99999999999999999999999999",
    "null",
    "true",
    "[]",
    '{"type": "place_tile", "hex": [1e9, null], "rotation": 6}',
    "{" * 2000,
    "火山爆發🌋",
    "\x00",
    "\r\nSet-Cookie: a=b",
    "\ud800",
    "\u202eevil",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "%s%n%(x)s",
    "{0.__class__}",
    "on",
    "app",
    "orange",
    "rain",
    "6,3",
    "6,3,N",
    "١٢",
    "x" * 20_000,
]
HEADERS: list[tuple[str, list[str]]] = [
    ("HX-Request", ["true", "maybe"]),
    ("Accept", ["*/*", "application/json", "text/event-stream", "image/webp", ",;q=x", ""]),
    ("Accept-Language", ["ja", "zh", "xx-" + "y" * 500, "*;q=-1", ";;;,,"]),
    ("Accept-Encoding", ["gzip", "gzip;q=0", "br", "x" * 100]),
    ("Content-Type", ["application/json", "text/plain", "multipart/form-data", 'multipart/form-data; boundary="']),
    ("Cookie", ["lang=xx; theme=0", "lang", "=;=", "session=forged.abc.def", "lang=\xff"]),
    ("Range", ["bytes=0-1", "bytes=9-1", "cats=1"]),
    ("If-None-Match", ['"a"', "*", "W/"]),
    ("If-Modified-Since", ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT"]),
    ("X-Forwarded-For", ["1.2.3.4, 5", "\x01"]),
    ("Host", ["localhost", "localhost:abc", "localhost:99999", "[::1", "[::1]:80", "a..b", "ä.local", "local host"]),
    ("Origin", ["http://localhost", "http://[", "null", "http://[::1]:x", "\x7f"]),
    ("Sec-Fetch-Site", ["same-origin", "none", "cross-site", "sideways"]),
    ("Last-Event-ID", ["1", "-1", "x"]),
]


def words(page: str) -> list[str]:
    """The names of the fields of a page, so that nonsense reaches them."""
    return re.findall(r'\sname="([\w-]+)"', page)


class Fuzzer:
    """Makes odd requests from a seed."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.random = Random(seed)
        self.client: FlaskClient = app.test_client()
        self.rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "assets.static"]
        self.fields = ["lang", "theme", "next", "v", "n", "seat", "id", "version", "action", "steps"]
        for path in ("/new/eruption", "/print/eruption", "/import", "/"):
            self.fields += words(self.client.get(path).text)
        start = {"set": "1", "village": ["orange", "green"], "cards": "app", "start": "roll"}
        answers = [self.client.post("/new/eruption", data=start) for _ in range(3)]
        self.codes = [answer.headers["Location"].rpartition("/")[2] for answer in answers]
        for code in self.codes:
            self.fields += words(self.client.get(f"/t/{code}").text)
        self.fields = sorted(set(self.fields))

    def value(self) -> str:
        return self.random.choice(ODD)

    def part(self, name: str, kind: str) -> Any:
        known = {"code": self.codes, "game": ["eruption"], "version": ["x"], "name": ["board.svg"]}.get(name, [])
        if kind == "IntegerConverter":
            return self.random.choice([0, 1, 2, 10**30])
        if known and self.random.random() < 0.8:
            return self.random.choice(known)
        return re.sub(r"^[./]+$", "x", self.value().encode("utf-8", "replace").decode().replace("/", "")) or "x"

    def form(self) -> dict[str, Any]:
        count = self.random.choice([0, 1, 3, 10, 60])
        form: dict[str, Any] = {}
        for name in self.random.choices(self.fields, k=count):
            value = self.value().encode("utf-8", "replace").decode()
            form[name] = self.random.choice([value, [value, value]])
        return form

    def body(self) -> dict[str, Any]:
        kind = self.random.randrange(6)
        if kind == 0:
            return {"data": self.value().encode("utf-8", "surrogatepass"), "content_type": "application/json"}
        if kind == 1:
            return {"json": {name: self.value().encode("utf-8", "replace").decode() for name in self.fields[:9]}}
        if kind == 2:
            content = self.random.randbytes(self.random.choice([0, 10, 3000]))
            return {"data": {**self.form(), "file": (io.BytesIO(content), self.random.choice(["a.json", "", "\x00"]))}}
        if kind == 3:
            return {"data": self.random.randbytes(200), "content_type": "application/x-www-form-urlencoded"}
        return {"data": self.form()}

    def headers(self) -> list[tuple[str, str]]:
        return [(name, self.random.choice(values)) for name, values in HEADERS if self.random.random() < 0.15]

    def request(self) -> None:
        rule = self.random.choice(self.rules)
        method = self.random.choice(METHODS)
        parts = {name: self.part(name, type(rule._converters[name]).__name__) for name in rule.arguments}
        path = rule.build(parts)[1]  # type: ignore[index]
        query = self.form() if self.random.random() < 0.4 else {}
        body = self.body() if method not in ("GET", "HEAD", "TRACE") else {}
        headers = self.headers()
        if "content_type" in body:
            headers = [header for header in headers if header[0] != "Content-Type"]
        answer = self.client.open(path, method=method, query_string=query, headers=headers, **body)
        try:
            assert answer.status_code < 500, (method, path, query, headers, body)
            if answer.mimetype != "text/event-stream":
                assert "Traceback" not in answer.get_data(as_text=False).decode("utf-8", "replace")
        finally:
            answer.close()


def fuzz(app: Flask, seed: int, requests: int) -> None:
    app.extensions["jobs"].program = IDLE
    fuzzer = Fuzzer(app, seed)
    for _ in range(requests):
        app.extensions.pop("limits", None)
        fuzzer.request()
    assert fuzzer.client.get("/healthz").status_code == 200


def test_no_odd_request_is_answered_with_500(app: Flask) -> None:
    fuzz(app, seed=2, requests=800)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 16))
def test_no_odd_request_of_very_many_is_answered_with_500(app: Flask, seed: int) -> None:
    fuzz(app, seed=seed, requests=4000)
