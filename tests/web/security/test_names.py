"""The nastiest names: on every page, in every piece of a stream, on the display and in the file they are text."""

from __future__ import annotations

import html
import json
import re
import secrets
from html.parser import HTMLParser

import pytest
from flask import Flask

from companion.tables import seating
from tests.web.security.answers import events, every_page
from tests.web.table.many import Party, Phone

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=a()>',
    "' onmouseover='a()' x='",
    "</title><script>a()//",
    "</textarea></svg><b>x",
    "]]><!--<svg/onload=a()>",
    "{{7*7}}{%x%}{0}{name}",
    "%(name)s%s%d%%(n)s",
    "&lt;b&gt;&quot;\\u003cb",
    "\u202e\u2066evil\u200b\u2028x",
    "${a}`$(a)`\\",
    "javascript:a()",
    "\\u001d\\u001a\\x1d",
    "\x1d\x1a&#29;&#26;",
    '\\",\\"html\\":\\"',
)
"""Among them what marks places in pieces, as it is and as JSON has it."""


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes: what a name must not change."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *sorted(name for name, _value in attrs)))

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment",))

    def handle_decl(self, decl: str) -> None:
        self.found.append(("declaration",))


def called(party: Party, names: tuple[str, ...]) -> dict[str, str]:
    """Every page of a table of three, in the middle of a game and at its end, as its host, a player and a watcher see
    them."""
    new = secrets.token_hex(3)
    ada, ben, _chika = phones = party.sit(f"a{new}", f"b{new}", f"c{new}", phase="walls", active=1)
    watcher = party.seat(f"w{new}", None)
    for phone, name in zip((*phones, watcher), (*names, names[0]), strict=True):
        party.arrange(seating.rename(phone.device, name))
    pages = {}
    for who, phone in (("host", ada), ("player", ben), ("watcher", watcher), ("stranger", party.stranger("s"))):
        pages |= {f"{who} {path}": text for path, text in seen(party, phone).items()}
    ben.post("/act", type="pass")
    ada.post("/undo")
    ada.post("/stand-in", seat=1)
    pages |= {f"later {path}": text for path, text in seen(party, ben).items()}
    ada.post("/finish")
    pages |= {f"over {path}": text for path, text in seen(party, ada).items()}
    taken = party.stranger("t").post("/join", seat=0, name=names[2], htmx=False)
    assert taken.status_code == 409
    move = ben.post("/people/move", htmx=False)
    link = re.search(r"/come/[\w-]+", move.text)
    assert link is not None
    pages |= {"taken": taken.text, "move": move.text, "come": party.stranger("u").get(link[0]).text}
    pages |= {path: ada.client.get(path).text for path in ("/", "/tables")}
    pages["delete"] = ada.client.get(f"/tables/{party.code}/delete").text
    return pages


def seen(party: Party, phone: Phone) -> dict[str, str]:
    """What a phone gets of all pages and streams."""
    found = {path: answer.text for path, answer in every_page(party.app, phone) if answer.mimetype == "text/html"}
    for look in ("", "?as=board"):
        stream = phone.client.get(phone.path(f"/live{look}"), buffered=False)
        if stream.status_code == 200:
            found[f"live{look}"] = "".join(json.loads(event)["html"] for event in events(stream, 1))
    return found


@pytest.mark.parametrize("first", range(0, len(NASTY), 3))
def test_a_name_is_text_wherever_it_is_shown(app: Flask, party: Party, first: int) -> None:
    nasty = NASTY[first : first + 3]
    shown = called(party, nasty)
    names = party.table.names
    plain = called(party, tuple(letter * len(name) for letter, name in zip("ABC", names, strict=True)))
    assert plain.keys() == shown.keys()
    for page, text in shown.items():
        assert Structure(text).found == Structure(plain[page]).found, page
        assert not re.search("[\u202e\u2066\u200b\u2028]", text), page
    everywhere = html.unescape("".join(shown.values()))
    for name in names:
        assert name in everywhere


def test_a_nasty_name_goes_to_a_file_and_comes_back(app: Flask, party: Party) -> None:
    ada, ben, _chika = party.sit("a", "b", "c")
    party.arrange(seating.rename(ben.device, NASTY[0]))
    ada.post("/finish")
    answer = ada.get("/export")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="tableside-{party.code}.json"'
    data = json.loads(answer.get_data(as_text=True))
    assert data["seats"][1] == NASTY[0][:24]
    assert party.tables.import_(data).names[1] == NASTY[0][:24]


def test_a_name_that_was_typed_is_text_in_the_form_that_comes_back(party: Party) -> None:
    client = party.stranger().client
    for name in NASTY:
        form = {"set": "1", "village": ["orange"], "name-orange": name, "pin": name}
        page = client.post("/new/eruption", data=form)
        assert page.status_code == 422
        plain = client.post("/new/eruption", data={**form, "name-orange": "x", "pin": "x"})
        assert Structure(page.text).found == Structure(plain.text).found, name
