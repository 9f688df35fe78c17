"""The two files of merged records: rows, sight, and the case without people."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from asylum.claims.actions import lodge_application
from asylum.procedure.models.application import AsylumApplication
from casework.cases.actions import CaseCannotClose, close_case, refer_to_legal, restrict_case
from casework.duplicates.actions import find_duplicates, pair_of
from casework.duplicates.models import DuplicatePair
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.models import MovedValue
from casework.merges.values import MergeRefused
from casework.notes.actions import write_note
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import Case, LegalReferral
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.obstacles import obstacles_to_merge
from casework.tasks.actions import set_task
from shelters.actions.placements import place
from shelters.slots import open_placements
from tests.aid.build import a_commitment
from tests.build import a_row, an_arrival, an_individual, people_of, team_of
from tests.casework.documents.build import filed
from tests.cast import log_in
from tests.shelters.build import a_site


@pytest.fixture
def two(cast):
    """Two records of one man, each alone in a case of one team."""
    return an_individual(cast), an_individual(cast, given_names="Jorman José")


@pytest.fixture
def cases(cast, two):
    return tuple(case_of(each, cast.ana.today()) for each in two)


def seen(user, address, number) -> str:
    return log_in(user).get(reverse(address, args=[number])).content.decode()


def test_which_tables_hold_rows_of_the_merged_record_is_asked_in_one_statement(cast, two):
    survivor, merged = two
    with CaptureQueriesContext(connection) as asked:
        merge_individuals(survivor, merged=merged, by=cast.sonia)
    keys = [each["sql"] for each in asked if "json_agg" in each["sql"]]
    assert len(keys) == 1
    assert {"casework_homeincident", "aid_itemdistribution"} <= set(re.findall(r"\w+", keys[0]))
    assert len(asked) <= 140, "62 columns lead to a person, and a dozen tables hold something"


def test_what_is_about_the_person_is_read_in_the_file_of_the_record_that_stays(cast, two, cases):
    survivor, merged = two
    here, there = cases
    about, due = {"individual": merged, "by": cast.ana}, cast.ana.today()
    note = write_note(there, text="Llegó con una herida en el pie.", **about)
    task = set_task(there, title="Llevar a la clínica", due_on=due, **about)
    paper = filed(there, name="carta.txt", content=b"Carta", title="Carta de baja", **about)
    stay = place(merged, site=a_site(cast.cucuta, beds=(2,)), starts_on=due, by=cast.sonia)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    for row in (note, task, paper, stay):
        row.refresh_from_db()
        assert (row.individual, row.case) == (survivor, here)
    assert "herida en el pie" in seen(cast.ana, "case-detail", here.number)
    assert "herida en el pie" in seen(cast.ana, "case-timeline", here.number)
    there.refresh_from_db()
    assert (there.status, there.end_reason) == (CaseStatus.CLOSED, EndReason.DUPLICATE)
    assert open_placements(here)
    with pytest.raises(CaseCannotClose):
        close_case(here, reason=EndReason.SETTLED, on=due, by=cast.ana)
    undo_merge(merge, by=cast.sonia)
    for row in (note, task, paper, stay):
        row.refresh_from_db()
        assert (row.individual, row.case) == (merged, there)


def test_what_is_about_the_whole_family_stays_readable_in_the_case_that_is_absorbed(
    cast, two, cases
):
    survivor, merged = two
    here, there = cases
    write_note(there, text="La familia pide ayuda con la renta.", by=cast.ana)
    asked = seen(cast.sonia, "individual-merge", pair_of(*two).pk)
    assert f"documentos de toda la familia se quedan en {there.number}" in asked
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    link = f'href="{reverse("case-detail", args=[there.number])}"'
    assert link in seen(cast.ana, "individual-detail", survivor.number)
    assert link in seen(cast.ana, "case-detail", here.number)
    assert "ayuda con la renta" in seen(cast.ana, "case-detail", there.number)


def test_a_record_that_was_merged_twice_leads_to_every_case_behind_it(cast):
    last, middle, first = (an_individual(cast) for _each in range(3))
    merge_individuals(middle, merged=last, by=cast.ana)
    merge_individuals(first, merged=middle, by=cast.ana)
    page = seen(cast.ana, "individual-detail", first.number)
    for each in (last, middle):
        assert f"<b>{each.number}</b>" in page
        assert reverse("case-detail", args=[each.number[:13]]) in page
    assert page.count("/undo/") == 1


def test_the_page_says_beforehand_what_happens_to_the_file(cast, two, cases):
    here, there = cases
    site = a_site(cast.cucuta, beds=(2,))
    place(two[1], site=site, starts_on=cast.ana.today(), by=cast.sonia)
    a_commitment(there, by=cast.sonia)
    page = seen(cast.sonia, "individual-merge", pair_of(*two).pk)
    for sentence in (
        f"Lo que hay sobre esta persona en {there.number} pasa a {here.number}.",
        "la cama sigue siendo la misma",
        f"con toda la familia se queda en {there.number}",
        f"En {there.number} no queda nadie.",
        f"Lo que hay sobre esta persona en {here.number} pasa a {there.number}.",
    ):
        assert sentence in page, sentence


def test_somebody_looked_after_under_one_record_is_not_merged_into_one_that_left(cast):
    on = cast.ana.today() - datetime.timedelta(days=30)
    left, present = an_individual(cast, on=on), an_individual(cast, on=on)
    left.memberships.update(left_on=cast.ana.today() - datetime.timedelta(days=3))
    with pytest.raises(MergeRefused):
        merge_individuals(left, merged=present, by=cast.sonia)
    merge_individuals(present, merged=left, by=cast.sonia)
    assert case_of(present, cast.ana.today()) == case_of(present, on)


def test_whoever_saw_an_application_before_sees_it_after(cast, two, cases):
    survivor, merged = two
    refer_to_legal(cases[1], by=cast.ana)
    told = {"on": cast.ana.today(), "statement": "Pide protección.", "by": cast.lucia}
    application = lodge_application(merged, **told)
    before = seers(cast, application)
    assert cast.lucia in before
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert seers(cast, application) == before
    [carried] = LegalReferral.objects.filter(case=cases[0])
    assert (carried.came_with_merge, carried.ended_on) == (merge, None)
    undo_merge(merge, by=cast.sonia)
    assert seers(cast, application) == before
    assert not Case.objects.visible_to(cast.lucia).filter(pk=cases[0].pk).exists()


def test_a_case_that_is_with_legal_already_is_referred_once(cast, two, cases):
    for case in cases:
        refer_to_legal(case, by=cast.ana)
    merge = merge_individuals(two[0], merged=two[1], by=cast.sonia)
    assert not merge.legal_referrals.exists()


def test_the_case_to_which_a_membership_follows_is_referred_as_the_older_one_was(cast):
    on = cast.ana.today() - datetime.timedelta(days=30)
    survivor, merged = an_individual(cast, on=on), an_individual(cast, on=cast.ana.today())
    refer_to_legal(case_of(survivor, on), by=cast.ana)
    told = {"on": on, "statement": "Pide protección.", "by": cast.lucia}
    application = lodge_application(survivor, **told)
    survivor.memberships.update(left_on=on + datetime.timedelta(days=5))
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert cast.lucia in seers(cast, application)


def seers(cast, application) -> set:
    return {
        user
        for user in cast.users.values()
        if AsylumApplication.objects.visible_to(user).filter(pk=application.pk).exists()
    }


def test_cases_that_differ_in_who_may_see_them_are_not_merged(cast, two, cases):
    here, there = cases
    restrict_case(there, people=[cast.ana], by=cast.sonia)
    for way in (two, two[::-1]):
        [obstacle] = obstacles_to_merge(*way)
        assert obstacle.address == reverse("case-restrict", args=[here.number])
        with pytest.raises(MergeRefused):
            merge_individuals(way[0], merged=way[1], by=cast.sonia)
    restrict_case(here, people=[], by=cast.sonia)
    with pytest.raises(MergeRefused):
        merge_individuals(*two[:1], merged=two[1], by=cast.sonia)
    restrict_case(here, people=[cast.ana], by=cast.sonia)
    merge_individuals(two[0], merged=two[1], by=cast.sonia)
    assert not Individual.objects.visible_to(cast.lucia).exists()


def test_a_double_within_one_family_keeps_its_case(cast):
    case = an_arrival(cast, people=[a_row("Yorman"), a_row("Marleny"), a_row("Marlenis")])
    _head, wife, double = people_of(case)
    note = write_note(case, text="Está encinta.", individual=double, by=cast.ana)
    merge_individuals(wife, merged=double, by=cast.ana)
    note.refresh_from_db()
    case.refresh_from_db()
    assert (note.individual, note.case, case.is_open) == (wife, case, True)
    assert not MovedValue.objects.filter(model="casework.note", column="case_id").exists()


def test_another_team_is_named_before_it_loses_sight(cast, two):
    other = an_individual(cast, by=cast.bruno)
    page = seen(cast.sonia, "individual-merge", pair_of(two[0], other).pk)
    assert f"es del equipo «{team_of(cast.bruno).name}»" in page
    assert f"es del equipo «{team_of(cast.ana).name}»" in page


def test_the_person_is_compared_anew_after_a_merge_and_after_its_undoing(cast):
    one = an_individual(cast, given_names="Oriana", family_names="Zambrano", born=1980)
    double = an_individual(
        cast, given_names="Oriana", family_names="Zambrano", born=1980, document="V-21.111.333"
    )
    third = an_individual(
        cast, given_names="Oriana", family_names="Villasmil", born=1980, document="V-21.111.333"
    )
    find_duplicates([one.pk, double.pk, third.pk])
    assert (has_pair(double, third), has_pair(one, third)) == (True, False)
    assert not Individual.objects.to_compare().exists()
    merge = merge_individuals(one, merged=double, by=cast.sonia)
    assert list(Individual.objects.to_compare()) == [one]
    find_duplicates([one.pk])
    assert has_pair(one, third)
    undo_merge(merge, by=cast.sonia)
    assert set(Individual.objects.to_compare()) == {one, double}


def has_pair(one, other) -> bool:
    first, second = sorted((one.pk, other.pk))
    return DuplicatePair.objects.filter(first=first, second=second).exists()
