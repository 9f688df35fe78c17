"""Whose claim a chip of a file is about: its name, unless it is the same for every adult; and who has still to apply."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.pathways.choices import ApplicationStatus as S
from tests.asylum.build import a_referred_family, an_application, answers
from tests.build import a_row
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")

TO_APPLY, LODGED = "Solicitud por presentar", "Presentada"
# Two months after the arrival of 23 February.
IN_TIME = datetime.datetime(2019, 3, 8, 17, tzinfo=datetime.UTC)


def lodged(cast, person, *, on="5/3/2019"):
    """Through the form, as on the page of the person."""
    client, address = as_(cast.lucia), reverse("application-lodge", args=[person.pk])
    typed = page_of(client.get(address)).fields | {"lodged_on": on}
    answer = client.post(address, typed)
    assert answer.status_code == 302, page_of(answer).refusals
    return person.applications.get()


def chips(user, address) -> list[str]:
    page = page_of(as_(user).get(address))
    [head] = list(page.root.where("class", "file-head"))
    return [each.text for each in head.where("class", "tag")]


def files_of(person) -> list[str]:
    number = person.memberships.get().case.number
    parts = [reverse("case-part", args=[number, part]) for part in ("people", "law")]
    return [reverse("case-detail", args=[number]), *parts, reverse("case-timeline", args=[number])]


def test_once_one_adult_applied_the_others_term_stands_in_chip_and_summary(cast):
    with time_machine.travel(IN_TIME):
        man, wife, _son, brother = a_referred_family(cast)
        lodged(cast, man)
        for user in (cast.lucia, cast.ana):
            for address in files_of(man):
                [chip] = [each for each in chips(user, address) if TO_APPLY in each]
                assert wife.display_name in chip, chip
                assert brother.display_name in chip
                assert man.display_name not in chip
            summary = page_of(as_(user).get(files_of(man)[0]))
            assert summary.says(f"{wife.display_name}, {brother.display_name}: {TO_APPLY}")
        lodged(cast, wife)
        lodged(cast, brother)
        for address in files_of(man):
            assert not any(TO_APPLY in each for each in chips(cast.lucia, address))


def test_a_state_that_is_not_everybodys_carries_its_name_on_each_page_of_the_file(cast):
    man, wife, _son, brother = a_referred_family(cast)
    claim = an_application(cast, man)
    for each in (wife, brother):
        an_application(cast, each, depends_on=claim)
    for address in files_of(man):
        [chip] = [each for each in chips(cast.lucia, address) if LODGED in each]
        assert ":" not in chip.partition(LODGED)[0], chip
    move_application(claim, to=S.WITHDRAWN, **answers(S.WITHDRAWN), by=cast.lucia)
    for address in files_of(man):
        [chip] = [each for each in chips(cast.lucia, address) if LODGED in each]
        assert wife.display_name in chip
        assert man.display_name not in chip


def test_children_do_not_bring_a_name_to_the_claim_of_the_one_adult(cast):
    people = [a_row("Rosa", "Mora", born=1991), a_row("Luz", "Mora", born=2018)]
    mother, _child = a_referred_family(cast, people=people)
    an_application(cast, mother)
    for address in files_of(mother):
        assert not any(mother.display_name in each for each in chips(cast.lucia, address))
