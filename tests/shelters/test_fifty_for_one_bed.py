"""Fifty people ask for one bed at one moment.

The moment is made: all of them have looked and found the bed free before the first may write."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connections

from shelters.actions import placements
from shelters.models import Placement
from shelters.refusals import BedTaken
from tests.cast import build_cast
from tests.shelters.build import a_family, a_site, beds_of, people_of

# At every run; all fifty ask in the long one.
ASKERS, FIFTY = 12, 50
PATIENCE = 120
CONSTRAINT = "one_stay_per_bed_and_night"
pytestmark = pytest.mark.django_db(transaction=True)


def owner() -> psycopg.Connection:
    settings = connections["owner"].settings_dict
    keys = {
        "host": "HOST",
        "port": "PORT",
        "user": "USER",
        "password": "PASSWORD",
        "dbname": "NAME",
    }
    login = {key: settings[name] for key, name in keys.items()}
    return psycopg.connect(**login, autocommit=True)


@contextmanager
def nobody_writes_before_all_have_looked(askers: int) -> Iterator[None]:
    """Reads pass, writes of stays wait, until so many wait: for the stays, or for one another.

    Who locks a row first and then waits for the stays holds up who wants the same row: both have looked."""
    with owner() as gate, owner() as watch:
        gate.execute("BEGIN")
        gate.execute("LOCK TABLE shelters_placement IN SHARE MODE")
        yield
        query = """SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE datname = current_database() AND NOT granted"""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if watch.execute(query).fetchone()[0] >= askers:
                break
            time.sleep(0.05)
        else:
            raise AssertionError(f"Fewer than {askers} waited: nothing happened at one moment.")
        gate.execute("COMMIT")


@pytest.fixture
def rush():
    """Lets everybody ask at once; counts what each of them is told."""
    cast = build_cast()
    site = a_site(cast.cucuta, beds=[1, 2], run_by=cast.carla)
    bed, today = beds_of(site)[0], cast.carla.today()

    def ask(person):
        try:
            placements.place(person, site=site, bed=bed, starts_on=today, by=cast.carla)
        except BedTaken as refusal:
            return "told what is free" if len(refusal.sentences) == 2 else "told"
        except Exception as error:
            return repr(error)
        else:
            return "placed"
        finally:
            connections.close_all()

    def everybody(askers):
        people = [people_of(a_family(cast.norte))[0] for _ in range(askers)]
        with ThreadPoolExecutor(askers) as pool:
            with nobody_writes_before_all_have_looked(askers):
                answers = [pool.submit(ask, person) for person in people]
            return Counter(answer.result() for answer in answers)

    return everybody


@contextmanager
def without_the_constraint():
    with owner() as database:
        query = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = %s"
        (definition,) = database.execute(query, [CONSTRAINT]).fetchone()
        database.execute(f"ALTER TABLE shelters_placement DROP CONSTRAINT {CONSTRAINT}")
        try:
            yield
        finally:
            database.execute("TRUNCATE shelters_placement CASCADE")
            database.execute(
                f"ALTER TABLE shelters_placement ADD CONSTRAINT {CONSTRAINT} {definition}"
            )


def test_one_gets_it_and_all_others_are_told_what_is_free(rush):
    assert rush(ASKERS) == {"placed": 1, "told what is free": ASKERS - 1}
    assert Placement.objects.count() == 1


@pytest.mark.long(of="projection")
def test_one_gets_it_and_forty_nine_are_told_what_is_free(rush):
    assert rush(FIFTY) == {"placed": 1, "told what is free": FIFTY - 1}
    assert Placement.objects.count() == 1


def test_without_the_constraint_several_would_sleep_in_it(rush):
    with without_the_constraint():
        assert rush(5)["placed"] == Placement.objects.count() > 1
