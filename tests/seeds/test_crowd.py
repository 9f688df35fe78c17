"""A crowd is on file like anybody who arrived."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from aid.models import Commitment
from asylum.models import AsylumApplication, LegalDeadline, Permit
from casework.register.choices import Category
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.tasks.models import CaseTask
from partners.loading import load_reference
from seeds.crowd import add_crowd
from seeds.crowd_lives import Lives
from shelters.models import Placement
from tests.build import an_arrival
from tests.cast import as_
from vault.search import ranked


@pytest.mark.django_db
def test_a_crowd_is_numbered_on_and_found_by_name(cast):
    load_reference()
    known = an_arrival(cast, on=datetime.date(2019, 4, 1))
    added = add_crowd(60, teams=[(cast.norte, cast.ana), (cast.sur, cast.bruno)])
    assert 60 <= added <= 64
    assert Individual.objects.count() == 4 + added
    assert Case.objects.filter(number__lte=known.number).count() == 1
    assert Case.objects.count() == Case.objects.values("number").distinct().count()
    assert AuditEvent.objects.filter(verb="arrival.logged").count() == Case.objects.count()
    somebody = Individual.objects.filter(category=Category.FORMER_MEMBER).order_by("-number")[0]
    assert somebody in list(ranked(Individual.objects.all(), somebody.full_name)[:5])


@pytest.mark.django_db
def test_a_crowd_that_lived_has_rows_in_every_room_and_half_its_files_ended(cast):
    load_reference()
    add_crowd(80, teams=[(cast.norte, cast.ana)])
    cases = list(Case.objects.select_related("office"))
    Lives(cast.ana, cast.ana.today()).live(cases)
    open_cases = Case.objects.open()
    assert 0 < open_cases.count() < len(cases)
    served = Individual.objects.filter(category=Category.FORMER_MEMBER).count()
    assert AsylumApplication.objects.count() == Permit.objects.count() == served
    running = LegalDeadline.objects.running()
    assert {term.application.case_id for term in running} <= set(
        open_cases.values_list("pk", flat=True)
    )
    assert CaseTask.objects.open().count() == open_cases.count()
    beds = [stay.bed_id for stay in Placement.objects.all()]
    assert beds
    assert len(beds) == len(set(beds))
    assert Commitment.objects.exists()
    for client, name in ((as_(cast.lucia), "permit-list"), (as_(cast.sonia), "today")):
        assert client.get(reverse(name)).status_code == 200
    with pytest.raises(ValueError, match="another office"):
        Lives(cast.mara, cast.mara.today()).live(cases)
