"""Merges of two records of one person: what stays, what moves, obstacles, and the undo."""

import datetime
import random

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.claims.actions import lodge_application
from casework.cases.actions import refer_to_legal, reopen_case, restrict_case
from casework.contact.actions import add_phone
from casework.duplicates.actions import decide_pair, pair_of
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.individuals import correct_individual
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.rules import differing_facts, foreign_keys_to_person
from casework.merges.values import MergeRefused, UndoRefused
from casework.notes.actions import write_note
from casework.plan.actions import add_goal, draw_up_plan
from casework.plan.choices import PlanArea
from casework.register.choices import BirthPrecision, CaseStatus, EndReason, Sex
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.rules import Birth
from casework.search.querysets import search_people
from casework.slots.obstacles import Obstacle, merge_obstacles
from casework.tasks.actions import set_task
from shelters.actions.cancelling import cancel
from shelters.actions.placements import place
from shelters.choices import CancelReason
from tests.build import a_row, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_site
from tests.test_url_permissions import addresses


@pytest.fixture
def two(cast):
    """Two records of one man, each alone in a case."""
    return an_individual(cast), an_individual(
        cast, given_names="Jorman José", document="V-5.111.222"
    )


def numbers(people) -> list[str]:
    return sorted(person.number for person in people)


def test_everything_that_hangs_on_the_merged_record_follows(cast, two):
    survivor, merged = two
    site = a_site(cast.cucuta, beds=(2,))
    note = write_note(
        case_of(merged, cast.ana.today()), text="Vino solo.", individual=merged, by=cast.ana
    )
    stay = place(merged, site=site, starts_on=cast.ana.today(), by=cast.sonia)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    for row in (note, stay):
        row.refresh_from_db()
        assert row.individual == survivor
    assert survivor.identity_documents.get().number == "V-5.111.222"
    merged.refresh_from_db()
    assert (merged.merged_into, merge.survivor) == (survivor, survivor)
    [event] = AuditEvent.objects.filter(verb="individual.merged")
    assert event.details["merged"] == merged.number


def test_every_table_that_points_to_a_person_follows_or_says_why_not():
    following = {field.model._meta.label for field in foreign_keys_to_person()}
    for label in (
        "casework.Note",
        "casework.IdentityDocument",
        "casework.ServiceRecord",
        "casework.Individual",
        "shelters.Placement",
        "asylum.AsylumApplication",
        "asylum.Permit",
        "asylum.Renunciation",
        "aid.Commitment",
    ):
        assert label in following
    assert not following & {"casework.DuplicatePair", "casework.Merge", "casework.FamilyMember"}


def test_nothing_that_only_grows_names_a_person_without_a_row_that_follows():
    """Code reads such a table through `records_of`, and this test names it. An erased person is never merged."""
    read_through_both = {"asylum.Screening", "casework.Erasure"}
    search_people = {
        model._meta.label
        for model in apps.get_models()
        if getattr(model, "append_only", False)
        and any(field.related_model is Individual for field in model._meta.concrete_fields)
    }
    assert search_people == read_through_both


def test_the_case_that_is_left_empty_is_closed_and_the_membership_ends(cast, two):
    survivor, merged = two
    case = case_of(merged, cast.ana.today())
    merge_individuals(survivor, merged=merged, by=cast.ana)
    case.refresh_from_db()
    assert (case.status, case.end_reason) == (CaseStatus.CLOSED, EndReason.DUPLICATE)
    [membership] = merged.memberships.all()
    assert membership.left_on == cast.ana.today()
    assert survivor.memberships.count() == 1


def test_a_case_that_a_merge_closed_says_one_true_thing_of_it_wherever_its_end_is_told(cast, two):
    survivor, merged = two
    case, there = (case_of(each, cast.ana.today()) for each in (merged, survivor))
    merge = merge_individuals(survivor, merged=merged, by=cast.ana)
    ana = as_(cast.ana)
    shown = page_of(ana.get(reverse("case-detail", args=[case.number])))
    says = f"Las fichas se unieron: sigue en {there.number}"
    assert shown.text.count(says) == 2
    line = f"Ana unió las fichas y el caso se cerró · sigue en {there.number}"
    assert shown.says(line)
    assert not shown.says("Abierto por error")
    timeline = page_of(ana.get(reverse("case-timeline", args=[case.number])))
    assert timeline.says(line)
    assert timeline.holds(f'href="/cases/{there.number}/"')
    assert page_of(ana.get(reverse("individual-detail", args=[survivor.number]))).says(
        f"{case.number} Cerrado las fichas se unieron"
    )
    undo_merge(merge, by=cast.ana)
    after = page_of(ana.get(reverse("case-timeline", args=[case.number])))
    assert after.says("Ana unió las fichas y el caso se cerró")
    assert not after.says("sigue en")


def test_whoever_does_not_see_the_other_case_is_not_told_its_number(cast, two):
    survivor, merged = two
    case, there = (case_of(each, cast.ana.today()) for each in (merged, survivor))
    merge_individuals(survivor, merged=merged, by=cast.ana)
    restrict_case(there, people=[cast.sonia], by=cast.sonia)
    for name in ("case-detail", "case-timeline"):
        page = page_of(as_(cast.ana).get(reverse(name, args=[case.number])))
        assert page.says("Ana unió las fichas y el caso se cerró")
        assert not page.holds(there.number)


def test_a_case_in_which_something_stands_open_stays_open(cast, two):
    survivor, merged = two
    case = case_of(merged, cast.ana.today())
    soon = cast.ana.today() + datetime.timedelta(days=20)
    plan = draw_up_plan(case, next_on=soon, by=cast.ana)
    add_goal(
        plan,
        area=PlanArea.SCHOOL,
        need="x",
        goal="Tener su habitación",
        target_on=soon,
        by=cast.ana,
    )
    merge_individuals(survivor, merged=merged, by=cast.ana)
    case.refresh_from_db()
    assert case.status == CaseStatus.OPEN


def test_an_open_task_of_the_family_that_is_left_empty_goes_along_as_the_page_says(cast, two):
    """The task must not stay in a case without people: the page says that it moves."""
    survivor, merged = two
    here, case = (case_of(each, cast.ana.today()) for each in (survivor, merged))
    task = set_task(case, title="Visitar a la familia", due_on=cast.ana.today(), by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.ana)
    for row in (task, case):
        row.refresh_from_db()
    assert (task.case, task.individual) == (here, survivor)
    assert case.status == CaseStatus.CLOSED
    undo_merge(merge, by=cast.ana)
    for row in (task, case):
        row.refresh_from_db()
    assert (task.case, task.individual) == (case, None)
    assert case.status == CaseStatus.OPEN


def test_a_membership_of_other_days_follows(cast):
    on = cast.ana.today() - datetime.timedelta(days=30)
    survivor, merged = an_individual(cast, on=on), an_individual(cast, on=cast.ana.today())
    survivor.memberships.update(left_on=on + datetime.timedelta(days=5))
    merge_individuals(survivor, merged=merged, by=cast.ana)
    assert survivor.memberships.count() == 2
    assert case_of(survivor, cast.ana.today()).status == CaseStatus.OPEN


def test_a_merged_record_is_seen_nowhere_and_both_numbers_lead_to_the_survivor(cast, two):
    survivor, merged = two
    merge_individuals(survivor, merged=merged, by=cast.ana)
    assert list(Individual.objects.visible_to(cast.ana)) == [survivor]
    for typed in (survivor.number, merged.number, merged.number[:13], "V5111222", "Jorman"):
        assert [hit.individual for hit in search_people(typed, cast.ana)] == [survivor], typed
    client = Client()
    client.force_login(cast.ana)
    old = client.get(reverse("individual-detail", args=[merged.number]))
    assert old["Location"] == reverse("individual-detail", args=[survivor.number])
    page = client.get(old["Location"]).content.decode()
    assert merged.number in page
    client.force_login(cast.bruno)
    assert client.get(reverse("individual-detail", args=[merged.number])).status_code == 404


def test_somebody_who_was_merged_before_leads_to_the_last_survivor(cast):
    third, second, first = (an_individual(cast) for _each in range(3))
    earlier = merge_individuals(second, merged=third, by=cast.ana)
    later = merge_individuals(first, merged=second, by=cast.ana)
    assert numbers(first.merged_from.all()) == numbers([second, third])
    with pytest.raises(UndoRefused):
        undo_merge(earlier, by=cast.ana)
    undo_merge(later, by=cast.ana)
    undo_merge(earlier, by=cast.ana)
    assert not Individual.objects.exclude(merged_into=None).exists()


def test_both_must_be_within_sight(cast):
    mine, theirs = an_individual(cast), an_individual(cast, by=cast.bruno)
    with pytest.raises(NotAllowed):
        merge_individuals(mine, merged=theirs, by=cast.ana)
    merge = merge_individuals(mine, merged=theirs, by=cast.sonia)
    with pytest.raises(NotAllowed):
        undo_merge(merge, by=cast.ana)
    with pytest.raises(NotAllowed):
        merge_individuals(mine, merged=an_individual(cast), by=cast.lucia)


def test_overlapping_stays_two_open_applications_and_a_principal_stand_in_the_way(cast, two):
    survivor, merged = two
    site, today = a_site(cast.cucuta, beds=(3,)), cast.ana.today()
    stays = [place(each, site=site, starts_on=today, by=cast.sonia) for each in two]
    for each in two:
        lodge_application(each, on=today, statement="Pide protección.", by=refer(cast, each))
    wife = people_of(an_arrival(cast, people=[a_row("Marleny"), a_row("Hijo")]))[0]
    for one, other, expected in ((survivor, merged, 2), (survivor, wife, 1)):
        with pytest.raises(MergeRefused) as refusal:
            merge_individuals(one, merged=other, by=cast.sonia)
        assert len(refusal.value.sentences) == expected
    cancel(stays[0], reason=CancelReason.values[0], by=cast.sonia)
    with pytest.raises(MergeRefused) as refusal:
        merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert len(refusal.value.sentences) == 1


def refer(cast, individual):
    refer_to_legal(case_of(individual, cast.ana.today()), by=cast.ana)
    return cast.lucia


def test_a_page_of_a_merge_offers_only_the_way_that_nothing_forbids(cast, two):
    kept, other = sorted(two, key=lambda each: each.number)
    address = reverse("individual-merge", args=[pair_of(*two).pk])

    def offered() -> set[str]:
        page = as_(cast.sonia).get(address).content.decode()
        return {each.number for each in two if f'name="survivor" value="{each.number}"' in page}

    def one_way(survivor, _merged):
        return neither_way() if survivor == other else []

    def neither_way(*_both):
        return [Obstacle("Encabeza a otros.", "/cases/")]

    with merge_obstacles.filled_with():
        assert offered() == {kept.number, other.number}
    with merge_obstacles.filled_with(one_way):
        assert offered() == {kept.number}
        page = page_of(as_(cast.sonia).get(address))
        assert page.says(f"Se pueden unir si queda {kept.number}")
        assert (page.says("Encabeza a otros."), page.says("Resolverlo")) == (True, False)
    with merge_obstacles.filled_with(neither_way):
        assert offered() == set()
        page = page_of(as_(cast.sonia).get(address))
        assert page.says("Encabeza a otros.")
        assert (page.says("Motivo"), page.says("Resolverlo")) == (False, True)


def test_what_only_a_constraint_knows_is_said_in_its_words(cast, two):
    for each in two:
        place(each, site=a_site(cast.cucuta, beds=(2,)), starts_on=cast.ana.today(), by=cast.sonia)
    refused = pytest.raises(MergeRefused, match=r"place on one of these nights|sitio|noches")
    with merge_obstacles.filled_with(), refused:
        merge_individuals(two[0], merged=two[1], by=cast.ana)
    assert Individual.objects.filter(merged_into=None).count() == 2


def test_undoing_puts_everything_back_and_asks_of_the_pair_again(cast, two):
    survivor, merged = two
    case = case_of(merged, cast.ana.today())
    pair = decide_pair(pair_of(*two), status=PairStatus.SAME, by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.ana)
    pair.refresh_from_db()
    assert pair.status == PairStatus.MERGED
    undo_merge(merge, by=cast.ana)
    pair.refresh_from_db()
    case.refresh_from_db()
    assert (pair.status, case.status) == (PairStatus.OPEN, CaseStatus.OPEN)
    assert merged.identity_documents.count() == 1
    assert set(Individual.objects.visible_to(cast.ana)) == set(two)
    with pytest.raises(UndoRefused):
        undo_merge(merge, by=cast.ana)


def test_what_was_added_since_stays_and_what_was_changed_since_refuses(cast, two):
    survivor, merged = two
    merge = merge_individuals(survivor, merged=merged, by=cast.ana)
    add_identity_document(survivor, number="P-778899", type="passport", by=cast.ana)
    case = Case.objects.get(status=CaseStatus.CLOSED)
    reopen_case(case, by=cast.sonia)
    with pytest.raises(UndoRefused):
        undo_merge(merge, by=cast.ana)
    merged.refresh_from_db()
    assert merged.merged_into == survivor


def lone(cast, name: str = "Yorman", **facts) -> Individual:
    """Returns a person with a name and these facts only."""
    return people_of(an_arrival(cast, people=[a_row(name, "Rodríguez", **facts)]))[0]


def test_what_the_survivor_lacks_is_filled_and_what_it_knows_stands(cast):
    birth = Birth(BirthPrecision.DAY, datetime.date(1991, 4, 12), 1991)
    lacking = lone(cast, "Jorman")
    knowing = lone(cast, "Yorman", sex=Sex.MALE, birth=birth, alias="Lucero", is_anonymous=True)
    merge = merge_individuals(lacking, merged=knowing, by=cast.sonia)
    lacking.refresh_from_db()
    assert lacking.given_names == "Jorman"
    assert (lacking.sex, lacking.born_on, lacking.birth_year) == (Sex.MALE, birth.born_on, 1991)
    assert (lacking.alias, lacking.is_anonymous) == ("Lucero", True)
    assert "Lucero" not in str(list(merge.moved.values()))
    assert "1991-04-12" not in str(list(merge.moved.values()))
    undo_merge(merge, by=cast.sonia)
    lacking.refresh_from_db()
    assert (lacking.sex, lacking.born_on, lacking.birth_year) == (Sex.UNKNOWN, None, None)
    assert (lacking.alias, lacking.is_anonymous) == ("", False)


def births() -> list[Birth]:
    day = datetime.date(1985, 10, 4)
    return [
        Birth(),
        Birth(BirthPrecision.AGE, None, 1985),
        Birth(BirthPrecision.YEAR, None, 1985),
        Birth(BirthPrecision.MONTH, day.replace(day=1), 1985),
        Birth(BirthPrecision.DAY, day, 1985),
        Birth(BirthPrecision.DAY, day.replace(day=5), 1985),
        Birth(BirthPrecision.AGE, None, 1990),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_no_value_of_either_file_is_on_neither_place_afterwards(cast, seed):
    rng = random.Random(seed)  # noqa: S311 (no secret)

    def facts() -> dict:
        return {
            "given_names": rng.choice(["Wílmer", "Wilmer Alexander", "Wilson"]),
            "family_names": rng.choice(["", "Sosa", "Sosa Peña"]),
            "alias": rng.choice(["", "Lucero", "Flaco"]),
            "sex": rng.choice(list(Sex)),
            "birth": rng.choice(births()),
            "nationality": rng.choice(["", "VE", "CO", "EC"]),
        }

    told = [facts(), facts()]
    survivor, merged = (people_of(an_arrival(cast, people=[a_row(**each)]))[0] for each in told)
    client = as_(cast.sonia)
    merging = reverse("individual-merge", args=[pair_of(survivor, merged).pk])
    before = client.get(merging).content.decode()
    otherwise = differing_facts(survivor, merged)
    assert all(escape(fact) in before for fact in otherwise)
    client.post(merging, {"survivor": survivor.number, "grounds": "papers", "reason": ""})
    survivor.refresh_from_db()
    assert Individual.objects.get(pk=merged.pk).merged_into == survivor
    page = client.get(reverse("individual-detail", args=[survivor.number])).content.decode()
    assert all(escape(fact) in page for fact in otherwise)
    known = {survivor.given_names, survivor.family_names, survivor.alias, *otherwise}
    for each in told:
        for name in ("given_names", "family_names", "alias"):
            assert any(each[name] in fact for fact in known), name
    # A birth on file that is as exact as the other stays; a birth that contradicts it is shown.
    year = {each["birth"].year for each in told} - {None}
    if len(year) == 1 and survivor.birth_precision != BirthPrecision.MONTH:
        exact = max(births().index(each["birth"]) for each in told)
        assert (
            births().index(survivor.birth) == exact
            or "5 oct 1985" in str(otherwise)
            or ("4 oct 1985" in str(otherwise))
        )


def test_who_undoes_a_merge_is_asked_again_and_nothing_waits_to_be_merged(cast, two):
    survivor, merged = two
    pair = decide_pair(pair_of(*two), status=PairStatus.SAME, by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.ana)
    undoing = reverse("merge-undo", args=[merge.pk])
    client = as_(cast.ana)
    answer = client.post(undoing, page_of(client.get(undoing)).fields, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("duplicate-decide", args=[pair.pk])
    page = page_of(answer)
    assert page.says("Son una sola persona o dos")
    assert (page.says("Misma persona"), page.says("No es la misma")) == (True, True)
    assert not DuplicatePair.objects.filter(status=PairStatus.SAME).exists()


def test_the_page_for_undoing_a_merge_stands_under_the_head_of_the_living_file(cast):
    survivor, merged = lone(cast), lone(cast, "Wilmer")
    today = cast.ana.today()
    living, over = case_of(survivor, today), case_of(merged, today)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    address = reverse("merge-undo", args=[merge.pk])
    [head] = page_of(as_(cast.sonia).get(address)).root.where("class", "file-head")
    assert living.number in head.text
    assert over.number not in head.text


def test_an_exact_day_completes_a_year_that_agrees_and_is_taken_back_with_the_merge(cast):
    rough = lone(cast, birth=births()[1])
    exact = lone(cast, "Wilmer", birth=births()[4])
    merge = merge_individuals(rough, merged=exact, by=cast.sonia)
    rough.refresh_from_db()
    assert rough.birth == births()[4]
    undo_merge(merge, by=cast.sonia)
    rough.refresh_from_db()
    assert rough.birth == births()[1]


def test_a_filled_fact_that_somebody_corrected_forbids_the_undoing(cast):
    birth = Birth(BirthPrecision.DAY, datetime.date(1991, 4, 12), 1991)
    lacking, knowing = lone(cast), lone(cast, birth=birth)
    merge = merge_individuals(lacking, merged=knowing, by=cast.sonia)
    correct_individual(
        lacking, by=cast.ana, birth=Birth(BirthPrecision.DAY, datetime.date(1991, 4, 13), 1991)
    )
    with pytest.raises(UndoRefused):
        undo_merge(merge, by=cast.sonia)


def test_the_page_says_beforehand_what_will_be_filled(cast):
    lacking, knowing = lone(cast), lone(cast, sex=Sex.MALE)
    pair = pair_of(lacking, knowing)
    client = Client()
    client.force_login(cast.sonia)
    page = client.get(reverse("individual-merge", args=[pair.pk])).content.decode()
    ways = page.split('<h2 id="stays-')[1:]
    for each, way in zip((lacking, knowing), ways, strict=True):
        assert f"Si queda {each.number}" in way
    assert "Esto se completa con la otra ficha: sexo" in ways[0]
    assert "No se completa nada con la otra ficha." in ways[1]


def test_every_page_of_the_absorbed_number_leads_to_the_same_page_of_the_survivor(cast, two):
    survivor, merged = two
    refer_to_legal(case_of(survivor, cast.ana.today()), by=cast.ana)
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    client = Client()
    client.force_login(cast.ana)
    names = [
        pattern.name
        for route, pattern in addresses()
        if route.startswith("people/<str:number>/") and "row_id" not in route
    ]
    assert len(names) > 20
    for name in names:
        here, there = (reverse(name, args=[each.number]) for each in (merged, survivor))
        if client.get(there).status_code == 404:
            continue
        assert client.get(here).headers.get("Location") == there, name
    phone = add_phone(survivor, number="3001112233", by=cast.ana)
    for each in (merged, survivor):
        assert (
            client.get(reverse("phone-show", args=[each.number, phone.pk]), follow=True).status_code
            == 200
        )
    client.force_login(cast.lucia)
    assert client.get(reverse("permit-record", args=[merged.pk]))["Location"] == reverse(
        "permit-record", args=[survivor.pk]
    )
    client.force_login(cast.bruno)
    assert client.get(reverse("individual-detail", args=[merged.number])).status_code == 404


def test_who_served_by_one_of_the_records_has_served_after_the_merge_and_before_it_again(cast):
    asked = an_individual(cast, category="relative", force=None, rank=None)
    served = an_individual(cast, document="V-5.111.222")
    pair = pair_of(asked, served)
    address = reverse("individual-merge", args=[pair.pk])
    assert page_of(as_(cast.sonia).get(address)).says("otra ficha: Exintegrante de la fuerza")
    merge = merge_individuals(asked, merged=served, by=cast.sonia)
    asked.refresh_from_db()
    assert (asked.category, asked.is_service_asked) == ("former_member", False)
    undo_merge(merge, by=cast.sonia)
    asked.refresh_from_db()
    assert asked.category == "relative"
