"""A crowd is on file like anybody who arrived."""

import datetime

import pytest

from accounts.models import AuditEvent
from casework.register.choices import Category
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from partners.loading import load_reference
from seeds.crowd import add_crowd
from tests.build import an_arrival
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
