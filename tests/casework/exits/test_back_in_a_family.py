"""A person who came back joins a family in the same act, or a due item asks for it."""

import datetime

import pytest
from django.urls import reverse

from casework.cases.actions import close_case
from casework.exits.actions import record_exit
from casework.families.actions.days import correct_membership
from casework.families.actions.family import change_principal, correct_relation
from casework.families.models import FamilyChange
from casework.register.choices import ExitType, Relation
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from tests.build import an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site
from worklist.due.rows import due

LEFT, BACK = datetime.date(2019, 3, 5), datetime.date(2019, 4, 2)
TOLD = {"what": "back", "back_on": "2019-04-02", "reason": "Está en la puerta"}


@pytest.fixture
def child_gone(cast) -> Exit:
    child = people_of(an_arrival(cast))[2]
    return record_exit(child, type=ExitType.ABSCONDED, on=LEFT, by=cast.ana)


def sent(cast, leaving, **more):
    address = reverse("exit-back", args=[leaving.pk])
    return as_(cast.ana).post(address, TOLD | more, follow=True)


def kinds(user) -> list[str]:
    return [row.kind for row in due(user, today=user.today()) if row.kind.endswith("_back")]


def test_the_form_asks_and_the_child_belongs_to_the_family_from_the_day_of_the_return(
    cast, child_gone
):
    assert sent(cast, child_gone).context["form"].errors.keys() == {"joins"}
    answer = page_of(sent(cast, child_gone, joins="same"))
    assert answer.says("Pertenece de nuevo a la familia") or answer.says("pertenece a la familia")
    member = FamilyMember.objects.get(individual=child_gone.individual, left_on=None)
    assert (member.case, member.joined_on) == (child_gone.case, BACK)
    assert member.relation_to_principal == Relation.SON
    assert kinds(cast.ana) == []


def test_until_the_child_is_taken_in_every_page_says_so(cast, child_gone):
    case, child = child_gone.case, child_gone.individual
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    shown = page_of(sent(cast, child_gone, joins="not_yet"))
    way = reverse("family-bring-back", args=[case.number, child.number])
    client, said = as_(cast.ana), "Volvió y no está en ningún caso"
    detail = client.get(child_gone.get_absolute_url())
    assert way in detail.content.decode()
    assert page_of(detail).says(said)
    person = client.get(reverse("individual-detail", args=[child.number]))
    assert page_of(person).says(said)
    assert way in person.content.decode()
    assert shown.says("no pertenece a ninguna familia")
    assert kinds(cast.ana) == kinds(cast.carla) == ["child_back"]
    assert page_of(client.get(reverse("case-detail", args=[case.number]))).says(said)
    today = client.get(reverse("today")).context["first"]
    assert today[0].harm == "child_alone"
    exits = client.get(reverse("exit-list"))
    assert [each.pk for each in exits.context["returned"]] == [child_gone.pk]
    assert exits.context["unaccounted"] == []
    beds = as_(cast.carla).get(reverse("family-without-bed-list"))
    assert page_of(beds).says(child.display_name)
    client.post(way, {"relation": "SON", "joined_on": "2019-04-02"})
    assert kinds(cast.ana) == []
    assert not page_of(client.get(child_gone.get_absolute_url())).says(said)


def test_the_page_tells_one_day_of_the_return(cast, child_gone):
    sent(cast, child_gone, joins="same")
    words = page_of(as_(cast.ana).get(child_gone.get_absolute_url()))
    assert words.says("Volvió 2 abr 2019")
    assert not words.says("Volvió 5 mar 2019")


def test_the_relation_is_asked_again_where_somebody_else_is_the_principal_by_now(cast, child_gone):
    wife = child_gone.case.members.get(relation_to_principal=Relation.SPOUSE)
    change_principal(child_gone.case, principal=wife, by=cast.ana)
    sent(cast, child_gone, joins="same")
    member = FamilyMember.objects.get(individual=child_gone.individual, left_on=None)
    assert member.relation_to_principal == Relation.UNKNOWN


def test_who_was_alone_in_a_closed_case_falls_due_too(cast):
    case = an_arrival(cast)
    close_case(case, reason="onward", on=LEFT, by=cast.ana)
    leaving = Exit.objects.filter(individual=people_of(case)[0]).get()
    page = as_(cast.ana).get(reverse("exit-back", args=[leaving.pk]))
    assert "joins" not in page.context["form"].fields
    sent(cast, leaving)
    assert kinds(cast.ana) == ["person_back"]


def corrects(cast, leaving, **said):
    """Sends the form about the exit again; returns the answer."""
    return sent(cast, leaving, **({"reason": "Se anotó mal"} | said))


def days_of(person) -> list[tuple]:
    rows = person.memberships.order_by("joined_on", "pk").values_list("joined_on", "left_on")
    return [tuple(row) for row in rows if row[0] != row[1]]


@pytest.mark.parametrize("day", [datetime.date(2019, 3, 28), datetime.date(2019, 4, 9)])
def test_the_membership_that_began_with_the_return_moves_with_its_day(cast, child_gone, day):
    sent(cast, child_gone, joins="same")
    corrects(cast, child_gone, back_on=day.isoformat())
    child_gone.refresh_from_db()
    assert child_gone.back_on == day
    assert days_of(child_gone.individual)[1:] == [(day, None)]
    assert FamilyChange.objects.get(step="added").on == day


def test_who_did_not_come_back_belongs_to_the_family_no_more(cast, child_gone):
    before = days_of(child_gone.individual)
    sent(cast, child_gone, joins="same")
    corrects(cast, child_gone, what="away", back_on="")
    child_gone.refresh_from_db()
    assert child_gone.is_away
    assert days_of(child_gone.individual) == before
    assert FamilyChange.objects.get(step="added").is_undone


def test_a_later_membership_stays_and_one_before_the_return_is_named(cast, child_gone):
    sent(cast, child_gone, joins="not_yet")
    way = reverse("family-bring-back", args=[child_gone.case.number, child_gone.individual.number])
    as_(cast.ana).post(way, {"relation": "SON", "joined_on": "2019-04-10"})
    corrects(cast, child_gone, back_on="2019-04-05")
    assert days_of(child_gone.individual)[1:] == [(datetime.date(2019, 4, 10), None)]
    for said, field in (({"back_on": "2019-04-12"}, "back_on"), ({"what": "away"}, "what")):
        errors = corrects(cast, child_gone, **said).context["form"].errors
        assert errors == {
            field: [
                f"Pertenece a {child_gone.case.number} desde el 10 abr 2019: corrija eso antes."
            ]
        }
    child_gone.refresh_from_db()
    assert child_gone.back_on == datetime.date(2019, 4, 5)


def test_what_was_built_upon_since_is_said_and_nothing_moves(cast, child_gone):
    sent(cast, child_gone, joins="same")
    wife = child_gone.case.members.get(relation_to_principal=Relation.SPOUSE)
    member = FamilyMember.objects.get(individual=child_gone.individual, left_on=None)
    correct_relation(member, relation=Relation.NEPHEW, by=cast.ana)
    change_principal(child_gone.case, principal=wife, by=cast.ana)
    errors = corrects(cast, child_gone, what="away", back_on="").context["form"].errors
    assert errors
    child_gone.refresh_from_db()
    assert child_gone.back_on == BACK


def test_nobody_belongs_to_a_family_again_before_the_return(cast, child_gone):
    sent(cast, child_gone, joins="same")
    member = FamilyMember.objects.get(individual=child_gone.individual, left_on=None)
    told = {"joined_on": datetime.date(2019, 3, 20), "reason": "x", "by": cast.ana}
    with refused(field="joined_on"):
        correct_membership(member, **told)
    correct_membership(member, **(told | {"joined_on": datetime.date(2019, 4, 8)}))
    assert days_of(child_gone.individual)[1:] == [(datetime.date(2019, 4, 8), None)]
