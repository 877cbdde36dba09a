"""A server that is killed while four phones tap: every tap that was answered is there, and none twice."""

from __future__ import annotations

import random
import time

import pytest

from tests.web.conftest import Server
from tests.web.survival.phones import Crowd, Phone, written


def killed(server: Server, times: int) -> None:
    rng = random.Random(3)
    maker = Phone(server.port)
    code = maker.new_table(cards="table")
    phones = [Phone(server.port, code, cookies=maker.cookies) for _ in range(4)]
    for number in range(times):
        before = sum(len(phone.answered) for phone in phones)
        crowd = Crowd(phones, number * 10)
        while sum(len(phone.answered) for phone in phones) == before:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.2))
        server.kill()
        crowd.end()
        server.start()
        kept = written(server.data, code)
        said = [id_ for phone in phones for id_ in phone.answered]
        assert set(said) <= set(kept)
        assert len(set(kept)) == len(kept)
    for phone in phones:
        phone.look()  # and it is a table that goes on
    assert sum(len(phone.answered) for phone in phones) > 2 * times
    assert "Traceback" not in server.log


def test_a_server_killed_while_four_phones_tap_loses_no_answered_tap(server: Server) -> None:
    killed(server, 3)


@pytest.mark.slow
def test_a_server_killed_a_hundred_times_loses_no_answered_tap(server: Server) -> None:
    killed(server, 100)
