"""Hints: what came of each action in games played on, worked out in a process of its own that lets no phone wait.

The process is started for the first hint and ends when none was wanted for a while, or with the server. Its answer
hangs on the table's code and version alone, so everybody gets the same one, and it is asked for once.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
import threading
from contextlib import suppress

import msgspec
from markupsafe import Markup

from companion.games.abduction.data import CARD_SLUGS
from companion.games.abduction.state import State
from companion.games.contract import Wire
from companion.resources import PACKAGE
from companion.web.abduction.pictures import art, face
from companion.web.logs import log
from companion.web.table.moment import Moment
from companion.web.table.speech import SPEAKER
from companion.web.table.speech import gettext as _
from companion.words import abduction as words

WAIT_SECONDS = 5.0
"""How long a tap waits for the process while it works for others."""
LONGEST_SECONDS = 30.0
"""How long an answer may take, on a machine that is busy with other things."""
PROGRAM = (sys.executable, "-m", "companion.web.abduction.hinting")


class Hint(msgspec.Struct, frozen=True):
    """What came of an action: the mean of the final scores, what is typical, the share of games that were lost, and how
    many were played."""

    action: Wire
    score: float
    typical: float
    lost: float
    games: int


class Question(msgspec.Struct, frozen=True):
    """A position on the wire, and what the draws of the games hang on."""

    state: Wire
    seed: str


class Helper:
    """The process, and the line to it: one question at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, question: Question) -> list[Hint] | None:
        """What came of each action, the best first; None where the process is busy for too long, or broken."""
        if not self._lock.acquire(timeout=WAIT_SECONDS):
            return None
        try:
            return self._answer(question)
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("no hint", reason=str(error))
            self.close()
            return None
        finally:
            self._lock.release()

    def warm(self) -> None:
        """Have the process started, so that the first hint need not wait for it."""
        if self._process is None and self._lock.acquire(blocking=False):
            try:
                self._process = self._process or _started()
            except OSError as error:
                log.warning("no hints", reason=str(error))
            finally:
                self._lock.release()

    def _answer(self, question: Question) -> list[Hint]:
        line = msgspec.json.encode(question) + b"\n"
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = _started()
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError:  # it had waited for long, and ended just now
            self.close()
            self._process = _started()
            assert self._process.stdin
            self._process.stdin.write(line)
            self._process.stdin.flush()
        assert self._process.stdout
        late = threading.Timer(LONGEST_SECONDS, self._process.kill)  # an answer that breaks off is none
        late.start()
        try:
            return msgspec.json.decode(self._process.stdout.readline(), type=list[Hint])
        finally:
            late.cancel()

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                process.kill()
                process.wait(1)
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()


def _started() -> subprocess.Popen[bytes]:
    """The process. A hint takes it a fifth of a second, whatever is asked, so it needs no lower priority."""
    return subprocess.Popen(PROGRAM, cwd=PACKAGE.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


HELPER = Helper()
atexit.register(HELPER.close)


def asked(now: Moment) -> list[Hint] | None:
    """The hints for a moment, which keeps them."""
    kept: list[Hint] | None = now.__dict__.get("hints")
    if kept is None:
        question = Question(now.table.position.view(), f"{now.table.code} {now.table.version}")
        kept = HELPER.ask(question)
        if kept is not None:
            now.__dict__["hints"] = kept
    return kept


def told(state: State, action: Wire) -> tuple[Markup, str]:
    """An action as a picture and in a few words."""
    card = action.get("card")
    name = words.card_name(card, SPEAKER) if card else ""
    picture = face(card, "cardface tiny") if card else face("back", "cardface tiny")
    digit = words.digit_name(action["digit"], SPEAKER) if action.get("digit") is not None else ""
    match action["type"]:
        case "place":
            return picture, _("place: %(card)s", card=name)
        case "turn_up":
            return picture, _("turn the face-down card over")
        case "choose":
            slug = CARD_SLUGS[0] if action["kind"] == "ufo" else CARD_SLUGS[-2]
            return art(slug, "cowart small"), _("saucers") if action["kind"] == "ufo" else _("cows")
        case "remove":
            slug = CARD_SLUGS[state.ufos[action["column"]][0]]
            return face(slug, "cardface tiny"), _("discard from column %(n)s", n=action["column"] + 1)
        case "take":
            return picture, _("take: %(card)s", card=name)
        case "clear":
            return face(CARD_SLUGS[-1], "cardface tiny"), _("a decoy of the %(digit)s", digit=digit or _("hangar"))
        case "release":
            return picture, _("%(card)s of the %(digit)s", card=name, digit=digit)
        case "carry":
            return picture, _("move up: %(card)s", card=name)
        case "discard":
            return picture, _("discard: %(card)s", card=name)
        case "abduct":
            return art(CARD_SLUGS[0], "cowart small"), _("abduct")
        case "leave":
            return art(CARD_SLUGS[-2], "cowart small"), _("leave them")
    return art(CARD_SLUGS[-2], "cowart small"), _("go on")
