"""Facts that possible duplicates rest on."""

import datetime

import time_machine

from casework.duplicates.querysets import likely_duplicates
from casework.duplicates.rules.matching import Candidate
from casework.register.choices import BirthPrecision, Sex
from casework.register.rules import Birth
from tests.build import an_individual


def test_f10_ages_of_36_and_27_are_told_for_the_day_on_which_somebody_asks(cast):
    for given, age in (("Yorman José", 36), ("Wilmer Alí", 27)):
        told = Birth(BirthPrecision.AGE, None, 2019 - age)
        an_individual(cast, given_names=given, birth=told, born=None)
        again = Candidate(given, "Rodríguez Peña", Sex.MALE, told)
        for year in (2019, 2021):
            with time_machine.travel(datetime.datetime(year, 11, 21, 12, tzinfo=datetime.UTC)):
                [line] = likely_duplicates(again, cast.ana)
            assert line.age == age + year - 2019
