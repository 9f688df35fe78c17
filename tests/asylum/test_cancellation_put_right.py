"""A permit that was said to be cancelled by mistake, or on another day, is put right where it stands."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from asylum.letters.choices import LetterKind
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import PermitType
from tests.asylum.build import D, a_permit
from tests.asylum.test_letter_grounds import TODAY, is_valid, make
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")


@pytest.fixture
def permit(cast):
    facts = {"type": PermitType.PEP, "number": "PEP-9", "work_right": "yes"}
    return a_permit(cast, expires_on=D(2019, 9, 1), **facts)


def cancel(cast, permit, on="15/5/2019"):
    address = reverse("permit-cancel", args=[permit.pk])
    return as_(cast.lucia).post(address, {"on": on}, follow=True)


def read(cast, permit):
    return page_of(as_(cast.lucia).get(permit.get_absolute_url()))


def put_right(cast, permit, **typed):
    address = reverse("permit-cancel-correct", args=[permit.pk])
    assert address in read(cast, permit).links
    fields = page_of(as_(cast.lucia).get(address)).fields
    return as_(cast.lucia).post(address, fields | typed)


def test_it_is_taken_back_in_place_and_paper_work_and_letter_count_again(cast, permit):
    letter = make(cast, permit.individual, LetterKind.EMPLOYER)
    cancel(cast, permit)
    assert not is_valid(letter)
    assert put_right(cast, permit, is_mistake="on").status_code == 302
    assert Permit.objects.held_on(TODAY).get() == permit
    assert is_valid(letter)
    page = read(cast, permit)
    assert page.says("Puede trabajar hoy", "cancelado el: 15 may 2019 → —")
    assert reverse("permit-renew", args=[permit.pk]) in page.links


def test_its_day_is_put_right_and_lies_between_the_issue_and_today(cast, permit):
    cancel(cast, permit)
    for day in ("3/3/2019", "17/5/2019", "15/5/2019"):
        assert put_right(cast, permit, on=day).status_code == 200
    assert put_right(cast, permit, on="14/5/2019").status_code == 302
    permit.refresh_from_db()
    assert permit.cancelled_on == D(2019, 5, 14)
    assert read(cast, permit).says("cancelado el: 15 may 2019 → 14 may 2019")


def test_the_button_beside_the_message_takes_it_back_at_once(cast, permit):
    undo = reverse("permit-cancel-undo", args=[permit.pk])
    assert undo in cancel(cast, permit).content.decode()
    as_(cast.lucia).post(undo)
    permit.refresh_from_db()
    assert permit.cancelled_on is None
    assert as_(cast.lucia).post(undo).status_code == 404


def test_more_than_a_day_after_it_was_recorded_a_reason_is_needed(cast, permit):
    cancel(cast, permit)
    # The database's own clock says when, not that of these tests.
    recorded_at = permit.as_known.order_by("pgh_id").last().pgh_created_at
    with time_machine.travel(recorded_at + datetime.timedelta(days=2)):
        assert put_right(cast, permit, is_mistake="on").status_code == 200
        reason = {"is_mistake": "on", "reason": "Era de otra persona"}
        assert put_right(cast, permit, **reason).status_code == 302


def test_what_is_not_cancelled_or_was_a_mistake_has_nothing_to_put_right(cast, permit):
    address = reverse("permit-cancel-correct", args=[permit.pk])
    assert as_(cast.lucia).get(address).status_code == 404
    cancel(cast, permit)
    assert as_(cast.ana).get(address).status_code in (403, 404)
    Permit.objects.filter(pk=permit.pk).update(mistaken_on=TODAY)
    assert as_(cast.lucia).get(address).status_code == 404
