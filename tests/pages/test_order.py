"""Names stand in the order of a dictionary, whether the database or Python sorts them."""

import pytest
from django.urls import reverse

from accounts.models import Team, User
from accounts.roles import Role
from pages.order import in_order
from partners.choices import OrganisationKind
from partners.models import Organisation
from shelters.models import Site
from tests.cast import as_, hire
from tests.page import page_of
from tests.shelters.build import a_site

NAMES = [
    "ACNUR", "Ágora", "Albergue", "Brigada", "casa", "Óscar", "peña", "Peñaranda", "Peón", "Niza", "Ñato", "nube",
    "Zulia", "Ñandú", "Łucja", "Luz",
]  # fmt: skip
RIGHT = [
    "ACNUR", "Ágora", "Albergue", "Brigada", "casa", "Łucja", "Luz", "Niza", "nube", "Ñandú", "Ñato", "Óscar",
    "peña", "Peñaranda", "Peón", "Zulia",
]  # fmt: skip


def organised(name, **facts):
    return Organisation.objects.create(name=name, kind=OrganisationKind.NGO, **facts)


def test_names_that_python_sorts():
    assert in_order(NAMES) == RIGHT


@pytest.mark.django_db
def test_organisations_stand_by_the_name_that_is_shown(cast):
    for name in NAMES:
        organised(name)
    organised("Zonta Internacional", short_name="Bosque")
    right = [*RIGHT[:3], "Bosque", *RIGHT[3:]]
    assert [str(each) for each in Organisation.objects.all()] == right
    assert [str(each) for each in Organisation.objects.reverse()] == right[::-1]
    page = page_of(as_(cast.sonia).get(reverse("organisation-list")))
    listed = [next(iter(row.values())) for row in page.rows]
    assert listed == [*RIGHT[:-1], "Zonta Internacional", RIGHT[-1]]


@pytest.mark.django_db
def test_staff_teams_and_sites_stand_in_order(cast):
    for name in NAMES:
        hire(f"{name} Rojas", Role.CASEWORKER, cast.cucuta, cast.norte)
        a_site(cast.cucuta, name=name)
        Team.objects.create(office=cast.cucuta, name=name)
    for rows in (User.objects.all(), Site.objects.all(), Team.objects.filter(office=cast.cucuta)):
        shown = [str(each).removesuffix(" Rojas") for each in rows]
        assert [name for name in shown if name in RIGHT] == RIGHT
