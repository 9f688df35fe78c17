"""Two arrivals in the same second never get one number."""

import datetime
import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import close_old_connections, connection, transaction

from casework.register.models.case import Case, NumberSeries
from tests.build import an_arrival, reference
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 8


def together(act: Callable[[], Any]) -> list[Any]:
    """What AT_ONCE threads that start in one moment get, each on a connection of its own."""
    start, got = threading.Barrier(AT_ONCE), []

    def run() -> None:
        try:
            start.wait()
            got.append(act())
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    close_old_connections()
    return got


def test_arrivals_at_once_get_numbers_that_follow_each_other(cast: Cast) -> None:
    reference()
    numbers = together(lambda: an_arrival(cast).number)
    assert sorted(numbers) == [f"A-2019-{n:06d}" for n in range(1, AT_ONCE + 1)]
    assert Case.objects.count() == AT_ONCE


def test_without_the_lock_the_same_number_would_be_given_twice(cast: Cast) -> None:
    NumberSeries.objects.create(year=2019)
    both_have_read = threading.Barrier(AT_ONCE)

    def next_without_lock() -> int:
        with transaction.atomic():
            series = NumberSeries.objects.get(year=2019)
            both_have_read.wait()
            series.last += 1
            series.save(update_fields=["last"])
            return series.last

    assert together(next_without_lock) == [1] * AT_ONCE


def test_one_submission_sent_many_times_at_once_makes_one_case(cast: Cast) -> None:
    reference()
    token = uuid.uuid4()
    numbers = together(lambda: an_arrival(cast, submission=token, on=datetime.date(2019, 3, 1)))
    assert len(numbers) == AT_ONCE
    assert len({case.number for case in numbers}) == 1
    assert Case.objects.count() == 1
