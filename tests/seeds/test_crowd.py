"""A crowd is on file like anybody who arrived."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from aid.models import Commitment
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from casework.documents.models import CaseDocument
from casework.identity.rules import are_ages_unlikely
from casework.notes.models import Note
from casework.register.choices import Category
from casework.register.models.case import Case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.tasks.models import CaseTask
from partners.loading import load_reference
from seeds.clones import COPIED
from seeds.crowd import add_crowd
from seeds.crowd_files import FileFiller
from seeds.people import Inventor
from shelters.models import Placement
from tests.build import an_arrival
from tests.cast import as_
from tests.world import Stage
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
def test_nobody_invented_is_too_old_for_their_parents():
    load_reference()
    inventor, today = Inventor(1), datetime.date(2019, 4, 1)
    for _family in range(200):
        head = inventor.former_member(today)
        for relative in inventor.relatives(head, today, 4):
            age, age_of_head = (today.year - (each.birth.year or 0) for each in (relative, head))
            assert not are_ages_unlikely(relative.relation, age=age, age_of_principal=age_of_head)


@pytest.mark.long(of="demonstration")
def test_a_crowd_that_lived_has_rows_in_every_room_and_half_its_files_ended(stage: Stage) -> None:
    cast = stage.cast
    load_reference()
    before = set(Case.objects.values_list("pk", flat=True))
    counted = {model: model._default_manager.count() for model in COPIED}
    lives = FileFiller(cast.ana, cast.ana.today())
    add_crowd(80, teams=[(cast.norte, cast.ana)])
    new = Case.objects.exclude(pk__in=before)
    cases = list(new.select_related("office"))
    lives.fill(cases)
    open_cases = new.open()
    assert 0.3 < open_cases.count() / len(cases) < 0.7
    ended = new.exclude(pk__in=open_cases)
    left = Exit.objects.filter(case__in=ended).values("individual").distinct().count()
    assert left == Individual.objects.filter(memberships__case__in=ended).count()
    running = LegalDeadline.objects.running().filter(application__case__in=new)
    assert not running.filter(application__case__in=ended).exists()
    beds = [stay.bed_id for stay in Placement.objects.filter(case__in=new)]
    assert beds
    assert len(beds) == len(set(beds))
    more = {each for each in COPIED if each._default_manager.count() > counted[each]}
    assert len(more) > 25
    for model in (CaseTask, Note, CaseDocument, Commitment, AsylumApplication):
        assert model._default_manager.filter(case__in=open_cases).exists()
    assert Note.objects.filter(case__in=ended).exists()
    for client, name in ((as_(cast.lucia), "permit-list"), (as_(cast.sonia), "today")):
        assert client.get(reverse(name)).status_code == 200
    with pytest.raises(ValueError, match="another office"):
        FileFiller(cast.mara, cast.mara.today()).fill(cases)
