"""Service and sanctions that were recorded by mistake are withdrawn: they stay readable and count nowhere."""

import datetime

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.renunciation.actions import record_demand, withdraw_renunciation
from asylum.renunciation.querysets import PeopleWithoutPaper
from casework.cases.actions import refer_to_legal
from casework.needs.actions import record_need, withdraw_need
from casework.needs.models import SpecificNeed
from casework.register.choices import Category
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.service.actions import (
    correct_sanction,
    correct_service,
    record_disarmament,
    record_sanction,
    record_service,
    withdraw_sanction,
    withdraw_service,
)
from casework.service.models import ServiceRecord
from tests.asylum.build import sign
from tests.build import an_arrival, an_individual, people_of, reference
from tests.casework.file.test_timeline import told
from tests.casework.identity.fill_person import a_code
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.date(2019, 3, 1)


@pytest.fixture
def head(cast: Cast) -> Individual:
    """A wife who was logged as the head, with service by mistake."""
    reference()
    person = an_individual(cast, given_names="Marleny", sex="f")
    refer_to_legal(Case.objects.get(), by=cast.ana)
    return person


def test_f28_a_wife_logged_as_head_is_asked_for_no_paper_once_her_service_is_taken_back(cast, head):
    record_demand(head, is_asked=True, on=DAY, by=cast.lucia)
    assert list(PeopleWithoutPaper(cast.lucia).without_paper) == [head]
    record = head.service_records.get()
    client = log_in(cast.ana)
    address = reverse("service-withdraw", args=[head.number, record.pk])
    assert address in page_of(client.get(reverse("individual-detail", args=[head.number]))).links
    assert "reason" in client.post(address, {"reason": " "}).context["form"].errors
    assert client.post(address, {"reason": "Nunca sirvió."}).status_code == 302
    head.refresh_from_db()
    assert (head.category, list(PeopleWithoutPaper(cast.lucia).without_paper)) == (
        Category.RELATIVE,
        [],
    )
    assert AuditEvent.objects.filter(verb="service.withdrawn", actor=cast.ana).count() == 1
    assert not ServiceRecord.objects.people(cast.ana).exists()
    assert not ServiceRecord.objects.last_of_each().exists()
    page = page_of(client.get(reverse("individual-detail", args=[head.number])))
    assert page.says("Nunca sirvió.")
    assert not page.holds(address)


def test_who_served_in_another_force_still_counts_as_a_former_member(cast, head):
    wrong = head.service_records.get()
    right = record_service(head, force=reference()["force"], by=cast.ana)
    withdraw_service(wrong, reason="Se repitió.", by=cast.ana)
    head.refresh_from_db()
    assert head.category == Category.FORMER_MEMBER
    assert list(ServiceRecord.objects.last_of_each()) == [right]


def test_a_record_is_taken_back_once_and_corrected_no_more(cast, head):
    first = head.service_records.get()
    second = correct_service(first, force=reference()["force"], by=cast.ana)
    with refused("Somebody has corrected this already: open it again"):
        withdraw_service(first, reason="Error.", by=cast.ana)
    withdraw_service(second, reason="Error.", by=cast.ana)
    with refused("This was taken back already"):
        withdraw_service(second, reason="Error.", by=cast.ana)
    with refused("This was taken back already"):
        correct_service(second, force=reference()["force"], by=cast.ana)
    with pytest.raises(NotAllowed):
        withdraw_service(second, reason="Error.", by=cast.bruno)


def test_who_signed_or_handed_over_as_a_former_member_stays_one_until_that_is_put_right(cast, head):
    record = head.service_records.get()
    paper = sign(head, signed_on=DAY, by=cast.lucia)
    with refused("A renunciation of military activity is on file"):
        withdraw_service(record, reason="Nunca sirvió.", by=cast.ana)
    withdraw_renunciation(paper, on=DAY, by=cast.lucia)
    record_disarmament(head, uniform_handed_over="yes", by=cast.ana)
    with refused("It is on file that this person handed something"):
        withdraw_service(record, reason="Nunca sirvió.", by=cast.ana)
    head.refresh_from_db()
    record.refresh_from_db()
    assert (head.category, record.is_withdrawn) == (Category.FORMER_MEMBER, False)
    record_disarmament(head, uniform_handed_over="no", by=cast.ana)
    withdraw_service(record, reason="Nunca sirvió.", by=cast.ana)
    head.refresh_from_db()
    assert head.category == Category.RELATIVE


def test_a_sanction_by_mistake_leaves_the_timeline_and_stays_on_the_page(cast, head):
    case = Case.objects.get()
    wrong = record_sanction(head, type="expulsion", on=DAY, by=cast.ana)
    sanction = correct_sanction(wrong, type="demotion", on=DAY, by=cast.ana)
    assert any(sanction.get_type_display() in line for line in told(case, cast.ana))
    with refused("Somebody has corrected this already: open it again"):
        withdraw_sanction(wrong, reason="Otro.", by=cast.ana)
    client = log_in(cast.ana)
    address = reverse("sanction-withdraw", args=[head.number, sanction.pk])
    assert client.post(address, {"reason": "Era su primo."}).status_code == 302
    assert not any(sanction.get_type_display() in line for line in told(case, cast.ana))
    assert not head.sanctions.current().exists()
    page = page_of(client.get(reverse("individual-detail", args=[head.number])))
    assert page.says("Era su primo.")


def test_a_need_by_mistake_held_on_no_day(cast, head):
    case = Case.objects.get()
    code = a_code("DS-PM", room_needs=["ground_floor"])
    need = record_need(head, code=code, starts_on=DAY, source="observed", by=cast.ana)
    today = cast.ana.today()
    assert SpecificNeed.objects.room_needs_of([head.pk], today)
    client = log_in(cast.ana)
    address = reverse("need-withdraw", args=[head.number, need.pk])
    assert client.post(address, {"reason": "Se anotó en la ficha equivocada."}).status_code == 302
    assert not SpecificNeed.objects.room_needs_of([head.pk], today)
    assert not SpecificNeed.objects.open_on(DAY).exists()
    [line] = [line for line in told(case, cast.sonia) if "DS-PM" in line]
    assert "por error" in line
    page = page_of(client.get(reverse("individual-detail", args=[head.number])))
    assert page.says("Se anotó en la ficha equivocada.")
    again = record_need(head, code=code, starts_on=DAY, source="observed", by=cast.ana)
    assert SpecificNeed.objects.room_needs_of([head.pk], today)
    with pytest.raises(NotAllowed):
        withdraw_need(again, reason="Error.", by=cast.bruno)


def test_a_relative_of_a_family_who_served_after_all_can_be_a_relative_again(cast):
    wife = people_of(an_arrival(cast))[1]
    record = record_service(wife, force=reference()["force"], by=cast.ana)
    withdraw_service(record, reason="Fue su hermana.", by=cast.ana)
    wife.refresh_from_db()
    assert wife.category == Category.RELATIVE
