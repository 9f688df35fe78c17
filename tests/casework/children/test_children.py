"""Children without an adult of their family: seen from facts, told to the authority, cared for, signed for."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.due import due_sources
from accounts.permissions import Permission as P
from accounts.roles import ROLES
from asylum.file.to_apply import to_lodge_in
from asylum.filing.querysets import to_lodge, to_lodge_for_children
from casework.cases.actions import refer_to_legal
from casework.children.actions import (
    end_caregiver,
    plan_best_interests,
    record_caregiver,
    tell_authority,
    withdraw_told,
)
from casework.children.models import AuthorityTold, Caregiver
from casework.children.querysets import children_alone, children_alone_in
from casework.children.rules import best_interests_steps
from casework.exits.actions import record_exit, report_loss
from casework.merges.actions import merge_individuals
from casework.merges.values import MergeRefused
from casework.plan.models import PlanGoal
from casework.register.choices import Category, Relation
from casework.register.models.case import Case
from reference.models import DeadlineRule
from shelters.actions.placements import place
from tests.asylum.exclusion.build import a_screener
from tests.build import a_family, an_arrival, an_individual, people_of
from tests.casework.children.build import STRANGER, a_child, alone, born, came, with_one
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of
from worklist.due.rows import due

pytestmark = pytest.mark.django_db
KINDS = ["child_alone"]


def seen(cast, case):
    """Whom the file says to stand alone, by first name."""
    today = cast.cucuta.today()
    counted = due(cast.ana, today=today, state="child_without_adult")
    assert {row.about_id for row in counted} == {str(each.pk) for each in children_alone(today)}
    rows = children_alone(today).filter(case=case).select_related("individual")
    of_one_file = children_alone_in(Case.objects.get(pk=case.pk), cast.ana)
    assert {member.pk for member in of_one_file} == {member.pk for member in rows}
    return [member.individual.given_names for member in rows]


def cared_for(child, cast, **facts):
    told = {"kind": "host", "name": "Rosa Páez", "may_sign": "no", "starts_on": cast.ana.today()}
    return record_caregiver(child, by=cast.ana, **told | facts)


@pytest.mark.parametrize(
    ("age", "relation", "is_alone"),
    [
        (34, Relation.DAUGHTER, False),
        (34, Relation.SISTER, False),
        (34, STRANGER, True),
        # A child is nobody's wife: the man who brought her accompanies nobody.
        (34, Relation.SPOUSE, True),
        (16, Relation.SISTER, True),
        # Of unknown age, but a parent: the age is asked first.
        (None, Relation.DAUGHTER, False),
        (None, Relation.NIECE, True),
    ],
)
def test_who_accompanies_a_child_follows_from_ages_and_relations(cast, age, relation, is_alone):
    case = with_one(cast, age, relation, category=Category.RELATIVE)
    assert ("Yulimar" in seen(cast, case)) is is_alone


@pytest.mark.parametrize(
    ("category", "relation", "is_asked"),
    [
        (Category.RELATIVE, Relation.SON, True),
        (Category.FORMER_MEMBER, Relation.BROTHER, True),
        (Category.RELATIVE, Relation.BROTHER, False),
        (Category.FORMER_MEMBER, STRANGER, False),
    ],
)
def test_whether_a_parent_or_former_member_is_of_age_is_asked_before_the_authority_is_told(
    cast, category, relation, is_asked, law_of_the_file
):
    case = with_one(cast, None, relation, category=category)
    head, _child = people_of(case)
    page = page_of(as_(cast.ana).get(reverse("case-detail", args=[case.number])))
    link = reverse("individual-correct", args=[head.number])
    question = f"¿Es mayor de edad {head.display_name}? Falta su edad."
    assert page.says(question) is is_asked
    assert (f"{link}#id_birth" in page.links) is is_asked
    assert page.says("Una niña o un niño sin adulto de su familia") is not is_asked
    today = page_of(as_(cast.ana).get(reverse("today")))
    assert (link in today.links) is is_asked
    told = {row.kind for row in due(cast.ana, today=cast.ana.today())}
    assert ("age_to_ask" in told, "child_alone" in told) == (is_asked, not is_asked)
    head.birth_year, head.birth_precision = born(cast, 17), "year"
    head.save()
    assert len(seen(cast, case)) == 2


def test_a_child_who_leads_is_alone_unless_an_adult_relative_is_there(cast):
    assert seen(cast, came(cast, [a_child(cast)])) == ["Yulimar"]
    for relation, is_alone in (("MOT", False), ("PAR", True), ("NON", True)):
        adult = a_child(cast, 40, relation=relation)
        assert (seen(cast, came(cast, [a_child(cast), adult])) != []) is is_alone, relation


def test_doubt_about_the_age_protects_and_a_known_birthday_ends_it(cast):
    child = alone(cast, 18)
    assert seen(cast, Case.objects.get()) == ["Yulimar"]
    child.born_on = cast.cucuta.today() - datetime.timedelta(days=18 * 366)
    child.birth_precision = "day"
    child.birth_year = child.born_on.year
    child.save()
    assert seen(cast, Case.objects.get()) == []


def test_when_the_adult_leaves_the_child_is_seen_that_day(cast):
    case = came(cast, [a_child(cast), a_child(cast, 40, relation=Relation.MOTHER)])
    assert seen(cast, case) == []
    record_exit(people_of(case)[1], type="absconded", on=cast.ana.today(), by=cast.ana)
    assert seen(cast, case) == ["Yulimar"]


def test_the_authority_is_to_be_told_within_the_houses_day_until_somebody_says_it_was(
    cast, law_of_the_file
):
    rule = DeadlineRule.objects.get(code="child-protection-notice", country="CO")
    assert (rule.amount, rule.unit, rule.confidence) == (24, "hour", "M")
    assert "Regla de la casa" in rule.source
    child = alone(cast)
    today = cast.ana.today()
    [row] = due(cast.ana, today=today, kinds=KINDS)
    assert (row.about_id, row.on) == (str(child.pk), today + datetime.timedelta(days=1))
    for user in (cast.bruno, cast.mara, cast.lucia, cast.adela):
        assert list(due(user, today=today, kinds=KINDS)) == []
    page = page_of(as_(cast.ana).get(reverse("due-list")))
    assert page.says(child.number)
    told = tell_authority(child, on=today, authority="ICBF Cúcuta 1", by=cast.ana)
    assert list(due(cast.ana, today=today, kinds=KINDS)) == []
    withdraw_told(told, reason="No contestaron", by=cast.ana)
    assert len(list(due(cast.ana, today=today, kinds=KINDS))) == 1


def test_a_screener_neither_sees_nor_moves_dates_of_people_whose_files_she_does_not_see(
    cast, law_of_the_file
):
    child, screener = alone(cast), a_screener(cast)
    dead = an_individual(cast)
    report_loss(dead, kind="death", on=cast.ana.today(), known_from="Hospital", by=cast.ana)
    today = cast.ana.today()
    rows = [row for row in due(cast.ana, today=today) if row.kind in ("child_alone", "loss_known")]
    assert {row.kind for row in rows} == {"child_alone", "loss_known"}
    assert not list(due(screener, today=today))
    hers = as_(screener)
    for name in ("today", "due-list"):
        page = page_of(hers.get(reverse(name)))
        assert not any(page.holds(words) for words in (child.number, "sin adulto")), name
    for act in ("due-postpone", "due-settle", "due-hand-over"):
        for row in rows:
            assert hers.get(reverse(act, args=[row.kind, row.about_id])).status_code == 404, act


def test_no_kind_of_date_about_people_is_open_to_a_role_that_sees_no_person():
    """What hangs on a case and is not somebody's own asks for a permission that shows people, or works on their file."""
    for source in due_sources:
        if source.case and not source.concerns:
            holders = [each for each in ROLES.values() if source.permission in each.permissions]
            blind = [str(each.title) for each in holders if P.CASE_CARD not in each.permissions]
            assert not blind, f"{source.kind} shows people to {blind}"


def test_without_a_rule_of_the_country_it_is_due_the_day_the_child_came(cast, law_of_the_file):
    DeadlineRule.objects.all().delete()
    alone(cast)
    [row] = due(cast.ana, today=cast.ana.today(), kinds=KINDS)
    assert row.on == cast.ana.today()


def test_case_and_today_show_the_child_and_what_to_do(cast):
    child = alone(cast)
    case, client = Case.objects.get(), as_(cast.ana)
    page = page_of(client.get(reverse("case-part", args=[case.number, "people"])))
    assert page.says("Una niña o un niño sin adulto de su familia")
    assert page.says("Hay que avisar de inmediato")
    for name in ("authority-tell", "caregiver-record", "best-interests-plan"):
        assert reverse(name, args=[child.number]) in page.links
    today = page_of(client.get(reverse("today")))
    assert today.part("first").says("Avisar a la autoridad")
    assert reverse("authority-tell", args=[child.number]) in today.part("first").links
    client.post(
        reverse("authority-tell", args=[child.number]),
        {"on": cast.ana.today().isoformat(), "authority": "ICBF Centro Zonal 1"},
    )
    page = page_of(client.get(reverse("case-part", args=[case.number, "people"])))
    assert page.holds("ICBF Centro Zonal 1")
    today = page_of(client.get(reverse("today")))
    assert not today.says("Avisar a la autoridad")
    assert today.part("counts").says("1 niña o niño sin un adulto de su familia")
    other = page_of(as_(cast.bruno).get(reverse("today")))
    assert not other.holds(child.number)


def test_a_file_with_its_adults_has_no_such_part(cast):
    case = an_arrival(cast, people=a_family())
    page = as_(cast.ana).get(reverse("case-part", args=[case.number, "people"])).content.decode()
    assert "children-alone" not in page


def test_who_cares_is_on_record_and_who_signs_has_an_act(cast):
    child = alone(cast)
    with refused("Write by which act", field="act"):
        cared_for(child, cast, may_sign="yes")
    with refused("one of the two", field="name"):
        cared_for(child, cast, name="")
    with refused("of age beyond doubt", field="adult"):
        cared_for(child, cast, name="", adult=alone(cast, 17))
    guardian = cared_for(child, cast, may_sign="yes", act="Resolución 12 del ICBF")
    with refused("Somebody else signs for this child", field="may_sign"):
        cared_for(child, cast, may_sign="yes", act="Otra")
    cared_for(child, cast, name="Hogar San José", kind="home")
    case = child.memberships.get().case
    page = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "people"])))
    assert page.holds("Hogar San José")
    assert page.says("Firma por la niña o el niño")
    with refused("before the beginning", field="ended_on"):
        end_caregiver(guardian, ended_on=datetime.date(2019, 1, 1), by=cast.ana)
    end_caregiver(guardian, ended_on=cast.ana.today(), by=cast.ana)
    cared_for(child, cast, may_sign="yes", act="Resolución 13")


def test_the_pages_record_end_and_take_back(cast):
    child, client = alone(cast), as_(cast.ana)
    address = reverse("caregiver-record", args=[child.number])
    told = {"kind": "host", "name": "Rosa", "starts_on": cast.ana.today().isoformat()}
    # Whether they may sign is nobody's default.
    assert "#id_may_sign" in page_of(client.post(address, told)).links
    client.post(address, told | {"may_sign": "no"})
    caregiver = Caregiver.objects.get()
    client.post(reverse("caregiver-withdraw", args=[caregiver.pk]), {"reason": "Era otra"})
    assert not Caregiver.objects.standing().exists()
    for user in (cast.bruno, cast.carla, cast.adela):
        assert as_(user).get(address).status_code == 404
        with pytest.raises(NotAllowed):
            tell_authority(child, on=user.today(), authority="ICBF", by=user)


def test_whoever_signs_is_named_where_an_answer_or_a_claim_is_taken(cast):
    child = alone(cast)
    case = Case.objects.get()
    refer_to_legal(case, by=cast.ana)
    pages = (
        (cast.ana, reverse("consent-record", args=[child.number])),
        (cast.lucia, reverse("application-lodge", args=[child.pk])),
    )
    for user, address in pages:
        assert page_of(as_(user).get(address)).says("Nadie figura que pueda firmar")
    cared_for(child, cast, may_sign="yes", act="Resolución 12")
    for user, address in pages:
        page = page_of(as_(user).get(address))
        assert page.says("Rosa Páez firma por la niña o el niño: Resolución 12")


def test_no_child_alone_is_reminded_of_a_claim_to_lodge(cast, law_of_the_file):
    alone(cast, 11)
    # Perhaps seventeen, perhaps eighteen.
    alone(cast, 18)
    today = cast.ana.today()
    assert list(due(cast.ana, today=today, kinds=["application_to_lodge"])) == []
    alone(cast, 30)
    assert len(list(due(cast.ana, today=today, kinds=["application_to_lodge"]))) == 1


def test_a_file_tells_of_the_same_claims_to_lodge_as_the_lists(cast, law_of_the_file):
    for age in (11, 18, 30):
        alone(cast, age)
    an_arrival(cast)
    lists = ((to_lodge, False), (to_lodge_for_children, True))
    for case in Case.objects.all():
        of_lists = {
            (member.pk, member.last_day, is_child)
            for members, is_child in lists
            for member in members(cast.ana.today()).filter(case=case).exclude(last_day=None)
        }
        of_file = {
            (each.pk, each.last_day, each.is_child_alone) for each in to_lodge_in(case, cast.ana)
        }
        assert of_file == of_lists != set()


def test_the_steps_toward_what_is_best_come_into_the_plan_with_one_act(cast):
    child, client = alone(cast), as_(cast.ana)
    address = reverse("best-interests-plan", args=[child.number])
    assert page_of(client.get(address)).says("Un lugar seguro esta noche")
    assert client.post(address).status_code == 302
    goal = PlanGoal.objects.get()
    assert (goal.individual, goal.area) == (child, "protection")
    steps = list(goal.steps.order_by("due_on"))
    assert len(steps) == len(list(best_interests_steps())) == 10
    assert steps[0].due_on == cast.ana.today()
    plan = page_of(client.get(reverse("case-part", args=[Case.objects.get().number, "plan"])))
    assert plan.says("Escribir la evaluación del interés superior")
    with refused("has a goal of protection"):
        plan_best_interests(child, by=cast.ana)
    with refused("of age on file"):
        plan_best_interests(alone(cast, 30), by=cast.ana)
    with pytest.raises(NotAllowed):
        plan_best_interests(child, by=cast.bruno)


def test_the_coordinator_is_told_on_the_card_and_not_who_cares(cast):
    child = alone(cast)
    cared_for(child, cast, name="Rosa Secreta")
    case = Case.objects.get()
    tell_authority(child, on=cast.ana.today(), authority="ICBF Reservado", by=cast.ana)
    site = a_site(cast.cucuta, beds=(2,), run_by=cast.carla)
    told = {"starts_on": cast.cucuta.today(), "reason": "Cuida la noche Rosa"}
    place(child, site=site, bed=beds_of(site)[0], by=cast.sonia, **told)
    card = page_of(as_(cast.carla).get(reverse("case-card", args=[case.number])))
    assert card.says("ningún adulto de su familia")
    assert card.says("Se avisó a la autoridad")
    assert not card.holds("Rosa Secreta")
    assert not card.holds("ICBF Reservado")


def test_two_records_of_a_child_merge_with_care_and_not_with_two_who_sign(cast):
    kept, merged = alone(cast), alone(cast)
    caregiver = cared_for(merged, cast)
    tell_authority(merged, on=cast.ana.today(), authority="ICBF", by=cast.ana)
    signing = [
        cared_for(child, cast, may_sign="yes", act="Acta", name=name)
        for child, name in ((kept, "Una"), (merged, "Otra"))
    ]
    with refused("somebody signs", kind=MergeRefused):
        merge_individuals(kept, merged=merged, by=cast.ana)
    end_caregiver(signing[1], ended_on=cast.ana.today(), by=cast.ana)
    merge_individuals(kept, merged=merged, by=cast.ana)
    caregiver.refresh_from_db()
    assert caregiver.individual == kept
    assert AuthorityTold.objects.get().individual == kept


def test_today_asks_as_often_for_ten_children_as_for_one(cast):
    client = as_(cast.ana)

    def queries():
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("today"))
        return len(asked)

    # As many as there are lines, so that every act has been asked for.
    for _each in range(7):
        alone(cast)
    client.get(reverse("today"))
    one = queries()
    for _each in range(9):
        alone(cast, 12)
    # The first look works out what falls due of them.
    client.get(reverse("today"))
    # Which of the dates of a day stand first is chance: one of another kind asks for its own words and acts.
    assert queries() <= one + 4


def test_born_this_year_is_a_child(cast):
    assert born(cast, 0) == cast.cucuta.today().year
    assert seen(cast, came(cast, [a_child(cast, 0)])) == ["Yulimar"]
