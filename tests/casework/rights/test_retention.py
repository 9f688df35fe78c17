"""People whose retention period is over are listed until a user erases them."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from accounts.roles import Role
from casework.cases.actions import close_case, reopen_case, restrict_case
from casework.families.actions.family import end_membership
from casework.register.choices import EndReason
from casework.register.models.case import Case
from casework.rights.actions import erase_individual
from casework.rights.querysets import first_past_retention, past_retention
from casework.rights.rules import CODE, retention_limit
from reference.choices import Unit
from reference.loading import load_law
from reference.models import DeadlineRule
from tests.build import a_row, an_arrival, people_of
from tests.cast import hire, log_in

D = datetime.date
DAY = datetime.timedelta(days=1)
KEPT = 30


@pytest.fixture(autouse=True)
def rule(db) -> DeadlineRule:
    return DeadlineRule.objects.create(
        code=CODE, amount=KEPT, unit=Unit.CALENDAR_DAY, valid_from=D(2013, 6, 27), confidence="M"
    )


def ended(cast, days: int, people=None, by=None) -> Case:
    """Returns a case that was closed this number of days ago."""
    case = an_arrival(cast, people=people, by=by) if by else an_arrival(cast, people=people)
    on = cast.sonia.today() - days * DAY
    return close_case(case, reason=EndReason.ONWARD, on=on, by=by or cast.ana)


def listed(user) -> list[str]:
    page = log_in(user).get(reverse("retention-list"))
    return [member.individual.number for member in page.context["page_obj"].object_list]


def numbers(*cases: Case) -> list[str]:
    return [person.number for case in cases for person in people_of(case)]


def test_who_ended_on_the_last_day_of_the_term_or_before_is_listed_the_longest_first(cast):
    one = [a_row("Petra", "Mora")]
    late = ended(cast, KEPT, people=one)
    ended(cast, KEPT - 1, people=one)
    early = ended(cast, KEPT + 9, people=one)
    an_arrival(cast, people=one)
    assert listed(cast.sonia) == numbers(early, late)


def test_the_term_runs_from_the_day_the_person_left_though_the_family_stays(cast):
    case = an_arrival(cast)
    spouse = people_of(case)[1]
    on = cast.sonia.today() - (KEPT + 1) * DAY
    end_membership(spouse.memberships.get(), left_on=on, by=cast.ana)
    assert listed(cast.sonia) == [spouse.number]


def test_the_first_of_the_list_are_the_first_of_all_whether_they_left_or_stayed_to_the_end(cast):
    for days in (KEPT + 2, KEPT + 5, KEPT + 3):
        case = ended(cast, days, people=[a_row(), a_row("Ana")])
        leaving = an_arrival(cast, people=[a_row(), a_row("Eva")])
        day = cast.sonia.today() - (days + 1) * DAY
        end_membership(leaving.members.order_by("pk")[1], left_on=day, by=cast.ana)
        assert case.members.count() == 2
    ended_by = cast.sonia.today() - KEPT * DAY
    everybody = list(past_retention(cast.sonia, ended_by=ended_by))
    assert len(everybody) == 9
    for most in (1, 4, 8, 20):
        first = list(first_past_retention(cast.sonia, ended_by=ended_by, most=most))
        assert first[:most] == everybody[:most]
    page = log_in(cast.sonia).get(reverse("retention-list") + f"?team={cast.norte.pk}")
    assert len(page.context["page_obj"].object_list) == 9
    assert not first_past_retention(cast.mara, ended_by=ended_by, most=20)


def test_a_case_that_is_open_again_and_who_was_erased_leave_the_list(cast):
    again, gone = (ended(cast, KEPT + 1, people=[a_row()]) for _ in range(2))
    assert len(listed(cast.sonia)) == 2
    reopen_case(again, what="mistake", on=cast.sonia.today(), by=cast.sonia)
    erase_individual(people_of(gone)[0], reason="retention", by=cast.sonia)
    assert listed(cast.sonia) == []


def test_only_who_may_erase_them_gets_the_list_and_a_look_is_written_down(cast):
    case = ended(cast, KEPT + 1, people=[a_row()])
    address = reverse("retention-list")
    for name in ("ana", "bruno", "carla", "lucia", "adela", "aurelio"):
        assert log_in(cast.users[name]).get(address).status_code == 404, name
        assert address not in log_in(cast.users[name]).get(reverse("list-index")).content.decode()
    assert listed(cast.mara) == [], "a supervisor of another office"
    second = hire("Sara", Role.SUPERVISOR, cast.cucuta)
    assert listed(second) == numbers(case)
    restrict_case(case, people=[], by=cast.sonia)
    assert listed(second) == []
    assert AuditEvent.objects.filter(verb="retention.listed", actor=second).count() == 2


def test_the_list_leads_to_the_page_that_erases_and_the_lists_lead_to_it(cast):
    person = people_of(ended(cast, KEPT + 1, people=[a_row()]))[0]
    sonia = log_in(cast.sonia)
    assert reverse("retention-list") in sonia.get(reverse("list-index")).content.decode()
    page = sonia.get(reverse("retention-list")).content.decode()
    assert reverse("individual-erase", args=[person.number]) in page
    assert f"{KEPT} días" in page


def test_an_empty_list_and_a_country_without_a_rule_say_so(cast, rule):
    sonia = log_in(cast.sonia)
    assert "Ninguna ficha" in sonia.get(reverse("retention-list")).content.decode()
    ended(cast, KEPT + 1, people=[a_row()])
    rule.delete()
    page = sonia.get(reverse("retention-list")).content.decode()
    assert "Ninguna norma de este país" in page
    assert listed(cast.sonia) == []


@pytest.mark.parametrize(
    ("amount", "unit", "day"),
    [(60, Unit.MONTH, D(2019, 2, 28)), (30, Unit.CALENDAR_DAY, D(2024, 1, 30)),
     (None, Unit.MONTH, None), (5, Unit.BUSINESS_DAY, None)],
)  # fmt: skip
def test_what_ended_by_which_day_was_kept_long_enough(amount, unit, day):
    assert retention_limit(DeadlineRule(amount=amount, unit=unit), D(2024, 2, 29)) == day


def test_every_country_of_the_reference_has_a_keeping_time(rule):
    rule.delete()
    load_law()
    countries = set(DeadlineRule.objects.values_list("country", flat=True))
    for country in countries:
        found = DeadlineRule.objects.in_force(CODE, on=D(2026, 1, 1), country=country)
        assert retention_limit(found, D(2026, 1, 1)) == D(2021, 1, 1), country


def test_four_rows_ask_the_database_as_often_as_one(cast, django_assert_max_num_queries):
    sonia = log_in(cast.sonia)
    address = reverse("retention-list")
    counts = []
    for more in (1, 3):
        for _each in range(more):
            ended(cast, KEPT + 1, people=[a_row()])
        sonia.get(address)
        with django_assert_max_num_queries(25) as asked:
            sonia.get(address)
        counts.append(len(asked))
    assert counts[0] == counts[1]
