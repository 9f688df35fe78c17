"""A name, a sex or a nationality that was true and changed is another thing than one that was wrong."""

import itertools

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.duplicates.querysets import PeopleOnFile
from casework.families.actions.builder import bring_back, split_family
from casework.families.actions.family import add_member, correct_relation, end_membership
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.identity.actions.aliases import add_alias
from casework.identity.actions.changes import correct_change
from casework.identity.actions.individuals import correct_individual
from casework.identity.choices import FIELDS_OF, ChangingFact
from casework.identity.models import FactChange
from casework.identity.rules import relation_for_sex
from casework.identity.slots import alias_extract
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.choices import Relation, Sex
from casework.register.models.alias import Alias
from casework.register.models.individual import Individual
from casework.search.querysets import search_cards, search_people
from tests.build import a_row, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
# What is typed in place of what stands on file, and what stands there.
ANOTHER = {
    ChangingFact.NAME: {"given_names": "Yolanda"},
    ChangingFact.SEX: {"sex": "f"},
    ChangingFact.NATIONALITY: {"nationality": "CO"},
}
HOW = ("wrong", "changed")


@pytest.fixture
def child(cast):
    """The son of a man, each with names that nobody else has."""
    son = a_row("Yeison", sex=Sex.MALE, born=2008, relation=Relation.SON, nationality="VE")
    return people_of(an_arrival(cast, people=[a_row("Zoilo", sex=Sex.MALE, born=1980), son]))[1]


def address_of(person, name="individual-correct", *rest):
    return reverse(name, args=[person.number, *rest])


def send(client, person, **typed):
    address = address_of(person)
    return client.post(address, page_of(client.get(address)).fields | typed)


def page_about(person, user):
    return as_(user).get(address_of(person, "individual-detail")).content.decode()


def facts(person):
    person = Individual.objects.get(pk=person.pk)
    names = [name for names in FIELDS_OF.values() for name in names]
    return {name: getattr(person, name) for name in names}


def relation_of(person):
    return person.memberships.get().relation_to_principal


@pytest.mark.parametrize(("fact", "how"), list(itertools.product(ChangingFact, HOW)))
def test_each_fact_that_becomes_another_is_asked_about_and_nothing_is_chosen_before(
    cast, child, fact, how
):
    client, before = as_(cast.ana), facts(child)
    page = page_of(send(client, child, **ANOTHER[fact]))
    assert page.says("Diga si estaba mal, o si era así y cambió.")
    others = {f"how_{each}" for each in ChangingFact if each != fact}
    assert f"how_{fact}" not in page.fields
    assert not others & set(page.fields)
    assert page.source.count(f'name="how_{fact}"') == 2
    assert facts(child) == before
    typed = page.fields | {f"how_{fact}": how, f"since_{fact}": "3/2024"}
    assert client.post(address_of(child), typed).status_code == 302
    assert facts(child) == before | ANOTHER[fact]
    kept = [(each.fact, each.was, each.since) for each in FactChange.objects.all()]
    was = {name: before[name] for name in FIELDS_OF[fact]}
    assert kept == ([(fact, was, "2024-03")] if how == "changed" else [])
    verb = {"wrong": "individual.corrected", "changed": "individual.changed"}[how]
    fields = set(ANOTHER[fact]) | ({"relation_to_principal"} if fact == ChangingFact.SEX else set())
    assert set(AuditEvent.objects.get(verb=verb).details["fields"]) == fields
    assert AuditEvent.objects.filter(verb__startswith="individual.", is_read=False).count() == 1
    assert relation_of(child) == ("DAU" if fact == ChangingFact.SEX else "SON")


@pytest.mark.parametrize("how", list(itertools.product(HOW, repeat=3)))
def test_what_was_wrong_and_what_changed_are_told_apart_in_one_act(cast, child, how):
    typed = {name: value for each in ANOTHER.values() for name, value in each.items()}
    said = {f"how_{fact}": word for fact, word in zip(ChangingFact, how, strict=True)}
    assert send(as_(cast.ana), child, **typed, **said).status_code == 302
    changed = {fact for fact, word in zip(ChangingFact, how, strict=True) if word == "changed"}
    assert {each.fact for each in FactChange.objects.all()} == changed
    assert Alias.objects.count() == (ChangingFact.NAME in changed)
    for change in FactChange.objects.all():
        correct_change(change, is_mistake=True, by=cast.ana)
    was = {"given_names": "Yeison", "sex": "m", "nationality": "VE"}
    left = {fact: ANOTHER[fact] for fact in set(ChangingFact) - changed}
    assert {name: facts(child)[name] for name in was} == was | {
        name: value for each in left.values() for name, value in each.items()
    }
    assert relation_of(child) == ("DAU" if ChangingFact.SEX in left else "SON")


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ({}, set()),
        ({"birth": "2007"}, set()),
        ({"given_names": "  Yeison "}, set()),
        ({"sex": "u"}, set()),
        ({"nationality": ""}, set()),
        ({"family_names": ""}, {"how_name"}),
        ({"sex": "x"}, {"how_sex"}),
    ],
)
def test_only_a_known_fact_that_becomes_another_is_asked_about(cast, child, typed, asked):
    form = send(as_(cast.ana), child, **typed)
    named = form.context["form"].errors if form.status_code == 200 else {}
    assert set(named) == asked


def test_what_nobody_had_said_is_filled_in_without_a_question(cast):
    case = an_arrival(cast, people=[a_row("Luz", "", sex=Sex.UNKNOWN)])
    person = people_of(case)[0]
    typed = {"family_names": "Peña", "sex": "f", "nationality": "CO"}
    assert send(as_(cast.ana), person, **typed).status_code == 302
    assert facts(person) == {"given_names": "Luz", "second_nationality": "", **typed}


def test_a_former_name_is_found_and_compared_and_printed_nowhere(cast, child):
    since = {ChangingFact.NAME: "2024"}
    correct_individual(child, given_names="Yolanda", since=since, by=cast.ana)
    assert [hit.individual for hit in search_people("Yeison", cast.ana)] == [child]
    assert search_cards("Yeison", cast.carla) == []
    known = PeopleOnFile.of([child.pk], cast.ana.today()).candidate_of(child.pk)
    assert known.other_names == ("Yeison Rodríguez Peña",)
    assert list(alias_extract.rows(child)) == []
    case = child.memberships.get().case
    page = page_about(child, cast.ana)
    assert page.count("Yeison")
    assert "hasta 2024" in page
    for name in ("case-detail", "case-card"):
        assert "Yeison" not in as_(cast.ana).get(reverse(name, args=[case.number])).content.decode()
    told = as_(cast.ana).get(reverse("case-timeline", args=[case.number])).content.decode()
    assert "2024" in told
    assert "Yeison" in told


def test_what_is_hidden_is_found_and_shown_only_to_who_asks_which_is_written_down(cast, child):
    since = {ChangingFact.NAME: "2024-03-12", ChangingFact.SEX: ""}
    changes = {"given_names": "Yolanda", "sex": "f"}
    correct_individual(child, **changes, since=since, is_hidden=True, by=cast.ana)
    assert [hit.individual for hit in search_people("Yeison", cast.ana)] == [child]
    case = child.memberships.get().case
    pages = [page_about(child, cast.ana)]
    for name in ("case-detail", "case-card", "case-timeline", "case-history"):
        pages.append(as_(cast.ana).get(reverse(name, args=[case.number])).content.decode())
    for change in FactChange.objects.all():
        correction = address_of(child, "change-correct", change.pk)
        pages.append(as_(cast.ana).get(correction).content.decode())
        assert reverse("change-show", args=[child.number, change.pk]) in pages[0]
    assert not [page for page in pages if "Yeison" in page or "Masculino" in page.split("Zoilo")[0]]
    assert AuditEvent.objects.get(verb="individual.changed").details == {"individual": child.number}
    assert not AuditEvent.objects.filter(verb="former.read").exists()
    former = Alias.objects.get().change
    shown = as_(cast.sonia).get(address_of(child, "change-show", former.pk))
    back = reverse("individual-detail", args=[child.number])
    assert page_of(shown).links[back].endswith("Yolanda Rodríguez Peña")
    assert "Yeison Rodríguez Peña" in shown.content.decode()
    assert AuditEvent.objects.get(verb="former.read").actor == cast.sonia
    assert as_(cast.bruno).get(address_of(child, "change-show", former.pk)).status_code == 404
    assert list(alias_extract.rows(child)) == []
    # Shown again, and hidden, on the page where it is put right.
    address = address_of(child, "change-correct", former.pk)
    client = as_(cast.ana)
    typed = dict(page_of(client.get(address)).fields.items())
    assert client.post(address, {"since": typed["since"], "submission": ""}).status_code == 302
    assert not Alias.objects.get().is_hidden
    assert "Yeison" in page_about(child, cast.ana)


def test_a_name_that_was_added_can_be_hidden_too(cast):
    person = an_individual(cast)
    alias = add_alias(person, name="Turpial", is_hidden=True, by=cast.ana)
    client = as_(cast.ana)
    assert "Turpial" not in page_about(person, cast.ana)
    assert [hit.individual for hit in search_people("Turpial", cast.ana)] == [person]
    correct = address_of(person, "alias-correct", alias.pk)
    assert "Turpial" not in client.get(correct).content.decode()
    shown = client.get(address_of(person, "alias-show", alias.pk)).content.decode()
    assert "Turpial" in shown
    assert AuditEvent.objects.filter(verb="former.read").count() == 1
    assert client.post(correct, {"reason": ""}).status_code == 302
    assert "Turpial" in page_about(person, cast.ana)


def test_a_change_is_taken_back_to_the_letter_and_only_while_nothing_was_built_upon_it(cast, child):
    before, tokens = facts(child), set(child.name_tokens)
    first = {ChangingFact.NAME: "", ChangingFact.SEX: "2024"}
    correct_individual(child, given_names="Yoli", sex="f", since=first, by=cast.ana)
    correct_individual(child, given_names="Yolanda", since={ChangingFact.NAME: ""}, by=cast.ana)
    newest, sex, oldest = sorted(
        FactChange.objects.all(), key=lambda each: ["Yoli", "m", "Yeison"].index(
            next(iter(each.was.values()))
        )
    )  # fmt: skip
    with refused("take that back first"):
        correct_change(oldest, is_mistake=True, by=cast.ana)
    for change in (newest, sex, oldest):
        correct_change(change, is_mistake=True, by=cast.ana)
    assert (facts(child), relation_of(child)) == (before, "SON")
    child.refresh_from_db()
    assert set(child.name_tokens) == tokens
    assert search_people("Yolanda", cast.ana) == [] == search_people("Yoli", cast.ana)
    assert "Yoli" not in page_about(child, cast.ana)
    with refused("by mistake"):
        correct_change(oldest, is_mistake=False, by=cast.ana)


def test_since_when_is_put_right_and_is_never_before_the_birth(cast, child):
    with refused("before the birth", field="since_name"):
        correct_individual(
            child, given_names="Yolanda", since={ChangingFact.NAME: "2007"}, by=cast.ana
        )
    correct_individual(child, given_names="Yolanda", since={ChangingFact.NAME: ""}, by=cast.ana)
    change = FactChange.objects.get()
    with refused("before the birth", field="since"):
        correct_change(change, since="2007-05", by=cast.ana)
    correct_change(change, since="2018-05-06", by=cast.ana)
    assert str(Alias.objects.get().ended_on) == "2018-05-06"


@pytest.mark.parametrize("typed", ["2099", "13/2018", "1800", "ayer no", "0/2018", "1/1/2099"])
def test_a_day_that_cannot_be_is_refused_and_what_was_typed_stays(cast, child, typed):
    said = {"how_name": "changed", "since_name": typed, "given_names": "Yolanda"}
    page = page_of(send(as_(cast.ana), child, **said))
    assert page.fields["since_name"] == typed
    assert page.fields["given_names"] == "Yolanda"
    assert not FactChange.objects.exists()


@pytest.mark.parametrize("relation", Relation.values)
def test_a_word_for_one_sex_goes_to_the_other_and_back(relation):
    for sex in (Sex.MALE, Sex.FEMALE):
        there = relation_for_sex(relation, sex)
        assert relation_for_sex(there, sex) == there
        if there == relation:
            other = {Sex.MALE: Sex.FEMALE, Sex.FEMALE: Sex.MALE}[sex]
            assert relation_for_sex(relation_for_sex(relation, other), sex) == relation
    assert (
        relation_for_sex(relation, Sex.UNKNOWN) == relation_for_sex(relation, Sex.OTHER) == relation
    )


def test_a_step_of_the_family_is_undone_in_the_word_of_today(cast, child):
    case = child.memberships.get().case
    case = split_family(
        case, relations={child: Relation.PRINCIPAL}, on=cast.ana.today(), by=cast.ana
    )
    correct_individual(child, sex="f", by=cast.ana)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    here = child.memberships.get(left_on=None)
    assert here.relation_to_principal == Relation.DAUGHTER


def test_a_relation_that_is_said_of_the_other_sex_is_asked_at_every_door(cast, child):
    member = child.memberships.get()
    address = reverse("member-relation", args=[member.case.number, member.pk])
    answer = as_(cast.ana).post(address, {"relation": "DAU", "how": "wrong"})
    assert "El parentesco y el sexo no concuerdan" in answer.content.decode()
    with refused("do not fit", field="relation"):
        correct_relation(member, relation=Relation.NIECE, by=cast.ana)
    end_membership(member, left_on=cast.ana.today(), by=cast.ana)
    with refused("do not fit", field="relation"):
        bring_back(
            member.case,
            individual=child,
            joined_on=cast.ana.today(),
            relation=Relation.DAUGHTER,
            by=cast.ana,
        )
    assert child.memberships.filter(left_on=None).count() == 0


@pytest.mark.parametrize(
    ("how", "step", "verb"),
    [("wrong", "relation", "relation.corrected"), ("changed", "changed", "relation.changed")],
)
def test_an_adoption_changes_a_relation_on_its_day_and_is_no_mistake(cast, how, step, verb):
    case = an_arrival(cast)
    row = a_row("Luz", sex=Sex.FEMALE, born=2010)
    member = add_member(
        case, row=row, joined_on=cast.ana.today(), relation=Relation.STEPCHILD, by=cast.ana
    )
    client = as_(cast.ana)
    address = reverse("member-relation", args=[case.number, member.pk])
    asked = page_of(client.post(address, {"relation": "DAU"}))
    assert asked.says("Diga si estaba mal, o si era así y cambió.")
    assert (
        client.post(address, {"relation": "DAU", "how": how, "on": "5/3/2018"}).status_code == 302
    )
    change = FamilyChange.objects.latest("at")
    day = "2018-03-05" if how == "changed" else str(cast.ana.today())
    assert (change.step, str(change.on)) == (step, day)
    assert change.moved[0]["before"]["relation"] == Relation.STEPCHILD
    assert AuditEvent.objects.filter(verb=verb).count() == 1
    told = client.get(reverse("case-timeline", args=[case.number])).content.decode()
    assert ("cambió un parentesco" in told) == (how == "changed")
    undo_family_change(change, by=cast.ana)
    member.refresh_from_db()
    assert member.relation_to_principal == Relation.STEPCHILD


def test_a_relation_that_nobody_said_is_filled_in_without_a_question(cast):
    case = an_arrival(cast)
    row = a_row("Luz", sex=Sex.FEMALE, born=2010)
    member = add_member(case, row=row, joined_on=cast.ana.today(), by=cast.ana)
    address = reverse("member-relation", args=[case.number, member.pk])
    assert as_(cast.ana).post(address, {"relation": "DAU"}).status_code == 302


def test_a_merge_and_its_undo_keep_what_changed(cast, child):
    other = an_individual(
        cast, given_names="Yolanda", sex=Sex.FEMALE, born=2008, category="relative"
    )
    correct_individual(child, given_names="Yoly", since={ChangingFact.NAME: "2024"}, by=cast.ana)
    merge = merge_individuals(other, merged=child, by=cast.sonia)
    change = FactChange.objects.get()
    assert change.individual == other
    assert change.alias.individual == other
    assert [hit.individual for hit in search_people("Yeison", cast.ana)] == [other]
    with refused("take that back first"):
        correct_change(change, is_mistake=True, by=cast.ana)
    undo_merge(merge, by=cast.sonia)
    assert FactChange.objects.get().individual == child
    assert Alias.objects.get().individual == child
