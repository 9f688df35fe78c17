"""What another answered for a child is put to the person once they are of age, and counts no more where they were so then."""

import datetime

import pytest
from django.urls import reverse

from casework.asking.actions import Answer, ask_family
from casework.asking.sharing import may_share, who_may_be_shared
from casework.consents.actions import record_basis, record_consent
from casework.consents.start import LawfulStart
from casework.identity.actions.individuals import correct_individual
from casework.referrals.actions import write_referral
from casework.referrals.models import Referral
from casework.register.choices import BirthPrecision, Relation
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from partners.models import Organisation
from reference.rules import add_months
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("texts_of_the_file", "db")

REPRESENTED = LawfulStart(
    ground="represented", given="spoken", given_by="Ana", cannot_answer="child"
)
A_WEEK = datetime.timedelta(days=7)


def logged_as_a_child(cast) -> tuple[Case, Individual]:
    """A boy of 17 and his mother, who authorised for him and agreed that a clinic is told of him, a week ago."""
    today = cast.ana.today()
    rows = [
        a_row("Ana", born=today.year - 40),
        a_row("Brayan", born=today.year - 17, relation=Relation.SON),
    ]
    case = an_arrival(cast, people=rows, on=today - A_WEEK)
    boy = people_of(case)[1]
    record_basis(case, people=[boy], on=today - A_WEEK, by=cast.ana, start=REPRESENTED)
    facts = {"purpose": "health", "status": "given", "basis": "guardian", "on": today - A_WEEK}
    record_consent(boy, **facts, by=cast.ana)
    return case, boy


def put_right(cast, boy: Individual, age_since: datetime.date) -> Individual:
    """His birthday: he was 18 that day."""
    born_on = add_months(age_since, -18 * 12)
    birth = Birth(BirthPrecision.DAY, born_on, born_on.year)
    return correct_individual(boy, birth=birth, which_age="new", by=cast.ana)


def listed(cast, **asked) -> str:
    return as_(cast.ana).get(reverse("start-list"), asked).content.decode()


def shared(boy: Individual, today: datetime.date) -> tuple[bool, bool]:
    found = who_may_be_shared(Individual.objects.all(), "health", today)
    return may_share(boy, "health", today), boy in found


def test_what_a_mother_agreed_to_for_a_grown_man_is_not_shared_and_is_put_to_him(cast):
    today = cast.ana.today()
    case, boy = logged_as_a_child(cast)
    pages = [reverse("case-detail", args=[case.number])]
    pages += [reverse("case-part", args=[case.number, "papers"])]
    clinic = Organisation.objects.create(name="Clínica", kind="ngo")
    facts = {"service": "health", "organisation": clinic, "reason": "Le duele"}
    write_referral(case, people=[boy], **facts, by=cast.ana)
    pages += [reverse("referral-send", args=[Referral.objects.get().pk])]
    words = (
        "1 ya es mayor de edad",
        "ya es mayor de edad: pregúntele",
        "como por un menor de edad: pregunte a la persona misma",
    )

    def said() -> list[bool]:
        return [
            page_of(as_(cast.ana).get(page)).holds(each)
            for page, each in zip(pages, words, strict=True)
        ]

    assert shared(boy, today) == (True, True)
    assert said() == [False, False, False]
    assert "edad: pregúntele" not in listed(cast)
    boy = put_right(cast, boy, today - A_WEEK)
    assert shared(boy, today) == (False, False)
    assert said() == [True, True, True]
    assert page_of(as_(cast.ana).get(pages[1])).holds("Lo dio otra persona y ya era mayor de edad")
    assert "edad: pregúntele" in listed(cast, lacks="grown")
    answers = [Answer(boy, "storing", "given"), Answer(boy, "health", "given")]
    ask_family(case, answers=answers, on=today, basis="spoken", by=cast.ana)
    assert shared(boy, today) == (True, True)
    assert said() == [False, False, False]
    assert "edad: pregúntele" not in listed(cast)


def test_what_was_lawfully_said_for_a_child_counts_until_he_is_asked_who_came_of_age(cast):
    today = cast.ana.today()
    _case, boy = logged_as_a_child(cast)
    boy = put_right(cast, boy, today)
    assert shared(boy, today) == (True, True)
    assert "edad: pregúntele" in listed(cast, lacks="grown")
    put_right(cast, boy, today + datetime.timedelta(days=1))
    assert "edad: pregúntele" not in listed(cast)


def test_who_cannot_express_a_will_is_spoken_for_at_any_age(cast):
    today = cast.ana.today()
    case, boy = logged_as_a_child(cast)
    boy = put_right(cast, boy, today - A_WEEK)
    unable = LawfulStart(
        ground="represented", given="spoken", given_by="Ana", cannot_answer="unable"
    )
    record_basis(case, people=[boy], on=today, by=cast.ana, start=unable)
    assert shared(boy, today) == (True, True)
    assert "edad: pregúntele" not in listed(cast)
