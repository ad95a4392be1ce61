"""The threads that do all that waits at once."""

import asyncio
import threading
from collections.abc import Sequence

from hosting.mail.listening.desk import MOST, Desk
from tests.waiting import until


class Doubling:
    """Doubles numbers and remembers what it was given at once. Odd numbers are too much for it."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def __call__(self, numbers: Sequence[int]) -> list[int | Exception]:
        self.batches.append(len(numbers))
        return [ArithmeticError(number) if number % 2 else number * 2 for number in numbers]


async def opened(work: Doubling) -> Desk[int, int]:
    """Make a desk that has not begun yet."""
    return Desk("test", work)


def test_every_question_gets_its_own_answer() -> None:
    async def ask() -> list[int | BaseException]:
        desk = await opened(Doubling())
        desk.start()
        answers = await asyncio.gather(*map(desk.ask, [2, 3, 4]), return_exceptions=True)
        await asyncio.to_thread(desk.close, 10)
        return answers

    first, fault, second = asyncio.run(ask())
    assert (first, second) == (4, 8)
    assert isinstance(fault, ArithmeticError)


def test_what_waits_is_done_together_and_not_too_much_at_once() -> None:
    work = Doubling()

    async def ask() -> None:
        desk = await opened(work)
        futures = [desk.ask(0) for _ in range(MOST + 8)]
        desk.start()
        await asyncio.gather(*futures)
        await asyncio.to_thread(desk.close, 10)

    asyncio.run(ask())
    assert work.batches == [MOST, 8]


def test_what_was_taken_back_is_not_done() -> None:
    work = Doubling()

    async def ask() -> None:
        desk = await opened(work)
        desk.ask(2).cancel()
        desk.start()
        await asyncio.to_thread(desk.close, 10)

    asyncio.run(ask())
    assert work.batches == []


def test_what_waits_is_done_before_the_end() -> None:
    work = Doubling()

    async def ask() -> None:
        desk = await opened(work)
        desk.ask(2)
        desk.ask(4)
        desk.start()
        await asyncio.to_thread(desk.close, 10)
        assert not any(thread.is_alive() for thread in desk.threads)

    asyncio.run(ask())
    assert work.batches == [2]


def test_several_threads_share_what_waits() -> None:
    both = threading.Barrier(2, timeout=20)

    def meeting(numbers: Sequence[int]) -> list[int | Exception]:
        both.wait()
        return list(numbers)

    async def ask() -> list[int]:
        desk: Desk[int, int] = Desk("test", meeting, threads=2)
        desk.start()
        first = desk.ask(1)
        await asyncio.to_thread(until, desk.waiting.empty, what="a thread that takes it")
        answers = list(await asyncio.gather(first, desk.ask(2)))
        await asyncio.to_thread(desk.close, 10)
        assert not any(thread.is_alive() for thread in desk.threads)
        return answers

    assert asyncio.run(ask()) == [1, 2]


def test_an_event_loop_that_has_ended_does_not_stop_the_work() -> None:
    work = Doubling()

    async def ask() -> Desk[int, int]:
        desk = await opened(work)
        desk.ask(2)
        return desk

    desk = asyncio.run(ask())
    desk.start()
    desk.close(10)
    assert work.batches == [1]
