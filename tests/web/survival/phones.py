"""Phones that tap at a real server by HTTP, and remember what they were answered."""

from __future__ import annotations

import html
import http.client
import random
import re
import secrets
import sqlite3
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')
BUTTON = re.compile(r'<button name="(\w+)" value="([^"]*)"(?![^>]*disabled)')
LINK = re.compile(r'<a class="(?:lit|near|site|target)[^"]*" href="([^"]*)"')
COMMANDS = ("act", "roll", "undo", "redo")
LOST = (OSError, http.client.HTTPException)


@dataclass
class Phone:
    """A phone with its cookies. `answered` holds the ids of the commands that the server said it had done."""

    port: int
    code: str = ""
    timeout: float = 10.0
    cookies: dict[str, str] = field(default_factory=dict)
    answered: list[str] = field(default_factory=list)
    refused: int = 0
    page: str = ""
    told: str = ""

    def ask(self, method: str, path: str, form: dict[str, str] | None = None, **headers: str) -> tuple[int, str]:
        """Status and body of an answer; `location` holds where it leads to."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            fields = {"Accept": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}
            if self.cookies:
                fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            if form is not None:
                fields["Content-Type"] = "application/x-www-form-urlencoded"
            line.request(method, path, None if form is None else urlencode(form), fields)
            answer = line.getresponse()
            body = answer.read().decode()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, kept = value.partition(";")[0].partition("=")
                    self.cookies[key] = kept
            self.location = answer.getheader("Location") or ""
            return answer.status, body
        finally:
            line.close()

    def send_file(self, path: str, text: str) -> tuple[int, str]:
        """Send a file by a form."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="table.json"\r\n\r\n'
        body = f"{head}{text}\r\n--edge--\r\n".encode()
        try:
            line.request(
                "POST", path, body, {"Content-Type": "multipart/form-data; boundary=edge", "Accept": "text/html"}
            )
            answer = line.getresponse()
            return answer.status, answer.read().decode()
        finally:
            line.close()

    def new_table(self, **fields: str) -> str:
        """Set a table of three up; its code."""
        form = {"players": "3", "command": secrets.token_urlsafe(12), **fields}
        status, body = self.ask("POST", "/new/eruption", form)
        assert status == 303, body[:300]
        self.code = self.location.rpartition("/")[2]
        return self.code

    def look(self) -> None:
        """Load the table's page."""
        status, body = self.ask("GET", f"/t/{self.code}")
        assert status == 200, (status, body[:300])
        self.page = body

    def commands(self) -> list[tuple[str, dict[str, str]]]:
        """Every command that the page offers: its address and its fields."""
        found = []
        for action, inner in FORM.findall(self.page):
            fields = {name: html.unescape(value) for name, value in FIELD.findall(inner)}
            if action.rpartition("/")[2] not in COMMANDS or "<button disabled" in inner:
                continue
            buttons = BUTTON.findall(inner) or [("", "")]
            found += [(action, fields | ({name: html.unescape(value)} if name else {})) for name, value in buttons]
        return found

    def tap(self, rng: random.Random, *also: int) -> int:
        """One command at random, or a look at a place on the board and then what can be done there; its status.

        A refusal for reasons of the table is fine; of other statuses only those in `also`, whose page is `told`.
        """
        self.look()
        if not [path for path, _ in self.commands() if path.endswith(("act", "roll"))]:
            self.pick(rng)
        offered = self.commands()
        forward = [one for one in offered if one[0].endswith(("act", "roll"))]
        if not offered:
            return 0
        path, fields = rng.choice(forward if forward and rng.random() < 0.8 else offered)
        fields["id"] = f"tap-{secrets.token_hex(8)}"
        status, body = self.ask("POST", path, fields)
        if status in (200, 303):
            self.answered.append(fields["id"])
        else:
            self.refused += 1
            self.told = body
            assert status in (409, 422, *also), (status, body[:500])
        return status

    def pick(self, rng: random.Random) -> None:
        """Look at a place on the board; or say "I am Green" where there is none."""
        places = LINK.findall(self.page)
        if not places:
            self.say_here()
            return
        status, self.page = self.ask("GET", f"/t/{self.code}{html.unescape(rng.choice(places))}")
        assert status == 200

    def say_here(self) -> None:
        """Say "I am Green" where the page asks for it."""
        for action, inner in FORM.findall(self.page):
            if action.endswith("/here"):
                self.ask("POST", action, dict(FIELD.findall(inner)))
                self.look()


class Crowd:
    """Phones that tap all at once, each in a thread, until told to stop or the server is gone."""

    def __init__(self, phones: list[Phone], seed: int) -> None:
        self.stop = threading.Event()
        self.wrong: list[BaseException] = []
        self.threads = [
            threading.Thread(target=self._play, args=(phone, random.Random(seed + i))) for i, phone in enumerate(phones)
        ]
        for thread in self.threads:
            thread.start()

    def _play(self, phone: Phone, rng: random.Random) -> None:
        try:
            while not self.stop.is_set():
                phone.tap(rng)
        except LOST:
            return  # the server was killed
        except BaseException as error:
            self.wrong.append(error)

    def end(self) -> None:
        """Have them put their phones down; what went wrong for one of them is raised."""
        self.stop.set()
        for thread in self.threads:
            thread.join()
        if self.wrong:
            raise self.wrong[0]


def written(data: Path, code: str) -> list[str]:
    """The ids of all commands in a table's log, as the database has them."""
    connection = sqlite3.connect(data / "tables.sqlite")
    try:
        rows = connection.execute(
            "SELECT entries.command FROM entries JOIN tables ON tables.id = table_id WHERE code = ? ORDER BY n", (code,)
        ).fetchall()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        with suppress(sqlite3.Error):
            connection.close()
    return [command for (command,) in rows if command]
