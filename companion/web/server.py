"""The server: gunicorn with one gevent worker, in which a phone that waits for news holds no thread."""

from __future__ import annotations

import errno
import gc
import socket
import sys
from contextlib import suppress
from typing import Any, TextIO
from urllib.parse import urlsplit

import gevent  # type: ignore[import-untyped]
import segno
from flask import Flask
from gunicorn.app.base import BaseApplication

from companion.web import logs
from companion.web.app import create_app
from companion.web.connections import capacity
from companion.web.settings import BadSettings, Settings
from companion.web.share import address, bracketed

WATCH_SECONDS = 0.2
"""How often it is looked whether the worker was told to stop."""
STREAM_SECONDS = 4
"""How long open streams may take to end when the server stops."""


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, told everything from Python."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Set what gunicorn would read from its own file and command line."""
        chosen: dict[str, Any] = {
            "bind": f"{bracketed(self.settings.host)}:{self.settings.port}",
            "worker_class": "companion.web.worker.Worker",
            "workers": 1,
            "worker_connections": capacity(),
            "timeout": 60,
            "graceful_timeout": STREAM_SECONDS,
            "keepalive": 75,
            "loglevel": "warning",
            "control_socket_disable": True,
            "proc_name": "companion",
            "reload": self.settings.dev,
            "post_request": give_way,
            "post_worker_init": lambda worker: gevent.spawn(watch, worker),
            "worker_int": say_goodbye,
        }
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app, made in the worker: a database connection does not survive a fork."""
        logs.configure(self.settings.log_level, self.settings.log_format)
        app = create_app(self.settings)
        app.extensions["jobs"].resume()
        # gunicorn works settings out anew each time it looks at one, which it does some twenty times a request.
        self.cfg.__dict__.update({name: setting.get() for name, setting in self.cfg.settings.items()})
        # What is there now stays for ever, and a tap leaves little behind that only the collector finds: let it look
        # seldom. Left to its defaults it takes an eighth of a tap's processor time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        return app


def give_way(worker: object, request: object, environ: object, response: object) -> None:
    """After each answer let the other connections have a turn: one that asks without a pause would starve them."""
    gevent.sleep(0)


def watch(worker: Any) -> None:
    """When the worker is told to stop, its streams end at once: the phones know, and it need not wait for them."""
    while worker.alive:
        gevent.sleep(WATCH_SECONDS)
    say_goodbye(worker)


def say_goodbye(worker: Any) -> None:
    """End the streams of a worker."""
    worker.wsgi.extensions["tables"].hub.close()


def serve(settings: Settings) -> None:
    """Serve until told to stop.

    Raises:
        BadSettings: the port is taken, the address is not this machine's, the tables cannot be opened.
    """
    check_port(settings.host, settings.port)
    create_app(settings)  # what cannot work is told before the first line of the log
    greet(settings, sys.stdout)
    Server(settings).run()


def check_port(host: str, port: int) -> None:
    """Find out whether the port is free, to say so in a sentence.

    Raises:
        BadSettings: it is not.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        raise BadSettings([f"{host} is no address of this machine. 0.0.0.0 listens at all of them."]) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            problem = f"Port {port} is taken, perhaps by another companion. Choose another with --port."
        elif error.errno == errno.EACCES:
            problem = f"Port {port} is not open to you. Choose one above 1023 with --port."
        else:
            problem = f"The companion cannot listen at {host}, port {port}: {error.strerror}."
        raise BadSettings([problem]) from None


def greet(settings: Settings, out: TextIO) -> None:
    """Print the address and, for a phone's camera, its QR code."""
    url = address(settings)
    print(f"Tableside is open at {url}", file=out)
    if settings.host in ("0.0.0.0", "::") and urlsplit(url).hostname != "127.0.0.1":
        print(f"On this machine also at http://localhost:{settings.port}", file=out)
    if out.isatty():
        with suppress(UnicodeEncodeError):  # a terminal without block characters
            segno.make(url, error="l").terminal(out, compact=True)
        print("Point a phone's camera here. Ctrl-C closes the companion.", file=out)
    out.flush()
