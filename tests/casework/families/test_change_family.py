"""Members are added, come back, leave, become principal and get other relations; and each step is undone."""

import datetime
from urllib.parse import unquote

import pytest
from django.urls import reverse

from accounts.access import can
from accounts.models import AuditEvent
from accounts.permissions import Permission
from casework.cases.actions import refer_to_legal, restrict_case
from casework.exits.actions import record_exit, settle_exit
from casework.families.actions.builder import bring_back, join_family
from casework.families.actions.family import (
    add_member,
    change_principal,
    correct_relation,
    end_membership,
    leave_family,
)
from casework.families.actions.moves import ChangedSince, undo_family_change
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.identity.kinship import relation_of_former, relation_of_other
from casework.register.choices import Relation, Sex
from casework.register.models.case import Case
from casework.register.querysets.individual import case_of
from shelters.actions.placements import place
from shelters.models import Placement
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of

D = datetime.date
ON = D(2019, 3, 10)


@pytest.fixture
def family(cast: Cast) -> Case:
    """Yorman, Marleny, their son, and Wilmer, her brother."""
    return an_arrival(cast)


def relations_of(case: Case) -> dict[str, str]:
    """Returns the relation of each present member to the principal, by the end of the number."""
    rows = case.members.on(D(2030, 1, 1)).order_by("individual__number")
    return {
        row.individual.number[-2:]: row.relation_to_principal
        for row in rows.select_related("individual")
    }


def member_of(case: Case, relation: str):
    return case.members.get(relation_to_principal=relation, left_on=None)


def test_somebody_of_a_restricted_case_never_reaches_an_open_one_by_their_number(cast, family):
    hidden = a_case(cast, name="Oculto")
    restrict_case(hidden, people=[cast.ana], by=cast.sonia)
    oculto = people_of(hidden)[0]
    client = log_in(cast.ana)
    builder = reverse("family-builder", args=[family.number])
    sent = client.get(builder, {"number": oculto.number.lower()})
    join = reverse("family-join", args=[family.number, hidden.number])
    assert sent["Location"] == f"{join}?goes={oculto.number}"
    member = hidden.members.get()
    typed = {f"goes_{member.pk}": "on", f"as_{member.pk}": "BRO", "on": "10/3/2019", "sure": "yes"}
    answer = client.post(join, typed)
    assert hidden.number in str(answer.context["form"].non_field_errors())
    assert case_of(oculto, cast.ana.today()) == hidden
    assert not can(cast.bruno, Permission.INDIVIDUAL_READ, about=oculto)
    assert not can(cast.carla, Permission.INDIVIDUAL_READ, about=oculto)
    end_membership(member, left_on=ON, by=cast.ana)
    with refused(f"{hidden.number} is restricted"):
        bring_back(family, individual=oculto, joined_on=ON, by=cast.ana)
    assert FamilyChange.objects.filter(case=family).count() == 0


def test_the_stay_of_who_comes_by_number_follows_and_the_emptied_case_closes(cast, family):
    single = a_case(cast, name="Jonder")
    jonder = people_of(single)[0]
    hotel = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    today = cast.carla.today()
    place(jonder, site=hotel, bed=beds_of(hotel)[0], starts_on=today, by=cast.carla)
    client = log_in(cast.ana)
    join = client.get(reverse("family-builder", args=[family.number]), {"number": jonder.number})[
        "Location"
    ]
    assert client.get(join).context["form"].fields[f"goes_{single.members.get().pk}"].initial
    pk = single.members.get().pk
    typed = {f"goes_{pk}": "on", f"as_{pk}": "BRO", "on": "10/3/2019", "sure": "yes"}
    assert client.post(join, typed).status_code == 302
    single.refresh_from_db()
    assert (Placement.objects.get().case, single.is_open) == (family, False)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    assert Placement.objects.get().case == single


def test_only_the_person_of_the_number_is_ticked(cast, family):
    other = an_arrival(cast)
    wilmer = people_of(other)[3]
    join = log_in(cast.ana).get(
        reverse("family-builder", args=[family.number]), {"number": wilmer.number}
    )["Location"]
    form = log_in(cast.ana).get(join).context["form"]
    ticked = [member.individual for member, goes, _as in form.rows() if goes.initial]
    assert ticked == [wilmer]


def test_who_belongs_to_no_case_comes_back_with_what_the_last_case_had(cast, family):
    single, wilmer = a_case(cast, name="Jonder"), people_of(family)[3]
    refer_to_legal(family, by=cast.ana)
    end_membership(family.members.get(individual=wilmer), left_on=D(2019, 3, 5), by=cast.ana)
    client = log_in(cast.ana)
    sent = client.get(reverse("family-builder", args=[single.number]), {"number": wilmer.number})
    back = reverse("family-bring-back", args=[single.number, wilmer.number])
    assert sent["Location"] == back
    assert wilmer.display_name in client.get(back).content.decode()
    assert log_in(cast.bruno).get(back).status_code == 404
    assert client.post(back, {"relation": "COU", "joined_on": "2019-03-10"}).status_code == 302
    change = FamilyChange.objects.get(step=FamilyStep.ADDED)
    assert (change.case, change.other_case) == (single, family)
    assert case_of(wilmer, cast.ana.today()) == single
    assert can(cast.lucia, Permission.INDIVIDUAL_READ, about=wilmer)
    undo_family_change(change, by=cast.ana)
    assert case_of(wilmer, cast.ana.today()) == family
    assert not can(cast.lucia, Permission.CASE_READ, about=single)


def test_who_left_this_very_family_is_found_with_the_exit_and_the_way_back(cast, family):
    wilmer, wife = people_of(family)[3], people_of(family)[1]
    leaving = record_exit(wilmer, type="onward", on=ON, by=cast.ana)
    client, builder = log_in(cast.ana), reverse("family-builder", args=[family.number])
    found = page_of(client.post(builder, {"q": wilmer.display_name, "look": "1"}))
    assert found.offered("pick") == [wilmer.number]
    assert found.says(leaving.kind_in_words)
    assert found.says("10 mar 2019")
    found = page_of(client.post(builder, {"q": wife.display_name, "look": "1"}))
    assert wife.number not in found.offered("pick"), "who is here is not brought back"
    back = reverse("family-bring-back", args=[family.number, wilmer.number])
    assert client.post(builder, {"pick": wilmer.number})["Location"] == back
    page = page_of(client.get(back))
    annul = f"{reverse('exit-back', args=[leaving.pk])}?back={back}"
    [way] = [address for address in page.links if unquote(address) == annul]
    assert page.links[way].startswith("Salió del programa el 10 mar 2019")
    assert "relation" not in page.fields
    told = {"what": "back", "back_on": "2019-03-20", "joins": "not_yet", "reason": "Volvió."}
    assert client.post(way, told)["Location"] == back
    assert page_of(client.get(back)).fields["joined_on"] == "20/03/2019"
    told = {"relation": "COU", "joined_on": "2019-03-20"}
    assert client.post(back, told).status_code == 302
    assert relations_of(family)[wilmer.number[-2:]] == Relation.COUSIN


def test_who_belongs_to_the_family_again_by_the_page_of_the_exit_is_not_asked_twice(cast, family):
    wilmer, client = people_of(family)[3], log_in(cast.ana)
    leaving = record_exit(wilmer, type="onward", on=ON, by=cast.ana)
    back = reverse("family-bring-back", args=[family.number, wilmer.number])
    way = f"{reverse('exit-back', args=[leaving.pk])}?back={back}"
    told = {"what": "back", "back_on": "2019-03-20", "joins": "same", "reason": "Volvió."}
    answer = client.post(way, told, follow=True)
    assert (
        answer.redirect_chain[-1][0] == reverse("family-builder", args=[family.number]) + "#steps"
    )
    assert page_of(answer).says("Quedó registrado qué pasó con la salida.")


def test_who_belongs_somewhere_is_not_brought_back(cast, family):
    single = a_case(cast, name="Jonder")
    wilmer, jonder = people_of(family)[3], people_of(single)[0]
    end_membership(family.members.get(individual=wilmer), left_on=ON, by=cast.ana)
    for individual, on, says in (
        (jonder, ON, f"This person belongs to {single.number}"),
        (people_of(family)[2], ON, "This person is in this case already"),
        (wilmer, D(2019, 3, 9), "This person was in another case on that day"),
    ):
        with refused(says):
            bring_back(family, individual=individual, joined_on=on, by=cast.ana)
    builder = reverse("family-builder", args=[family.number])
    client = log_in(cast.ana)
    for number in (people_of(family)[2].number, "A-2019-009999-01"):
        assert "number" in client.get(builder, {"number": number}).context["form"].errors


def test_adding_and_leaving_are_steps_that_are_undone_on_the_page(cast, family):
    before = relations_of(family)
    added = add_member(
        family, row=a_row("Bebé"), relation=Relation.DAUGHTER, joined_on=ON, by=cast.ana
    )
    gone = end_membership(member_of(family, Relation.IN_LAW), left_on=D(2019, 3, 12), by=cast.ana)
    assert relations_of(family) == {"01": "FP", "02": "SPO", "03": "SON", "05": "DAU"}
    client = log_in(cast.ana)
    page = client.get(reverse("family-builder", args=[family.number]))
    left, new = FamilyChange.objects.order_by("-at")
    assert [
        (step["change"].step, step["may_undo"], step["names"]) for step in page.context["steps"]
    ] == [
        (FamilyStep.LEFT, True, [gone.individual.display_name]),
        # The last step is undone first.
        (FamilyStep.ADDED, False, [added.individual.display_name]),
    ]
    for change in (left, new):
        client.post(reverse("family-undo", args=[family.number, change.pk]))
    assert relations_of(family) == before
    assert not family.members.on(ON).filter(individual=added.individual).exists()


def test_leaving_is_not_undone_while_an_exit_stands_nor_once_the_person_is_elsewhere(cast, family):
    wilmer = people_of(family)[3]
    leaving = record_exit(wilmer, type="onward", on=ON, by=cast.ana)
    gone = FamilyChange.objects.get(step=FamilyStep.LEFT)
    with refused("It is on file that this person left us") as refusal:
        undo_family_change(gone, by=cast.ana)
    assert not isinstance(refusal.value, ChangedSince)
    with refused("It is on file that this person left us"):
        bring_back(family, individual=wilmer, joined_on=D(2019, 3, 20), by=cast.ana)
    settle_exit(leaving, what="back", back_on=D(2019, 3, 20), reason="Volvió.", by=cast.ana)
    back = bring_back(a_case(cast), individual=wilmer, joined_on=D(2019, 3, 20), by=cast.ana)
    with pytest.raises(ChangedSince):
        undo_family_change(gone, by=cast.ana)
    undo_family_change(FamilyChange.objects.get(case=back.case), by=cast.ana)
    undo_family_change(gone, by=cast.ana)
    assert relations_of(family)["04"] == Relation.IN_LAW


def test_a_step_is_not_undone_into_a_second_principal(cast, family):
    single = a_case(cast, name="Jonder")
    gone = end_membership(single.members.get(), left_on=ON, by=cast.ana)
    other = bring_back(single, individual=people_of(single)[0], joined_on=ON, by=cast.ana)
    change_principal(single, principal=other, by=cast.ana)
    left = FamilyChange.objects.get(step=FamilyStep.LEFT)
    assert left.moved[0]["member"] == gone.pk
    with pytest.raises(ChangedSince):
        undo_family_change(left, by=cast.ana)


def test_everybodys_relation_is_asked_with_a_new_principal_and_undone_with_it(cast):
    mother = a_row("Carmen", sex=Sex.FEMALE, relation=Relation.MOTHER)
    case = an_arrival(
        cast,
        people=[
            a_row(sex=Sex.MALE),
            a_row("Marleny", sex=Sex.FEMALE, relation=Relation.SPOUSE),
            a_row("Ángel", sex=Sex.MALE, relation=Relation.SON),
            mother,
            a_row("Wilmer", sex=Sex.MALE, relation=Relation.IN_LAW),
        ],
    )
    before = relations_of(case)
    head, wife, son, mother, wilmer = case.members.order_by("individual__number")
    client = log_in(cast.ana)
    address = reverse("principal-change", args=[case.number])
    assert "principal" in client.get(address, {"principal": head.pk}).context["form"].errors
    chosen = f"{address}?principal={wife.pk}"
    fields = client.get(chosen).context["form"].fields
    guessed = {name: field.initial for name, field in fields.items()}
    assert guessed == {
        f"as_{head.pk}": "SPO",
        f"as_{son.pk}": "SON",
        f"as_{mother.pk}": "MIL",
        f"as_{wilmer.pk}": None,
    }
    said = {name: guess or "" for name, guess in guessed.items()}
    assert f"as_{wilmer.pk}" in client.post(chosen, said).context["form"].errors
    assert client.post(chosen, said | {f"as_{wilmer.pk}": "BRO"}).status_code == 302
    assert relations_of(case) == {"01": "SPO", "02": "FP", "03": "SON", "04": "MIL", "05": "BRO"}
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    assert relations_of(case) == before


def test_a_relation_is_put_right_on_its_page_and_back(cast, family):
    wilmer = member_of(family, Relation.IN_LAW)
    address = reverse("member-relation", args=[family.number, wilmer.pk])
    client = log_in(cast.ana)
    assert client.get(address).context["form"].initial == {"relation": "INL"}
    client.post(address, {"relation": "BRO", "how": "wrong"})
    assert relations_of(family)["04"] == Relation.BROTHER
    assert AuditEvent.objects.filter(verb="relation.corrected", actor=cast.ana).count() == 1
    undo_family_change(FamilyChange.objects.get(step=FamilyStep.RELATION), by=cast.ana)
    assert relations_of(family)["04"] == Relation.IN_LAW
    assert log_in(cast.bruno).get(address).status_code == 404
    for member, relation in ((wilmer, "FP"), (member_of(family, "FP"), "BRO")):
        with refused("Who the principal is changes on a page of its own"):
            correct_relation(member, relation=relation, by=cast.ana)


def test_who_joined_and_left_again_is_undone_in_turn(cast, family):
    single = a_case(cast, name="Jonder")
    jonder = people_of(single)[0]
    joined = join_family(family, other=single, relations={jonder: "BRO"}, on=ON, by=cast.ana)
    member = family.members.get(individual=jonder)
    end_membership(member, left_on=D(2019, 3, 15), by=cast.ana)
    with pytest.raises(ChangedSince):
        undo_family_change(joined, by=cast.ana)
    undo_family_change(FamilyChange.objects.get(step=FamilyStep.LEFT), by=cast.ana)
    undo_family_change(joined, by=cast.ana)
    assert case_of(jonder, cast.ana.today()) == single


@pytest.mark.parametrize(
    ("chosen", "sex", "former"),
    [
        ("SPO", "m", "SPO"),
        ("SON", "m", "FAT"),
        ("DAU", "f", "MOT"),
        ("MOT", "m", "SON"),
        ("BRO", "f", "SIS"),
        ("UNC", "m", "NEP"),
        ("GRC", "u", "GRP"),
        ("MIL", "m", "SOL"),
        ("FIL", "f", "DAL"),
        ("SOL", "f", "MIL"),
        ("DAL", "m", "FIL"),
        ("BIL", "f", "SIL"),
        ("SIL", "m", "BIL"),
        ("SIL", "u", None),
        ("INL", "f", "INL"),
        ("SON", "u", None),
        ("STC", "m", None),
    ],
)
def test_what_the_former_principal_is_follows_where_it_can(chosen, sex, former):
    assert relation_of_former(chosen, sex) == former


@pytest.mark.parametrize(
    ("chosen", "other", "sex", "now"),
    [
        ("SPO", "MOT", "f", "MIL"),
        ("SPO", "FAT", "m", "FIL"),
        ("SPO", "SIS", "f", "SIL"),
        ("SPO", "MIL", "f", "MOT"),
        ("SPO", "DAL", "f", "DAL"),
        ("SPO", "BIL", "m", None),
        ("SON", "MIL", "f", "GRP"),
        ("MOT", "SPO", "f", "DAL"),
        ("MOT", "SPO", "m", "SOL"),
        ("BRO", "SPO", "f", "SIL"),
        ("SON", "DAL", "f", None),
        ("SPO", "STC", "f", "DAU"),
        ("SON", "SPO", "f", "MOT"),
        ("SON", "DAU", "f", "SIS"),
        ("DAU", "BRO", "m", "UNC"),
        ("BRO", "SON", "m", "NEP"),
        ("BRO", "MOT", "f", "MOT"),
        ("MOT", "SIS", "f", "DAU"),
        ("COU", "NON", "m", "NON"),
        ("COU", "SON", "m", None),
        ("SON", "SPO", "u", None),
    ],
)
def test_what_a_member_is_to_the_new_principal_follows_where_it_can(chosen, other, sex, now):
    assert relation_of_other(chosen, other, sex) == now


def test_every_pair_of_relations_gives_a_relation_or_nothing():
    for chosen in Relation:
        for other in Relation:
            for sex in Sex:
                assert relation_of_other(chosen, other, sex) in {None, *Relation} - {"FP"}
                assert relation_of_former(chosen, sex) in {None, *Relation} - {"FP"}


def test_who_may_be_a_child_leaves_no_family_for_nowhere(cast, family):
    """A boy of fourteen who left his family like an adult would be in no list."""
    son = member_of(family, Relation.SON)
    with refused("Who may be a child leaves a family for a case of their own"):
        leave_family(son, left_on=D(2019, 3, 12), by=cast.ana)
    page = log_in(cast.ana).get(reverse("member-end", args=[family.number, son.pk]))
    assert b'name="left_on"' not in page.content
    assert reverse("family-split", args=[family.number]).encode() in page.content
    assert reverse("exit-record", args=[son.individual.number]).encode() in page.content


def test_nobody_leaves_on_the_day_of_joining(cast, family):
    """The person would have belonged to the family on no day, and would be in no list."""
    spouse = member_of(family, Relation.SPOUSE)
    with refused("joined on that day"):
        leave_family(spouse, left_on=spouse.joined_on, by=cast.ana)


def test_an_adult_who_leaves_reads_what_that_means_and_where_else_to_go(cast, family):
    spouse = member_of(family, Relation.SPOUSE)
    page = log_in(cast.ana).get(reverse("member-end", args=[family.number, spouse.pk]))
    assert b'name="left_on"' in page.content
    assert reverse("family-split", args=[family.number]).encode() in page.content
