"""Facts of the source articles about arrivals that asylum's deadlines must hold true."""

from casework.register.choices import BirthPrecision, Category, EntryMode, Sex
from casework.register.rules import Birth
from tests.asylum.build import D
from tests.asylum.test_due import due
from tests.build import a_row, an_arrival, people_of


def test_f18_the_two_months_run_for_who_came_over_the_river_without_a_stamp(cast, law):
    soldier = a_row(
        category=Category.FORMER_MEMBER,
        sex=Sex.MALE,
        birth=Birth(BirthPrecision.YEAR, None, 1991),
    )
    arrivals = {
        mode: people_of(
            an_arrival(
                cast, people=[soldier], on=D(2019, 3, 20), entry_mode=mode, is_stamped=is_stamped
            )
        )[0]
        for mode, is_stamped in ((EntryMode.RIVER, False), (EntryMode.BRIDGE, True))
    }
    assert arrivals[EntryMode.RIVER].arrival.is_stamped is False
    days = {about: on for on, about, _tone in due("application_to_lodge")}
    assert {mode: days[person.pk] for mode, person in arrivals.items()} == {
        EntryMode.RIVER: D(2019, 5, 20),
        EntryMode.BRIDGE: D(2019, 5, 20),
    }
