"""Joining and splitting families, changing the principal, and undoing each step."""

import datetime
import re

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.access import NotAllowed, can
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from accounts.roles import Role
from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.cases.actions import refer_to_legal, restrict_case
from casework.families.actions.builder import join_family, split_family
from casework.families.actions.family import change_principal
from casework.families.actions.moves import ChangedSince, undo_family_change
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.notes.actions import write_note
from casework.register.choices import CaseStatus, EndReason, Relation, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.querysets.case import latest_of
from casework.register.querysets.individual import case_of
from casework.tasks.actions import correct_task, move_task, set_task
from pages.refusals import ActionRefused
from shelters.actions.placements import place
from shelters.models import Placement
from tests.aid.build import an_agreement
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import as_, give
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of

D = datetime.date
ON = D(2019, 3, 10)


@pytest.fixture
def family(cast) -> Case:
    """Yorman, Marleny, their son, and Wilmer, her brother."""
    return an_arrival(cast)


@pytest.fixture
def single(cast) -> Case:
    return a_case(cast, name="Jonder")


def memberships() -> set[tuple]:
    """Returns every membership of at least one day."""
    return set(
        FamilyMember.objects.non_empty().values_list(
            "case__number", "individual__number", "relation_to_principal", "joined_on", "left_on"
        )
    )


def present(case: Case) -> dict[str, str]:
    """Returns the numbers of the people who belong to the case now."""
    rows = FamilyMember.objects.filter(case=case, left_on=None)
    return dict(rows.values_list("individual__number", "relation_to_principal"))


def test_two_families_join_and_the_emptied_case_closes(cast, family, single):
    jonder = people_of(single)[0]
    change = join_family(
        family, other=single, relations={jonder: Relation.BROTHER}, on=ON, by=cast.ana
    )
    assert present(family)[jonder.number] == Relation.BROTHER
    assert jonder.number == f"{single.number}-01"
    single.refresh_from_db()
    assert (single.status, single.end_reason, single.closed_on) == (
        CaseStatus.CLOSED,
        EndReason.JOINED,
        ON,
    )
    assert case_of(jonder, cast.ana.today()) == family
    assert (change.step, change.has_closed_other) == (FamilyStep.JOINED, True)
    assert AuditEvent.objects.filter(verb="family.joined", case_id=family.pk).count() == 1


def test_an_emptied_case_stays_open_while_something_stands_open_in_it(cast, family, single):
    agreement = an_agreement(cast)
    today = cast.ana.today()
    commit_aid(
        single, kind=AidKind.MEALS, is_firm=True, starts_on=today, agreement=agreement, by=cast.ana
    )
    jonder = people_of(single)[0]
    join_family(family, other=single, relations={jonder: Relation.OTHER}, on=ON, by=cast.ana)
    single.refresh_from_db()
    assert single.is_open


def review_of(cast, other: Case, case: Case):
    """Returns the review page before everybody of the other case joins this one."""
    join = reverse("family-join", args=[case.number, other.number])
    typed = {"on": "10/3/2019"}
    for member in other.members.all():
        typed |= {f"goes_{member.pk}": "on", f"as_{member.pk}": Relation.OTHER}
    return page_of(as_(cast.ana).post(join, typed))


def test_tasks_of_the_whole_family_go_along_with_the_last_of_it_and_back(cast, family, single):
    jonder, today = people_of(single)[0], cast.ana.today()
    said = {"due_on": today, "assigned_to": cast.ana, "by": cast.ana}
    task = set_task(single, title="Odontología", **said)
    assert review_of(cast, single, family).says("Va también 1 tarea pendiente sobre quien se va.")
    own = set_task(single, title="Cédula", individual=jonder, **said)
    change = join_family(
        family, other=single, relations={jonder: Relation.BROTHER}, on=ON, by=cast.ana
    )
    task.refresh_from_db()
    assert (task.case, task.individual) == (family, jonder)
    single.refresh_from_db()
    assert not single.is_open
    # A task that is corrected or postponed in between still belongs to the family.
    correct_task(task, title="Dentista", individual=jonder, by=cast.ana)
    task = move_task(task, due_on=today + datetime.timedelta(days=1), by=cast.ana)
    undo = reverse("family-undo", args=[family.number, change.pk])
    assert as_(cast.ana).post(undo, {"is_sure": "on"}).status_code == 302
    for each, whose in ((task, None), (own, jonder)):
        each.refresh_from_db()
        assert (each.case, each.individual) == (single, whose)
    assert task.title == "Dentista"


def test_tasks_of_a_family_that_empties_stay_and_the_review_says_so(cast, family, single):
    today = cast.ana.today()
    task = set_task(family, title="Matrícula", due_on=today, assigned_to=cast.ana, by=cast.ana)
    page = review_of(cast, family, single)
    assert page.says(f"1 tarea pendiente de toda la familia se queda en {family.number}")
    relations = dict.fromkeys(people_of(family), Relation.OTHER)
    join_family(single, other=family, relations=relations, on=ON, by=cast.ana)
    task.refresh_from_db()
    assert (task.case, task.individual) == (family, None)


def test_a_part_of_the_family_gets_a_case_of_its_own_with_its_own_number(cast, family):
    yorman, marleny, son, wilmer = people_of(family)
    note = write_note(family, text="Wilmer quiere irse.", individual=wilmer, by=cast.ana)
    refer_to_legal(family, by=cast.ana)
    change = split_family(family, relations={wilmer: Relation.PRINCIPAL}, on=ON, by=cast.ana)
    new = change.other_case
    assert new.number == "A-2019-000002"
    assert (new.team, new.opened_on) == (family.team, ON)
    assert present(new) == {wilmer.number: Relation.PRINCIPAL}
    assert set(present(family)) == {yorman.number, marleny.number, son.number}
    note.refresh_from_db()
    assert note.case == family
    assert can(cast.lucia, Permission.CASE_READ, about=new)
    wilmer.refresh_from_db()
    assert wilmer.number == f"{family.number}-04"


def test_a_split_restricted_case_is_restricted_too(cast, family):
    restrict_case(family, people=[cast.ana], by=cast.sonia)
    wilmer = people_of(family)[3]
    new = split_family(
        family, relations={wilmer: Relation.PRINCIPAL}, on=ON, by=cast.ana
    ).other_case
    seers = [user for user in cast.users.values() if can(user, Permission.CASE_READ, about=new)]
    assert seers == [cast.ana, cast.sonia]


def test_who_has_a_bed_keeps_it_and_the_stay_goes_along_and_back(cast, family, single):
    today = cast.carla.today()
    hotel = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    jonder = people_of(single)[0]
    bed = beds_of(hotel)[0]
    stay = place(jonder, site=hotel, bed=bed, starts_on=today, by=cast.carla)
    change = join_family(
        family, other=single, relations={jonder: Relation.BROTHER}, on=ON, by=cast.ana
    )
    assert Placement.objects.get().case == family
    assert (stay.bed, Placement.objects.get().bed) == (bed, bed)
    single.refresh_from_db()
    assert not single.is_open
    undo_family_change(change, by=cast.ana)
    assert Placement.objects.get().case == single


def test_a_step_is_undone_once_and_leaves_its_history(cast, family, single):
    before = memberships()
    jonder = people_of(single)[0]
    change = join_family(
        family, other=single, relations={jonder: Relation.BROTHER}, on=ON, by=cast.ana
    )
    assert memberships() != before
    change = undo_family_change(change, by=cast.ana)
    assert memberships() == before
    single.refresh_from_db()
    assert single.is_open
    assert case_of(jonder, cast.ana.today()) == single
    assert (change.undone_by, len(change.moved)) == (cast.ana, 2)
    with refused("This step was undone already"):
        undo_family_change(change, by=cast.ana)
    assert FamilyMember.objects.filter(individual=jonder).count() == 2


def test_undoing_a_split_closes_the_case_that_it_opened(cast, family):
    before = memberships()
    wilmer = people_of(family)[3]
    change = split_family(family, relations={wilmer: Relation.PRINCIPAL}, on=ON, by=cast.ana)
    undo_family_change(change, by=cast.ana)
    new = Case.objects.get(pk=change.other_case_id)
    assert (memberships(), new.is_open, new.end_reason) == (before, False, EndReason.DUPLICATE)
    page = as_(cast.ana).get(f"/cases/{new.number}/").content.decode()
    assert "Se deshizo la división con la que se abrió este caso." in page
    assert f"/cases/{family.number}/" in page
    assert new.number not in as_(cast.ana).get("/cases/?status=open").content.decode()


def test_a_step_upon_which_somebody_built_is_not_undone(cast, family, single):
    wilmer = people_of(family)[3]
    split = split_family(family, relations={wilmer: Relation.PRINCIPAL}, on=ON, by=cast.ana)
    join = join_family(
        single, other=split.other_case, relations={wilmer: Relation.OTHER}, on=ON, by=cast.ana
    )
    with pytest.raises(ChangedSince):
        undo_family_change(split, by=cast.ana)
    undo_family_change(join, by=cast.ana)
    undo_family_change(split, by=cast.ana)
    assert wilmer.number in present(family)


@pytest.mark.parametrize("seen_from", ["the family", "the new case"])
def test_steps_of_a_family_are_undone_last_to_first_whomever_they_moved(cast, family, seen_from):
    _yorman, marleny, son, _wilmer = people_of(family)
    split = split_family(family, relations={son: Relation.PRINCIPAL}, on=ON, by=cast.ana)
    # The people who stayed have another principal now, and the son of the former one is no son of the new one.
    wife = family.members.get(individual=marleny)
    change_principal(family, principal=wife, relation_of_former=Relation.SPOUSE, by=cast.ana)
    later = FamilyChange.objects.get(step=FamilyStep.PRINCIPAL)
    case = family if seen_from == "the family" else split.other_case
    client = as_(cast.ana)

    def undo_of(change: FamilyChange, seen: Case) -> str:
        return reverse("family-undo", args=[seen.number, change.pk])

    def offered(seen: Case) -> str:
        return client.get(reverse("family-builder", args=[seen.number])).content.decode()

    assert undo_of(split, case) not in offered(case)
    assert undo_of(later, family) in offered(family)
    client.post(undo_of(split, case))
    assert son.number not in present(family)
    client.post(undo_of(later, family))
    assert undo_of(split, case) in offered(case)
    client.post(undo_of(split, case))
    assert present(family)[son.number] == Relation.SON


def test_changing_the_principal_is_undone_too(cast, family):
    before = memberships()
    wife = family.members.get(relation_to_principal=Relation.SPOUSE)
    change_principal(family, principal=wife, relation_of_former=Relation.SPOUSE, by=cast.ana)
    change = FamilyChange.objects.get()
    assert (change.step, memberships() == before) == (FamilyStep.PRINCIPAL, False)
    undo_family_change(change, by=cast.ana)
    assert memberships() == before


def test_what_must_not_be_joined_is_refused(cast, family, single):
    yorman, _marleny, _son, wilmer = people_of(family)
    jonder = people_of(single)[0]
    restrict_case(hidden := a_case(cast), people=[cast.ana], by=cast.sonia)
    before = memberships()
    for case, other, relations, on, says in (
        (family, family, {yorman: "OTR"}, ON, "This is the same case"),
        (family, single, {}, ON, "Choose at least one person"),
        (family, single, {wilmer: "OTR"}, ON, "Choose somebody who belongs to the case"),
        (family, single, {jonder: "FP"}, ON, "The case has a principal"),
        (single, family, {yorman: "OTR"}, ON, "goes, and others stay"),
        (family, single, {jonder: "OTR"}, D(2019, 2, 1), "One of them joined the case later"),
        (family, hidden, {people_of(hidden)[0]: "OTR"}, ON, f"{hidden.number} is restricted"),
    ):
        with refused(says), transaction.atomic():
            join_family(case, other=other, relations=relations, on=on, by=cast.ana)
        assert memberships() == before
    assert FamilyChange.objects.count() == 0


def test_who_works_in_two_offices_joins_no_cases_across_them(cast, family):
    far = a_case(cast, by=cast.mara)
    give(cast.sonia, Role.SUPERVISOR, cast.arauca)
    sonia = User.objects.get(pk=cast.sonia.pk)
    with refused("Both cases must be of one office"):
        join_family(family, other=far, relations={people_of(far)[0]: "OTR"}, on=ON, by=sonia)


def test_what_must_not_be_split_is_refused(cast, family, single):
    yorman, _marleny, _son, wilmer = people_of(family)
    jonder = people_of(single)[0]
    before = memberships()
    for case, relations, says in (
        (family, {wilmer: "OTR"}, "Say who is the principal of the new case"),
        (family, {yorman: "FP"}, "goes, and others stay"),
        (single, {jonder: "FP"}, "Somebody must stay in the case"),
    ):
        with refused(says), transaction.atomic():
            split_family(case, relations=relations, on=ON, by=cast.ana)
        assert memberships() == before
    assert FamilyChange.objects.count() == 0


def test_who_may_not_change_both_cases_neither_joins_nor_splits_them(cast, family):
    others, far = a_case(cast, by=cast.bruno), a_case(cast, by=cast.mara)
    [theirs], [distant] = people_of(others), people_of(far)
    wilmer = people_of(family)[3]
    for act in (
        lambda: join_family(family, other=others, relations={theirs: "OTR"}, on=ON, by=cast.ana),
        lambda: join_family(family, other=far, relations={distant: "OTR"}, on=ON, by=cast.sonia),
        lambda: split_family(family, relations={wilmer: "FP"}, on=ON, by=cast.bruno),
    ):
        with pytest.raises(NotAllowed), transaction.atomic():
            act()
    assert FamilyChange.objects.count() == 0


def test_who_joined_and_left_on_one_day_belongs_to_the_case_that_lasted(cast, family, single):
    today = cast.ana.today()
    jonder = people_of(single)[0]
    change = join_family(
        family, other=single, relations={jonder: Relation.OTHER}, on=today, by=cast.ana
    )
    undo_family_change(change, by=cast.ana)
    his = FamilyMember.objects.filter(individual=jonder)
    assert [member.case for member in his.latest_on(today)] == [single]
    assert latest_of(his)[jonder.pk].case == single
    assert latest_of(reversed(his.order_by("pk")))[jonder.pk].case == single


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["join", "split", "principal"]),
        st.integers(0, 5),
        st.integers(0, 5),
        st.integers(0, 3),
        st.integers(0, 2),
    ),
    max_size=6,
)


def run(step, cast, on: D) -> None:
    """Takes one random step; a refused step changes nothing."""
    kind, first, second, third, _days = step
    cases = list(Case.objects.open().order_by("number"))
    case, other = cases[first % len(cases)], cases[second % len(cases)]
    members = list(case.members.filter(left_on=None).order_by("pk").select_related("individual"))
    if kind == "principal":
        if members:
            change_principal(case, principal=members[third % len(members)], by=cast.sonia)
    elif kind == "split":
        chosen = members[third:]
        relations = {member.individual: Relation.OTHER for member in chosen}
        if chosen:
            relations[chosen[0].individual] = Relation.PRINCIPAL
        split_family(case, relations=relations, on=on, by=cast.sonia)
    else:
        theirs = other.members.filter(left_on=None).order_by("pk").select_related("individual")
        relations = {member.individual: Relation.OTHER for member in list(theirs)[third:]}
        join_family(case, other=other, relations=relations, on=on, by=cast.sonia)


@settings(
    max_examples=settings().max_examples // 10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS)
def test_whatever_was_joined_and_split_undoing_it_leaves_everything_as_before(cast, steps):
    with transaction.atomic():
        an_arrival(cast)
        an_arrival(cast)
        a_case(cast)
        before = memberships()
        for step in steps:
            try:
                with transaction.atomic():
                    run(step, cast, ON + datetime.timedelta(days=step[4]))
            except ActionRefused:
                continue
            for case in Case.objects.open():
                heads = list(present(case).values()).count(Relation.PRINCIPAL)
                assert heads == (1 if present(case) else 0)
        for change in FamilyChange.objects.order_by("-at", "-pk"):
            undo_family_change(change, by=cast.sonia)
        assert memberships() == before
        transaction.set_rollback(True)


def test_the_builder_is_chosen_reviewed_done_and_undone_on_its_pages(cast, family, single):
    client = as_(cast.ana)
    jonder = people_of(single)[0]
    member = single.members.get()
    found = client.get(reverse("family-builder", args=[family.number]), {"number": "A-2019-000002"})
    join = reverse("family-join", args=[family.number, single.number])
    assert found["Location"] == join
    assert "Jonder" in client.get(join).content.decode()
    typed = {f"goes_{member.pk}": "on", f"as_{member.pk}": "BRO", "on": "10/3/2019"}
    review = client.post(join, typed)
    text = review.content.decode()
    assert "Jonder" in text
    assert FamilyChange.objects.count() == 0
    hidden = {
        name: value
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)
        if name != "csrfmiddlewaretoken"
    }
    assert client.post(join, {**hidden, "sure": "yes"}).status_code == 302
    assert present(family)[jonder.number] == Relation.BROTHER
    change = FamilyChange.objects.get()
    undo = reverse("family-undo", args=[family.number, change.pk])
    assert undo in client.get(reverse("family-builder", args=[family.number])).content.decode()
    assert as_(cast.bruno).post(undo).status_code == 404
    assert client.get(undo).status_code == 405
    client.post(undo)
    assert jonder.number in present(single)


def test_a_split_is_done_on_its_pages(cast, family):
    client = as_(cast.ana)
    wilmer = people_of(family)[3]
    member = family.members.get(individual=wilmer)
    split = reverse("family-split", args=[family.number])
    typed = {f"goes_{member.pk}": "on", "on": "10/3/2019"}
    # A person who goes alone is the principal of the new case without a question.
    said = " ".join(client.post(split, typed).context["sentences"])
    assert f"{wilmer.display_name}: Titular del nuevo caso" in said
    assert client.post(split, {**typed, "sure": "yes"}).status_code == 302
    new = FamilyChange.objects.get().other_case.members.get()
    assert (new.individual, new.relation_to_principal) == (wilmer, Relation.PRINCIPAL)
    page = client.get(reverse("family-builder", args=[family.number]))
    assert f"{wilmer.display_name} pasó al caso {new.case.number}." in page.content.decode()


def test_the_review_of_a_split_says_beforehand_which_children_would_be_without_an_adult(cast):
    born = cast.ana.today().year
    rows = [
        a_row("Wilmer", born=born - 40),
        a_row("Marleny", born=born - 38, relation=Relation.SPOUSE, sex=Sex.FEMALE),
        a_row("Iker", born=born - 17, relation=Relation.SON),
        a_row("Luz", born=born - 9, relation=Relation.DAUGHTER, sex=Sex.FEMALE),
    ]
    case = an_arrival(cast, people=rows)
    of = {member.individual.given_names: member for member in case.members.all()}

    def warned(*going, **relations) -> str:
        typed = {f"goes_{of[name].pk}": "on" for name in going}
        typed |= {f"as_{of[name].pk}": relation for name, relation in relations.items()}
        typed["on"] = cast.ana.today().isoformat()
        split = reverse("family-split", args=[case.number])
        said = as_(cast.ana).post(split, typed).context.get("sentences", [])
        return next((line for line in said if line.startswith("Sin un adulto")), "")

    assert "Iker" in warned("Iker")
    assert "Luz" not in warned("Iker")
    assert warned("Wilmer") == ""
    assert warned("Marleny", "Luz", Marleny=Relation.PRINCIPAL) == ""
    # If the principal may not go, the page says so and does not show the consequences.
    typed = {f"goes_{of['Wilmer'].pk}": "on", "on": cast.ana.today().isoformat()}
    answer = as_(cast.ana).post(reverse("family-split", args=[case.number]), typed)
    assert "nombre primero a otra" in page_of(answer).text
    assert case.members.filter(left_on=None).count() == len(rows)


def test_a_case_emptied_by_joining_leads_to_where_its_people_are(cast, family, single):
    people = people_of(single)
    join_family(family, other=single, relations={people[0]: Relation.OTHER}, on=ON, by=cast.ana)
    single.refresh_from_db()
    assert single.end_reason == EndReason.JOINED
    page = page_of(as_(cast.ana).get(reverse("case-detail", args=[single.number])))
    assert page.says("Sus personas están ahora en:")
    assert reverse("case-detail", args=[family.number]) in page.links
    empty = page_of(as_(cast.ana).get(reverse("case-detail", args=[family.number])))
    assert not empty.says("Sus personas están ahora en:")


def test_a_split_asks_what_does_not_follow_and_takes_what_does(cast, family):
    client = as_(cast.ana)
    of = {member.relation_to_principal: member for member in family.members.all()}
    wife, child, brother = of["SPO"], of["SON"], of["INL"]
    split = reverse("family-split", args=[family.number])
    ticked = {f"goes_{member.pk}": "on" for member in (wife, child, brother)} | {"on": "10/3/2019"}
    nobody_said = client.post(split, ticked).context["form"]
    assert nobody_said.non_field_errors()
    form = client.post(split, ticked | {f"as_{wife.pk}": "FP"}).context["form"]
    assert list(form.errors) == [f"as_{brother.pk}"]
    typed = ticked | {f"as_{wife.pk}": "FP", f"as_{brother.pk}": "BRO", "sure": "yes"}
    client.post(split, typed)
    new = FamilyChange.objects.get().other_case
    assert {each.individual: each.relation_to_principal for each in new.members.all()} == {
        wife.individual: "FP",
        child.individual: "SON",
        brother.individual: "BRO",
    }


def test_a_change_of_the_principal_takes_what_a_bond_says_where_relations_say_nothing(cast, family):
    of = {member.relation_to_principal: member for member in family.members.all()}
    wife, brother = of["SPO"].individual, of["INL"].individual
    relate(brother, other=wife, kind=Bond.SIBLING, by=cast.ana)
    address = reverse("principal-change", args=[family.number])
    form = as_(cast.ana).get(address, {"principal": of["SPO"].pk}).context["form"]
    asked = form.fields[f"as_{of['INL'].pk}"]
    assert asked.initial == Relation.BROTHER
    assert str(asked.label) == f"{brother.display_name} es ____ de {wife.display_name}"
    assert form.fields[f"as_{of['SON'].pk}"].initial == Relation.SON
    assert form.fields[f"as_{of['FP'].pk}"].initial == Relation.SPOUSE


def test_who_leaves_is_named_with_the_way_to_take_it_back(cast, family):
    member = family.members.get(relation_to_principal="INL")
    client = as_(cast.ana)
    end = reverse("member-end", args=[family.number, member.pk])
    page = client.post(end, {"left_on": "10/3/2019"}, follow=True).content.decode()
    assert f"{member.individual.display_name} salió de la familia" in page
    assert reverse("family-builder", args=[family.number]) + "#steps" in page


def test_pages_of_the_builder_are_absent_for_other_teams(cast, family, single):
    elsewhere = a_case(cast, by=cast.bruno)
    for address in (
        reverse("family-builder", args=[family.number]),
        reverse("family-split", args=[family.number]),
        reverse("family-join", args=[family.number, single.number]),
    ):
        assert as_(cast.ana).get(address).status_code == 200
        for user in (cast.bruno, cast.lucia, cast.carla, cast.mara):
            assert as_(user).get(address).status_code == 404
    join = reverse("family-join", args=[family.number, elsewhere.number])
    assert as_(cast.ana).get(join).status_code == 404
    form = (
        as_(cast.ana)
        .get(reverse("family-builder", args=[family.number]), {"number": elsewhere.number})
        .context["form"]
    )
    assert "number" in form.errors


def test_the_builder_asks_as_often_for_four_steps_as_for_one(
    cast, family, django_assert_max_num_queries
):
    def one_more() -> None:
        other = family.members.exclude(relation_to_principal=Relation.PRINCIPAL).first()
        change_principal(family, principal=other, by=cast.ana)

    client = as_(cast.ana)
    address = reverse("family-builder", args=[family.number])
    one_more()
    client.get(address)
    with django_assert_max_num_queries(40) as one:
        client.get(address)
    for _step in range(3):
        one_more()
    with django_assert_max_num_queries(40) as four:
        client.get(address)
    assert len(one) == len(four)


@pytest.mark.parametrize("step", [FamilyStep.JOINED, FamilyStep.SPLIT])
def test_legal_aid_goes_on_with_whoever_joins_or_splits_and_undoing_ends_it(cast, step):
    family, single = an_arrival(cast), a_case(cast, name="Jonder")
    if step == FamilyStep.JOINED:
        refer_to_legal(single, by=cast.ana)
        person = people_of(single)[0]
        change = join_family(
            family, other=single, relations={person: Relation.BROTHER}, on=ON, by=cast.ana
        )
        reached = family
    else:
        refer_to_legal(family, by=cast.ana)
        person = people_of(family)[3]
        change = split_family(family, relations={person: Relation.PRINCIPAL}, on=ON, by=cast.ana)
        reached = change.other_case
    assert case_of(person, cast.ana.today()) == reached
    assert can(cast.lucia, Permission.INDIVIDUAL_READ, about=person)
    assert [referral.came_with for referral in reached.legal_referrals.open()] == [change]
    assert not reached.legal_referrals.exclude(came_with=change).exists()
    undo_family_change(change, by=cast.ana)
    assert not reached.legal_referrals.open().exists()
    assert not can(cast.lucia, Permission.CASE_READ, about=reached)
    assert can(cast.lucia, Permission.INDIVIDUAL_READ, about=person)


def test_a_case_that_is_with_legal_aid_already_keeps_its_one_referral(cast, family, single):
    for each in (family, single):
        refer_to_legal(each, by=cast.ana)
    person = people_of(single)[0]
    change = join_family(
        family, other=single, relations={person: Relation.BROTHER}, on=ON, by=cast.ana
    )
    assert family.legal_referrals.open().count() == 1
    undo_family_change(change, by=cast.ana)
    assert family.legal_referrals.open().count() == 1
