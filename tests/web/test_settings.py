"""Settings come from the environment and the command line, and are refused with a sentence when they cannot be."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.web.app import create_app
from companion.web.settings import BadSettings, Settings, secret_key


def test_the_environment_sets_and_the_command_line_wins() -> None:
    environ = {"TABLESIDE_PORT": "9000", "TABLESIDE_URL": "https://games.example.org/", "PATH": "/bin"}
    assert Settings.read(environ).port == 9000
    assert Settings.read(environ).url == "https://games.example.org"
    assert Settings.read(environ, port="9001", host=None).port == 9001


def test_hosts_are_a_list_of_names() -> None:
    hosts = Settings.read({"TABLESIDE_HOSTS": "a.example.org, B.example.org."}).hosts
    assert hosts == ("a.example.org", "b.example.org")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("TABLESIDE_PORT", "0", "1 to 65535"),
        ("TABLESIDE_PORT", "eighty", "1 to 65535"),
        ("TABLESIDE_PORT", "٨٠٨٠", "1 to 65535"),
        ("TABLESIDE_URL", "games.example.org", "https://games.example.org"),
        ("TABLESIDE_URL", "https://games.example.org/path", "without a path"),
        ("TABLESIDE_URL", "https://games.example.org:port", "TABLESIDE_URL"),
        ("TABLESIDE_HOSTS", "http://games.example.org", "without http://"),
        ("TABLESIDE_HOST", "", "0.0.0.0"),
        ("TABLESIDE_PROXIES", "-1", "whole number"),
        ("TABLESIDE_KIT_JOBS", "0", "1 to 3600"),
        ("TABLESIDE_LOG_FORMAT", "xml", "auto, json, console"),
        ("TABLESIDE_DEV", "maybe", "on or off"),
        ("TABLESIDE_DATA", "", "path of a folder"),
        ("TABLESIDE_PROT", "80", "TABLESIDE_PORT"),
    ],
)
def test_a_wrong_setting_is_named_with_what_it_may_be(name: str, value: str, told: str) -> None:
    with pytest.raises(BadSettings) as refused:
        Settings.read({name: value})
    assert name in str(refused.value)
    assert told in str(refused.value)


def test_all_wrong_settings_are_told_at_once() -> None:
    with pytest.raises(BadSettings) as refused:
        Settings.read({"TABLESIDE_PORT": "x", "TABLESIDE_COLOUR": "red"}, log_level="loud")
    assert len(refused.value.problems) == 3


def test_every_setting_is_documented() -> None:
    for name, setting in Settings.__dataclass_fields__.items():
        assert setting.metadata["help"].endswith("."), name


def test_a_data_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSettings, match="cannot be written"):
        create_app(Settings(data=tmp_path / "file" / "data"))


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a database, whatever its name says" * 100)
    with pytest.raises(BadSettings):
        create_app(Settings(data=tmp_path))


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) == 32
    assert secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    (tmp_path / "other").mkdir()
    assert secret_key(tmp_path / "other") != key


def test_a_damaged_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"short")
    with pytest.raises(BadSettings, match="damaged"):
        secret_key(tmp_path)


def test_a_key_is_never_there_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", power_cut)
    with pytest.raises(KeyboardInterrupt):
        secret_key(tmp_path)
    monkeypatch.undo()
    assert len(secret_key(tmp_path)) == 32


def test_a_key_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "secret.key").symlink_to("/dev/zero")
    assert len(secret_key(tmp_path)) < 10_000
