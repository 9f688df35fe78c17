"""The table of terms in docs/domain.md, counted apart from the code, comes out of the rules and out of SQL."""

import datetime
import re
from pathlib import Path

import pytest

from accounts.access import NotAllowed
from reference.calendar import LISTED_RULES, computed_day, law_of
from reference.choices import Unit
from reference.law import add_holiday, add_suspension, correct_holiday, withdraw_suspension
from reference.loading import RULES_OF_COUNTRY, load_law
from reference.models import DeadlineRule, PublicHoliday, TermDay
from reference.rules import due_on, without_suspended
from tests.refusals import refused

D = datetime.date
DOMAIN = Path(__file__).parents[2] / "docs" / "domain.md"
ROW = re.compile(r"^\| ([a-z0-9-]+) \| (\d{4}-\d\d-\d\d) \| (\d{4}-\d\d-\d\d) \|", re.MULTILINE)
BY_HAND = [
    (code, D.fromisoformat(start), D.fromisoformat(last))
    for code, start, last in ROW.findall(DOMAIN.read_text())
]


@pytest.fixture
def law(law_of_the_file, db):
    """The rules and holidays as the reference tables say."""


def test_sixty_terms_were_counted_by_hand():
    assert len(BY_HAND) == len(set(BY_HAND)) == 60


def test_each_term_counted_by_hand_comes_out_of_its_rule(law):
    computed = [
        (code, start, computed_day(code, start, country="CO")[1]) for code, start, _ in BY_HAND
    ]
    assert computed == BY_HAND


def test_what_lists_join_is_what_the_rule_says_on_every_day_from_2018_to_2030(law):
    first, last = D(2018, 1, 1), D(2030, 12, 31)
    joined = dict(
        TermDay.objects.filter(
            country="CO", code="refugee-application", starts_on__range=(first, last)
        ).values_list("starts_on", "last_on")
    )
    days = [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]
    closed = frozenset(PublicHoliday.objects.filter(country="CO").values_list("on", flat=True))
    said = {
        day: due_on(day, amount=2, unit=Unit.MONTH, extends_to_open_day=True, closed_days=closed)
        for day in days
    }
    assert joined == said


@pytest.mark.parametrize("country", sorted(RULES_OF_COUNTRY))
@pytest.mark.parametrize("code", LISTED_RULES)
def test_what_lists_join_is_what_each_listed_rule_of_each_country_says_on_every_day(
    law, country, code
):
    first, last = D(2018, 1, 1), D(2030, 12, 31)
    joined = dict(
        TermDay.objects.filter(
            country=country, code=code, starts_on__range=(first, last)
        ).values_list("starts_on", "last_on")
    )
    of_the_day = law_of(country)
    days = [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]
    said = {day: of_the_day.computed(code, day)[1] for day in days}
    assert joined == {day: found for day, found in said.items() if found}
    if code == "child-protection-notice":
        # Twenty-four hours, holidays or not, since the rule of the house began.
        rule_began = D(2019, 1, 1)
        assert joined == {
            day: day + datetime.timedelta(days=1) for day in days if day >= rule_began
        }
    if (country, code) == ("BR", "refugee-application"):
        # Brazil sets no term to apply.
        assert joined == {}


def test_a_new_version_of_a_rule_is_what_lists_join_from_its_first_day(law, cast):
    rule = DeadlineRule.objects.get(country="CO", code="refugee-application", valid_to=None)
    DeadlineRule.objects.filter(pk=rule.pk).update(valid_to=D(2026, 1, 1))
    rule.pk, rule._state.adding = None, True
    rule.valid_from, rule.amount = D(2026, 1, 1), 6
    rule.save()
    load_law()
    days = dict(
        TermDay.objects.filter(country="CO", code="refugee-application").values_list(
            "starts_on", "last_on"
        )
    )
    assert (days[D(2025, 12, 30)], days[D(2026, 1, 2)]) == (D(2026, 3, 2), D(2026, 7, 2))


def test_days_of_a_suspension_count_in_no_term_and_terms_run_again_after_it():
    suspended = frozenset(D(2020, 3, 23) + datetime.timedelta(days=n) for n in range(10))
    assert without_suspended(D(2020, 3, 20), D(2020, 3, 25), suspended) == D(2020, 4, 4)
    assert without_suspended(D(2020, 4, 2), D(2020, 4, 9), suspended) == D(2020, 4, 9)
    # Two months from 1 February end on 1 April, inside; ten days are lost, and 11 April is a Saturday.
    facts = {"amount": 2, "unit": Unit.MONTH, "suspended": suspended}
    assert due_on(D(2020, 2, 1), **facts) == D(2020, 4, 11)
    assert due_on(D(2020, 2, 1), **facts, extends_to_open_day=True) == D(2020, 4, 13)
    assert due_on(D(2020, 3, 19), amount=2, unit=Unit.BUSINESS_DAY, suspended=suspended) == D(
        2020, 4, 2
    )


def test_a_suspension_moves_what_is_computed_until_it_is_taken_back(law, cast):
    start = D(2020, 3, 2)
    suspension = add_suspension(
        country="CO",
        starts_on=D(2020, 3, 23),
        through_on=D(2020, 3, 27),
        legal_reference="Decreto 491 de 2020",
        source="Texto oficial",
        confidence="V1",
        by=cast.adela,
    )
    assert computed_day("negative-decision-appeal", start, country="CO")[1] == D(2020, 3, 16)
    assert computed_day("admission-decision", start, country="CO")[1] == D(2020, 4, 22)
    joined = TermDay.objects.filter(country="CO", code="refugee-application")
    assert joined.get(starts_on=start).last_on == D(2020, 5, 7)
    withdraw_suspension(suspension, reason="Otro año", by=cast.adela)
    assert joined.get(starts_on=start).last_on == D(2020, 5, 4)
    with refused("taken back already"):
        withdraw_suspension(suspension, reason="Otro año", by=cast.adela)


def test_the_life_of_a_paper_goes_on_while_terms_are_suspended(law, cast):
    before = computed_day("sc2-validity", D(2020, 3, 2), country="CO")[1]
    facts = {"legal_reference": "Decreto", "source": "Texto", "confidence": "V2"}
    days = {"starts_on": D(2020, 3, 23), "through_on": D(2020, 3, 27)}
    add_suspension(country="CO", **days, **facts, by=cast.adela)
    assert computed_day("sc2-validity", D(2020, 3, 2), country="CO")[1] == before
    with refused(field="through_on"):
        add_suspension(
            country="CO", starts_on=D(2020, 2, 2), through_on=D(2020, 2, 1), **facts, by=cast.adela
        )


def test_a_further_holiday_is_a_day_off_until_offices_work_on_it_all_the_same(law, cast):
    start = D(2019, 3, 4)
    assert computed_day("refugee-application", start, country="CO")[1] == D(2019, 5, 6)
    holiday = add_holiday(country="CO", on=D(2019, 5, 6), name="Día cívico", by=cast.adela)
    assert computed_day("refugee-application", start, country="CO")[1] == D(2019, 5, 7)
    with refused(field="on"):
        add_holiday(country="CO", on=D(2019, 5, 6), name="Otra vez", by=cast.adela)
    correct_holiday(holiday, name="Día cívico", is_worked=True, by=cast.adela)
    assert computed_day("refugee-application", start, country="CO")[1] == D(2019, 5, 6)
    with pytest.raises(NotAllowed):
        add_holiday(country="CO", on=D(2019, 5, 7), name="Otro", by=cast.sonia)
