"""Specific needs: who may know of them, what falls due, what whoever gives beds is told."""

import datetime

import pytest
from django.urls import reverse

from accounts.access import NotAllowed, can
from accounts.models import AuditEvent
from accounts.permissions import Permission
from casework.cases.actions import refer_to_legal
from casework.needs.actions import end_need, record_need, review_need
from casework.needs.models import SpecificNeed
from casework.register.models.case import Case
from partners.loading import load_reference
from reference.choices import REPORTED_IN_CONFIDENCE, RoomNeed
from reference.models import NeedCode
from shelters.actions.placements import place
from tests.build import an_individual
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of
from worklist.due.rows import due

pytestmark = pytest.mark.django_db
SINCE = datetime.date(2019, 3, 1)


def a_need(person, by, code="DS-PM", **facts) -> SpecificNeed:
    given = a_code(code, is_restricted=code[:2] in {"TR", "SV"}, room_needs=["ground_floor"])
    facts = {"starts_on": SINCE, "source": "observed"} | facts
    return record_need(person, code=given, by=by, **facts)


def test_the_codes_are_loaded_with_the_restricted_ones_marked(cast):
    load_reference()
    restricted = set(NeedCode.objects.filter(is_restricted=True).values_list("pk", flat=True))
    assert {"TR-HO", "TR-WV", "SV-VO"} <= restricted
    # Whether somebody took part in abuses or is a danger is no need: that is handed in, in confidence.
    assert not NeedCode.objects.filter(pk__in=REPORTED_IN_CONFIDENCE).exists()
    assert not restricted & {"LP-RR", "LP-DO", "LP-WP", "SM-MN", "SP-CG"}
    flags = {flag for code in NeedCode.objects.all() for flag in code.room_needs}
    assert flags == set(RoomNeed.values)


def test_the_same_need_twice_and_one_of_somebody_elses_case_are_refused(cast):
    person = an_individual(cast)
    need = a_need(person, cast.ana)
    with refused("This need is on file already"):
        a_need(person, cast.ana)
    with pytest.raises(NotAllowed):
        a_need(person, cast.bruno, code="SM-MN")
    end_need(need, ended_on=datetime.date(2019, 4, 1), by=cast.ana)
    a_need(person, cast.ana, starts_on=datetime.date(2019, 5, 1))


def test_a_restricted_need_is_the_legal_officers_alone_and_no_count_betrays_it(cast):
    person = an_individual(cast)
    case = Case.objects.get()
    refer_to_legal(case, by=cast.ana)
    with pytest.raises(NotAllowed):
        a_need(person, cast.ana, code="TR-WV")
    need = a_need(person, cast.lucia, code="TR-WV", note="Vio lo que pasó")
    assert can(cast.lucia, Permission.NEED_READ, about=need)
    assert not can(cast.ana, Permission.NEED_READ, about=need)
    assert not can(cast.sonia, Permission.NEED_READ, about=need)
    for user, is_shown in ((cast.lucia, True), (cast.ana, False), (cast.sonia, False)):
        pages = [
            reverse("individual-detail", args=[person.number]),
            reverse("case-part", args=[case.number, "people"]),
            reverse("need-list"),
        ]
        found = [page_of(as_(user).get(page)).holds("TR-WV") for page in pages]
        assert found == [is_shown] * 3, user
        address = reverse("need-review", args=[person.number, need.pk])
        assert as_(user).get(address).status_code == (200 if is_shown else 404)
    assert not page_of(as_(cast.ana).get(reverse("need-list"))).holds(person.number)


def test_the_form_offers_each_reader_the_codes_that_they_may_record(cast):
    a_code("DS-PM")
    a_code("TR-WV", is_restricted=True)
    person = an_individual(cast)
    refer_to_legal(Case.objects.get(), by=cast.ana)
    address = reverse("need-record", args=[person.number])
    for user, offered in ((cast.ana, ("DS-PM", "TR-WV")), (cast.lucia, ("TR-WV", "DS-PM"))):
        text = as_(user).get(address).content.decode()
        assert [f'value="{code}"' in text for code in offered] == [True, False]


def test_who_gives_beds_learns_what_the_room_must_offer_and_never_why(cast):
    person = an_individual(cast)
    case = Case.objects.get()
    a_need(person, cast.ana, note="Herida de bala")
    assert SpecificNeed.objects.room_needs_of([person.pk], cast.ana.today()) == {
        person.pk: [RoomNeed.GROUND_FLOOR]
    }
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    place(person, site=site, bed=beds_of(site)[0], starts_on=cast.cucuta.today(), by=cast.sonia)
    card = page_of(as_(cast.carla).get(reverse("case-card", args=[case.number])))
    assert card.says("Planta baja")
    assert not card.holds("DS-PM")
    assert not card.holds("Herida")


def test_a_day_of_review_falls_due_with_a_number_and_moves_on_when_somebody_looked(cast):
    person, today = an_individual(cast), cast.ana.today()
    soon = today + datetime.timedelta(days=5)
    need = a_need(person, cast.ana, review_on=soon)
    [row] = due(cast.ana, today=today, kinds=["need_review"])
    assert (row.on, row.about_id, row.severity) == (soon, str(need.pk), "warn")
    assert list(due(cast.bruno, today=today, kinds=["need_review"])) == []
    page = page_of(as_(cast.ana).get(reverse("due-list")))
    assert page.says(person.number)
    assert not page.holds("DS-PM")
    review_need(need, review_on=soon + datetime.timedelta(days=90), by=cast.ana)
    [row] = due(cast.ana, today=today, kinds=["need_review"])
    assert row.on == soon + datetime.timedelta(days=90)
    end_need(need, ended_on=today, by=cast.ana)
    assert list(due(cast.ana, today=today, kinds=["need_review"])) == []


def test_a_review_of_a_restricted_need_falls_due_for_the_legal_officer_alone(cast):
    person, today = an_individual(cast), cast.ana.today()
    refer_to_legal(Case.objects.get(), by=cast.ana)
    a_need(person, cast.lucia, code="SV-VO", review_on=today + datetime.timedelta(days=2))
    kinds = ["need_review", "restricted_need_review"]
    assert len(list(due(cast.lucia, today=today, kinds=kinds))) == 1
    assert list(due(cast.ana, today=today, kinds=kinds)) == []
    assert list(due(cast.sonia, today=today, kinds=kinds)) == []


def test_the_audit_log_tells_that_a_need_was_recorded_and_not_which(cast):
    need = a_need(an_individual(cast), cast.ana)
    event = AuditEvent.objects.get(verb="need.recorded")
    assert (event.actor, event.about_id) == (cast.ana, str(need.pk))
    assert "DS-PM" not in str(event.details)


@pytest.mark.parametrize("address", ["need-list", "individual-list"])
def test_a_list_of_people_asks_as_often_for_four_as_for_one(
    cast, address, django_assert_max_num_queries
):
    client = as_(cast.ana)
    a_need(an_individual(cast), cast.ana)
    client.get(reverse(address))
    with django_assert_max_num_queries(16) as one:
        client.get(reverse(address))
    for _person in range(3):
        a_need(an_individual(cast), cast.ana)
    with django_assert_max_num_queries(16) as many:
        client.get(reverse(address))
    assert len(one) == len(many)


def test_words_stand_before_codes_in_the_list_of_needs_and_order_it(cast):
    load_reference()
    page = as_(cast.ana).get(reverse("need-record", args=[an_individual(cast).number]))
    groups = page.context["form"].fields["code"].choices[1:]
    assert len(groups) > 3
    for _family, offered in groups:
        words = [text for _code, text in offered]
        assert words == sorted(words)
        assert all(text.endswith(f" ({code})") for code, text in offered)
    assert any([code for code, _text in each] != sorted(c for c, _t in each) for _f, each in groups)
