"""What an installation may set: TABLESIDE_… variables and the command line, checked before anything starts."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

PREFIX = "TABLESIDE_"


class BadSettings(ValueError):
    """Settings that cannot be used. `problems` holds one sentence for each that is wrong."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise ValueError("a port is a number from 1 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 3600:
        raise ValueError("this is a whole number from 0 to 3600")
    return int(text)


def _positive(text: str) -> int:
    if not _count(text):
        raise ValueError("this is a whole number from 1 to 3600")
    return int(text)


def _switch(text: str) -> bool:
    if text.lower() in ("1", "on", "yes", "true"):
        return True
    if text.lower() in ("", "0", "off", "no", "false"):
        return False
    raise ValueError("this is on or off")


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        sound = parts.port is None or parts.port > 0  # reading the port finds out that it is none
    except ValueError:
        sound = False
    if not sound or parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("an address looks like https://games.example.org or http://192.168.1.20:8000")
    if parts.path.strip("/"):
        raise ValueError("the companion lives at the root of an address, without a path")
    return f"{parts.scheme}://{parts.netloc}"


def _hosts(text: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower().rstrip(".") for name in text.split(",") if name.strip())
    for name in names:
        if "/" in name or ":" in name:
            raise ValueError("these are names without http:// or a port, with commas between them")
    return names


def _host(text: str) -> str:
    try:
        sound = bool(text.encode("idna")) and not any(c.isspace() or c == "/" for c in text)
    except UnicodeError:  # what no name can be would only be found out where nobody expects it
        sound = False
    if not sound:
        raise ValueError("this is an address of this machine, such as 0.0.0.0 or 127.0.0.1")
    return text


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError("this is the path of a folder")
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        raise ValueError("there is no such user here") from None


def _one_of(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError(f"this is one of {', '.join(names)}")
        return text

    return read


def _setting(default: object, read: Callable[[str], object], help_: str) -> Any:
    return field(default=default, metadata={"read": read, "help": help_})


@dataclass(frozen=True)
class Settings:
    """One installation. The variable TABLESIDE_X or the option --x sets the field `x`; its help documents it."""

    host: str = _setting("0.0.0.0", _host, "The address to listen at; 127.0.0.1 keeps other machines out.")
    port: int = _setting(8000, _port, "The port to listen at.")
    data: Path = field(
        default_factory=lambda: platformdirs.user_data_path("tableside", appauthor=False),
        metadata={"read": _folder, "help": "The folder that keeps the tables, the key and the kits."},
    )
    database: str = _setting("", str, "The address of the database; empty for tables.sqlite in the data folder.")
    url: str = _setting("", _url, "The address that people type, when it is not this machine's own.")
    hosts: tuple[str, ...] = _setting((), _hosts, "Further names that this companion answers to, with commas between.")
    proxies: int = _setting(0, _count, "How many reverse proxies stand in front and set X-Forwarded-… headers.")
    log_format: str = _setting("auto", _one_of("auto", "json", "console"), "How log lines look; auto: as stderr suits.")
    log_level: str = _setting("info", _one_of("debug", "info", "warning", "error"), "The least important lines to log.")
    kit_jobs: int = _setting(1, _positive, "How many kits are made at once.")
    kit_seconds: int = _setting(180, _positive, "How long the making of one kit may take.")
    kit_line: int = _setting(12, _positive, "How many kits may wait; further ones are refused.")
    kit_days: int = _setting(7, _positive, "How many days a kit is kept that nobody looks at.")
    kit_megabytes: int = _setting(500, _positive, "How much room kits may take; the least used go first.")
    kit_cache: str = _setting("", str, "The folder for what kits are made of; empty for one among the kits.")
    printers: str = _setting("", str, "The file of calibrated printers; empty for printers.json in the data folder.")
    heartbeat: int = _setting(
        10, _positive, "Seconds between signs of life to a phone that waits; below a proxy's own."
    )
    table_streams: int = _setting(
        80, _positive, "How many phones may follow one table live; the others look now and then."
    )
    address_streams: int = _setting(200, _positive, "How many phones of one address may follow tables live.")
    dev: bool = _setting(False, _switch, "Read templates and styles anew on each request.")

    @property
    def database_url(self) -> str:
        """The database's address with the default filled in."""
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"

    @property
    def printers_file(self) -> Path:
        """The file of calibrated printers with the default filled in; `companion kit` has the same default."""
        return Path(self.printers).expanduser() if self.printers else self.data / "printers.json"

    @property
    def faces(self) -> Path | None:
        """The folder for what kits are made of, if it is not among the kits."""
        return Path(self.kit_cache).expanduser().absolute() if self.kit_cache else None

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None, **given: str | None) -> Settings:
        """Settings from the environment, and over it those `given` as text (None: not given).

        Raises:
            BadSettings: unknown TABLESIDE_ variables, values that cannot be, each named.
        """
        environ = os.environ if environ is None else environ
        known = {f.name: f for f in fields(cls)}
        texts: dict[str, tuple[str, str]] = {}
        problems = []
        for name, text in sorted(environ.items()):
            if name.startswith(PREFIX):
                key = name.removeprefix(PREFIX).lower()
                if key in known:
                    texts[key] = (name, text)
                else:
                    names = ", ".join(PREFIX + k.upper() for k in known)
                    problems.append(f"{name} is no setting of Tableside. There are {names}.")
        for key, value in given.items():
            if value is not None:
                texts[key] = (f"--{key.replace('_', '-')}", value)
        values: dict[str, Any] = {}
        for key, (source, text) in texts.items():
            try:
                values[key] = known[key].metadata["read"](text)
            except ValueError as error:
                problems.append(f"{source} is {text!r}, but {error}.")
        if problems:
            raise BadSettings(problems)
        return cls(**values)

    def prepare(self) -> None:
        """Make the data folder, its owner's alone: it holds every hand and seed.

        Raises:
            BadSettings: it cannot be made or written.
        """
        try:
            self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            probe = self.data / f".{secrets.token_hex(4)}"
            probe.touch()
            probe.unlink()
        except OSError as error:
            why = error.strerror or "unknown reason"
            problem = f"The data folder {self.data} cannot be written ({why}). Choose another with --data."
            raise BadSettings([problem]) from None


def secret_key(data: Path) -> bytes:
    """The key that signs cookies: made on the first start and kept in the data folder, readable by its owner alone.

    Raises:
        BadSettings: it cannot be read or written, or is too short to be one.
    """
    path = data / "secret.key"
    try:
        if not path.exists():
            fresh = data / f".{secrets.token_hex(4)}.key"
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
            os.replace(fresh, path)  # there whole or not at all, whenever this process ends
        with path.open("rb") as file:
            key = file.read(4096)
    except OSError as error:
        raise BadSettings([f"The key {path} cannot be used ({error.strerror})."]) from None
    if len(key) < 32:
        raise BadSettings([f"The key {path} is damaged. Delete it, and a new one is made on the next start."])
    return key
