"""Waking workers at a broker that is there, frozen, dead, or absent."""

import time
from collections.abc import Iterator

import pytest
import redis
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from hosting.wake import bell, broker_down, wake, wake_now
from tests.servers import Broker

HANG = 10.0
"""Seconds: ten times what a wake-up may take at most. Nothing here measures speed."""


@pytest.fixture(autouse=True)
def rested() -> Iterator[None]:
    bell.begin()
    yield
    bell.begin()


def waiting(broker: Broker, queue: str) -> int:
    with redis.Redis(unix_socket_path=str(broker.socket)) as client:
        return int(client.llen(queue))


def test_a_wake_up_waits_in_the_queue_of_its_task(breakable_broker: Broker) -> None:
    assert wake_now("play", 1)
    assert wake_now("deliver", 2)
    assert wake_now("deliver", 3)
    assert (waiting(breakable_broker, "moves"), waiting(breakable_broker, "mail")) == (1, 2)


@pytest.mark.django_db
def test_a_wake_up_is_sent_after_the_commit(
    breakable_broker: Broker, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        wake("play", 1)
        assert waiting(breakable_broker, "moves") == 0
    assert waiting(breakable_broker, "moves") == 1


def test_without_a_broker_a_wake_up_does_nothing(settings: Settings) -> None:
    settings.BROKER_URL = ""
    assert broker_down()
    assert not wake_now("play", 1)


def test_an_absent_broker_is_left_alone_for_a_while(settings: Settings) -> None:
    settings.BROKER_URL = "redis+socket:///tmp/postbord-nobody-listens-here.sock"
    assert not broker_down()
    assert not wake_now("play", 1)
    assert broker_down()


def test_a_dead_broker_fails_quietly_and_is_found_again_when_it_is_back(breakable_broker: Broker) -> None:
    assert wake_now("play", 1)
    breakable_broker.stop()
    assert not wake_now("play", 2)
    breakable_broker.start()
    bell.resting_until = 0.0
    assert wake_now("play", 3)
    assert waiting(breakable_broker, "moves") == 1


def test_a_frozen_broker_holds_nobody_up(breakable_broker: Broker) -> None:
    assert wake_now("play", 1)
    breakable_broker.freeze()
    began = time.monotonic()
    assert not wake_now("play", 2)
    assert not wake_now("play", 3)
    assert time.monotonic() - began < HANG
    assert broker_down()
    breakable_broker.thaw()
    bell.resting_until = 0.0
    assert wake_now("play", 4)


def test_a_broker_frozen_before_the_first_wake_up_holds_nobody_up(breakable_broker: Broker) -> None:
    breakable_broker.freeze()
    began = time.monotonic()
    assert not wake_now("play", 1)
    assert time.monotonic() - began < HANG
