"""Values that cannot be are refused, in words, at their field; what is not known rules nothing out."""

import csv
import datetime
from pathlib import Path

import pytest
from django.urls import reverse

from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.contact.actions import add_phone
from casework.families.actions.family import correct_relation
from casework.identity.actions.individuals import correct_individual
from casework.identity.rules import (
    are_ages_unlikely,
    is_of_the_other_sex,
    too_young_to_be_a_partner,
)
from casework.needs.actions import record_need
from casework.needs.forms import NeedForm
from casework.needs.rules import FROM_AGE, NOT_OF_MEN, fits
from casework.register.choices import Category, Relation, Sex
from casework.register.models.case import Case
from casework.register.rules import Birth
from casework.service.actions import record_service
from casework.service.rules import too_young_to_have_served
from casework.tasks.actions import set_task
from casework.work.actions import record_job_application
from casework.work.rules import too_young_to_work
from pages.phones import may_be_a_number
from reference.choices import NeedFamily
from reference.models import NeedCode
from tests.build import a_case, a_row, an_arrival, an_individual, people_of, reference
from tests.casework.file.test_pages import grid
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

D = datetime.date


@pytest.mark.parametrize(
    ("age", "served", "partner", "works"),
    [
        (5, True, True, True),
        (13, False, True, True),
        (14, False, False, True),
        (15, False, False, False),
    ],
)
def test_what_an_age_rules_out(age, served, partner, works):
    assert too_young_to_have_served(age, has_served=True) is served
    assert not too_young_to_have_served(age, has_served=False)
    assert too_young_to_be_a_partner(age, Relation.PARTNER) is partner
    assert not too_young_to_be_a_partner(age, Relation.DAUGHTER)
    assert too_young_to_work(age) is works


@pytest.mark.parametrize(
    ("relation", "age", "of_principal", "asks"),
    [
        (Relation.MOTHER_IN_LAW, 0, 30, True),
        (Relation.MOTHER_IN_LAW, 41, 60, False),
        (Relation.MOTHER, 12, 30, True),
        (Relation.FATHER, 42, 30, False),
        (Relation.SON, 36, 30, True),
        (Relation.DAUGHTER, 18, 30, False),
        (Relation.DAUGHTER, 19, 30, True),
        (Relation.GRANDPARENT, 53, 30, True),
        (Relation.GRANDCHILD, 5, 30, False),
        (Relation.SPOUSE, 16, 30, True),
        (Relation.PARTNER, 30, 17, True),
        (Relation.SON_IN_LAW, 20, 25, True),
        (Relation.DAUGHTER_IN_LAW, 20, 50, False),
        (Relation.BROTHER_IN_LAW, 8, 30, False),
        (Relation.STEPCHILD, 36, 30, False),
        (Relation.NEPHEW, 36, 30, False),
        (Relation.SON, None, 30, False),
        (Relation.MOTHER, 12, None, False),
        (Relation.SPOUSE, None, None, False),
    ],
)
def test_a_relation_that_both_ages_hardly_allow_is_asked_about(relation, age, of_principal, asks):
    assert are_ages_unlikely(relation, age=age, age_of_principal=of_principal) is asks


def test_an_age_that_nobody_knows_rules_nothing_out():
    assert not too_young_to_have_served(None, has_served=True)
    assert not too_young_to_be_a_partner(None, Relation.SPOUSE)
    assert not too_young_to_work(None)
    codes = [family.value for family in NeedFamily] + list(FROM_AGE)
    assert all(fits(code, age=None, sex=Sex.UNKNOWN) for code in codes)


@pytest.mark.parametrize(
    ("code", "age", "sex", "does"),
    [
        (NeedFamily.CHILD_AT_RISK, 34, Sex.MALE, False),
        (NeedFamily.CHILD_AT_RISK, 12, Sex.MALE, True),
        (NeedFamily.SEPARATED_CHILD, 18, Sex.FEMALE, False),
        (NeedFamily.OLDER_PERSON, 30, Sex.FEMALE, False),
        (NeedFamily.OLDER_PERSON, 66, Sex.FEMALE, True),
        (NeedFamily.WOMAN_AT_RISK, 30, Sex.MALE, False),
        (NeedFamily.WOMAN_AT_RISK, 30, Sex.FEMALE, True),
        (NeedFamily.MEDICAL, 30, Sex.MALE, True),
        ("CR-LW", 0, Sex.FEMALE, False),
        ("CR-LW", 4, Sex.FEMALE, True),
        ("CR-LW", 18, Sex.FEMALE, False),
        ("CR-CS", 0, Sex.FEMALE, False),
        ("CR-CS", 13, Sex.FEMALE, True),
        ("SV-FM", 0, Sex.FEMALE, False),
        ("CR-TP", 15, Sex.FEMALE, True),
        ("CR-TP", 15, Sex.MALE, False),
        ("SM-DP", 0, Sex.FEMALE, False),
        ("SM-DP", 30, Sex.MALE, False),
        ("SM-DP", 30, Sex.FEMALE, True),
        ("SM-MN", 0, Sex.MALE, True),
    ],
)
def test_a_need_fits_an_age_and_a_sex_or_does_not(code, age, sex, does):
    assert fits(code, age=age, sex=sex) is does


def test_every_code_of_need_says_its_family_and_every_limit_is_of_a_code_that_exists():
    table = csv.DictReader(Path("reference/tables/need_codes.csv").read_text("utf-8").splitlines())
    codes = {row["code"]: row["family"] for row in table}
    assert all(code.startswith(f"{family}-") for code, family in codes.items())
    assert {*FROM_AGE, *NOT_OF_MEN} <= {*codes, *codes.values()}


@pytest.mark.parametrize(
    ("text", "is_number"), [("abc", False), ("12345", False), ("300 123 4567", True)]
)
def test_a_phone_number_has_digits(text, is_number):
    assert may_be_a_number(text) is is_number


def test_what_is_no_number_is_refused_at_its_field(cast):
    with refused("This is no phone number", field="number"):
        add_phone(an_individual(cast), number="abc", by=cast.ana)


def test_a_need_of_children_is_neither_offered_nor_taken_for_an_adult(cast):
    NeedCode.objects.get_or_create(
        code="CR-LW", defaults={"family": NeedFamily.CHILD_AT_RISK, "name_en": "x", "name_es": "x"}
    )
    person = an_individual(cast, born=1985)
    code = NeedCode.objects.get(code="CR-LW")
    assert code not in NeedForm(user=cast.ana, row=person).offered
    with refused("does not fit the age or the sex", field="code"):
        record_need(person, code=code, starts_on=cast.ana.today(), source="observed", by=cast.ana)


def test_nobody_records_the_worst_forms_of_child_labour_of_a_baby(cast):
    code = a_code("CR-LW")
    baby = an_individual(cast, born=cast.ana.today().year, category=Category.RELATIVE)
    assert code not in NeedForm(user=cast.ana, row=baby).offered
    with refused("does not fit the age or the sex", field="code"):
        record_need(baby, code=code, starts_on=cast.ana.today(), source="observed", by=cast.ana)


def test_a_new_task_was_not_due_years_ago(cast):
    case = a_case(cast)
    with refused("This day was long ago", field="due_on"):
        set_task(case, title="Llamar", due_on=D(2016, 1, 1), by=cast.ana)
    last_week = cast.ana.today() - datetime.timedelta(days=7)
    assert set_task(case, title="Llamar", due_on=last_week, by=cast.ana).pk


def test_a_child_looks_for_no_work(cast):
    born = cast.ana.today().year - 8
    child = an_individual(cast, born=born, category=Category.RELATIVE)
    with refused("A child under fifteen"):
        record_job_application(child, on=cast.ana.today(), by=cast.ana)


def test_a_former_member_of_five_years_is_asked_about_in_the_grid(cast):
    codes = reference()
    child = {"head-birth": "2014", "head-force": codes["force"].code}
    page = as_(cast.ana).post(reverse("arrival-log"), grid(team=cast.norte.pk, **child))
    assert page.status_code == 200
    assert "Tan joven nadie sirvió" in page_of(page).text
    assert not Case.objects.exists()


def test_no_action_makes_a_child_a_partner_or_somebody_who_served(cast):
    served, girl = (
        a_row(force=reference()["force"]),
        a_row("Keyla", born=2018, relation=Relation.DAUGHTER),
    )
    case = an_arrival(cast, people=[served, girl])
    head, child = people_of(case)
    member = case.members.get(individual=child)
    with refused("nobody's partner", field="relation"):
        correct_relation(member, relation=Relation.SPOUSE, by=cast.ana)
    with refused("nobody's partner", field="kind"):
        relate(child, other=head, kind=Bond.PARTNER, by=cast.ana)
    with refused("nobody served in a force", field="force"):
        record_service(child, force=reference()["force"], by=cast.ana)
    with refused("nobody served in a force", field="birth"):
        correct_individual(head, birth=Birth(year=cast.ana.today().year - 5), by=cast.ana)


def test_a_partner_does_not_become_a_child_by_a_corrected_birth(cast):
    case = an_arrival(cast, people=[a_row(), a_row("Rosa", born=1990, relation=Relation.SPOUSE)])
    _head, wife = people_of(case)
    with refused("nobody's partner", field="birth"):
        correct_individual(wife, birth=Birth(year=cast.ana.today().year - 10), by=cast.ana)
    correct_individual(wife, birth=Birth(year=1999), by=cast.ana)


@pytest.mark.parametrize(
    ("relation", "sex", "is_wrong"),
    [
        (Relation.SON, Sex.FEMALE, True),
        (Relation.AUNT, Sex.MALE, True),
        (Relation.DAUGHTER, Sex.FEMALE, False),
        (Relation.SON, Sex.UNKNOWN, False),
        (Relation.SPOUSE, Sex.FEMALE, False),
    ],
)
def test_a_relation_that_is_said_of_the_other_sex_is_asked_about(relation, sex, is_wrong):
    assert is_of_the_other_sex(relation, sex) is is_wrong


def test_the_grid_and_the_form_of_the_family_ask_about_a_girl_who_is_a_son(cast):
    reference()
    girl = {"member-0-relation": "SON", "member-0-sex": "f"}
    page = page_of(as_(cast.ana).post(reverse("arrival-log"), grid(team=cast.norte.pk, **girl)))
    assert "#id_member-0-relation" in page.links
    assert Case.objects.count() == 0
    case = an_arrival(cast)
    told = {"given_names": "Keyla", "sex": "f", "relation": "SON", "joined_on": "2019-03-01"}
    page = page_of(as_(cast.ana).post(reverse("member-add", args=[case.number]), told))
    assert "#id_relation" in page.links
