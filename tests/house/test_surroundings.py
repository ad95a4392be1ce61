"""What the environment has to say before a host starts, and how a refusal reads."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from hosting import surroundings
from hosting.surroundings import ROOT, Misconfigured

GOOD = {
    "PROFILE": "production",
    "SITE_URL": "https://play.example.org",
    "MAIL_DOMAIN": "play.example.org",
    "EMAIL_URL": "smtp+tls://user:hidden-word@relay.example.org:587",
    "SECRET_KEY": "abcdefghij0123456789" * 3,
    "SEED_KEYS": Fernet.generate_key().decode(),
    "STATE_DIR": "/nowhere/postbord",
}


def refusal(environ: dict[str, str]) -> str:
    with pytest.raises(Misconfigured) as caught:
        surroundings.ready(environ)
    return str(caught.value)


def test_a_host_in_production_starts_with_all_it_needs() -> None:
    assert surroundings.ready(GOOD).production


@pytest.mark.parametrize("name", ["SITE_URL", "MAIL_DOMAIN", "SECRET_KEY", "SEED_KEYS"])
def test_production_refuses_to_start_without(name: str) -> None:
    text = refusal({key: value for key, value in GOOD.items() if key != name})
    assert f"{name} is missing" in text


def test_all_that_is_missing_is_told_at_once_and_no_value_is_shown() -> None:
    kept = {name: GOOD[name] for name in ("PROFILE", "STATE_DIR", "EMAIL_URL")}
    text = refusal({**kept, "SECRET_KEY": "short-and-secret"})
    for name in ("SITE_URL", "MAIL_DOMAIN", "SEED_KEYS", "SECRET_KEY is too weak"):
        assert name in text
    assert "hidden-word" not in text
    assert "short-and-secret" not in text


@pytest.mark.parametrize("name", ["DEBUG", "MAILROOM"])
def test_production_refuses_what_shows_hands_or_mail(name: str) -> None:
    assert f"{name} is on" in refusal({**GOOD, name: "1"})


def test_production_is_what_a_host_is_unless_told_otherwise(tmp_path: Path) -> None:
    assert surroundings.read({"STATE_DIR": str(tmp_path)}).production


def test_where_a_development_host_has_been_commands_need_no_profile(tmp_path: Path) -> None:
    place = {"STATE_DIR": str(tmp_path)}
    surroundings.make_keys({**place, "PROFILE": "development"}, tmp_path)
    assert not surroundings.read(place).production
    assert surroundings.read({**place, "PROFILE": "production"}).production


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("SMTP_PORT", "-25"),
        ("SMTP_PORT", "70000"),
        ("PROFILE", "prod"),
        ("SENDER_CHECK", "loose"),
    ],
)
def test_a_value_that_cannot_be_understood_is_named(name: str, value: str) -> None:
    assert name in refusal({**GOOD, name: value})


def test_a_strict_check_of_senders_needs_somebody_who_checks() -> None:
    strict = {**GOOD, "SENDER_CHECK": "strict"}
    assert "AUTHSERV_ID and SMTP_TRUSTED_PEERS" in refusal(strict)
    checked = {**strict, "AUTHSERV_ID": "mx.example.org", "SMTP_TRUSTED_PEERS": "127.0.0.1"}
    assert surroundings.ready(checked).sender_check == "strict"


@pytest.mark.parametrize("value", ["not-a-fernet-key", "c2hvcnQ="])
def test_a_seed_key_that_is_no_key_is_refused(value: str) -> None:
    assert "SEED_KEYS" in refusal({**GOOD, "SEED_KEYS": value})


def test_keys_are_made_once_and_for_their_owner_only(tmp_path: Path) -> None:
    environ = {"PROFILE": "development", "STATE_DIR": str(tmp_path / "var")}
    first, second = surroundings.ready(environ), surroundings.ready(environ)
    assert first == second
    assert len(first.secret_key) >= 50
    Fernet(first.seed_keys[0])
    for name in surroundings.KEY_NAMES:
        mode = surroundings.key_file(name, first.state_dir).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600


def test_no_new_key_is_made_beside_a_database_that_needs_the_old_one(tmp_path: Path) -> None:
    environ = {"PROFILE": "development", "STATE_DIR": str(tmp_path)}
    here = surroundings.ready(environ)
    here.database_file.touch()
    surroundings.key_file("SEED_KEYS", here.state_dir).unlink()
    assert "Put the file back from your backup" in refusal(environ)


def test_a_long_state_directory_gets_a_short_socket(tmp_path: Path) -> None:
    long = tmp_path / ("a" * 100)
    assert surroundings.broker_socket(Path("/var/lib/postbord")) == Path("/var/lib/postbord/broker.sock")
    assert len(bytes(surroundings.broker_socket(long))) <= surroundings.SOCKET_LIMIT
    assert surroundings.broker_socket(long) == surroundings.broker_socket(long)
    assert surroundings.broker_socket(long) != surroundings.broker_socket(tmp_path / ("b" * 100))


def test_the_command_line_tells_a_refusal_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "check"],
        env={"PROFILE": "production", "STATE_DIR": GOOD["STATE_DIR"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("The host cannot start:")
    assert "Traceback" not in done.stderr


def test_production_settings_are_strict() -> None:
    program = (
        "from hosting import settings as s;"
        "assert not s.DEBUG and not s.MAILROOM and s.SESSION_COOKIE_SECURE and s.CSRF_COOKIE_SECURE;"
        "assert s.ALLOWED_HOSTS == ['play.example.org'] and s.SECURE_SSL_REDIRECT;"
        "assert s.SECURE_PROXY_SSL_HEADER is None"
    )
    subprocess.run([sys.executable, "-c", program], env=GOOD, cwd=ROOT, check=True)
