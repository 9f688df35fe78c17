"""A child of a family of whom an adult applied: the file says that the child is in no claim, and the form says the
same of the term."""

import pytest
from django.urls import reverse
from django.utils import translation

from asylum.claims.actions import move_application
from asylum.file.panels import applications
from asylum.pathways.choices import ApplicationStatus as S
from casework.register.choices import Relation
from casework.register.models.individual import Individual
from tests.asylum.build import a_referred_family, an_application, answers
from tests.asylum.test_head_of_a_case import glance
from tests.cast import as_
from tests.page import page_of


@pytest.fixture
def family(cast, law):
    return a_referred_family(cast)


def child_of(family) -> Individual:
    return max(family, key=lambda person: person.birth_year or 0)


def law_page(cast, family):
    case = family[0].memberships.get().case
    return page_of(as_(cast.lucia).get(reverse("case-part", args=[case.number, "law"])))


def summary(cast, family):
    case = family[0].memberships.get().case
    return page_of(as_(cast.lucia).get(reverse("case-detail", args=[case.number])))


def facts(cast, family) -> list[tuple[str, str, str]]:
    case = family[0].memberships.get().case
    with translation.override("es"):
        found = glance(applications, case, cast.lucia)
    return [(each.text, each.names, each.act_url) for each in found if "propia" in each.text]


def form_of(child) -> str:
    return reverse("application-lodge", args=[child.pk])


def test_who_is_left_out_is_said_beside_the_child_and_in_what_is_to_be_done(cast, family):
    child = child_of(family)
    assert not facts(cast, family)
    assert not law_page(cast, family).says("Sin solicitud propia")
    an_application(cast, family[0])
    said = "Niña o niño sin solicitud propia"
    assert facts(cast, family) == [(said, child.display_name, form_of(child))]
    page = law_page(cast, family)
    assert page.says("Sin solicitud propia", "Regístrela: ¿depende de la de un familiar?")
    assert summary(cast, family).says(said, child.display_name)


@pytest.mark.parametrize("status", [S.REFUSED_FINAL, S.RECOGNISED])
def test_it_is_said_also_when_the_claim_of_the_adult_ended(cast, family, status):
    an_application(cast, family[0], status=status)
    assert facts(cast, family)


def test_a_claim_by_mistake_leaves_nobody_out_and_a_claim_of_the_child_ends_it(cast, family):
    claim = an_application(cast, family[0])
    an_application(cast, child_of(family), depends_on=claim)
    assert not facts(cast, family)
    assert not law_page(cast, family).says("Sin solicitud propia")


def test_a_claim_that_was_a_mistake_leaves_nobody_out(cast, family):
    claim = an_application(cast, family[0])
    move_application(claim, to=S.MISTAKEN, by=cast.lucia, **answers(S.MISTAKEN))
    assert not facts(cast, family)


def test_a_child_who_is_a_national_needs_no_claim(cast, family):
    an_application(cast, family[0])
    Individual.objects.filter(pk=child_of(family).pk).update(nationality="CO")
    assert not facts(cast, family)


def test_a_child_alone_has_a_time_of_its_own_and_is_told_there(cast, family):
    child = child_of(family)
    an_application(cast, family[0])
    member = child.memberships.get()
    member.relation_to_principal = Relation.UNRELATED
    member.save(update_fields=["relation_to_principal"])
    assert not facts(cast, family)


def test_the_form_counts_no_time_that_the_lists_do_not_count(cast, family):
    child = child_of(family)
    of_child = page_of(as_(cast.lucia).get(form_of(child)))
    assert of_child.says("Plazo para solicitar: el de las personas adultas de la familia.")
    assert not of_child.says("· hace")
    of_adult = page_of(as_(cast.lucia).get(form_of(family[1])))
    assert of_adult.says("Plazo para solicitar:", "· hace")
    assert not of_adult.says("el de las personas adultas")
