"""Exits: how people left and where to, and that a return to the country of origin needs the person's word."""

import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.permissions import Permission
from casework.cases.actions import ReturnNotAsked, close_case, restrict_case
from casework.exits import presence
from casework.exits.actions import record_exit, settle_exit
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.choices import EndReason, ExitType
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.rules import missing_for_return
from tests.build import a_case, a_family, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.date(2019, 3, 5)
ASKED = {"is_voluntary": "yes", "asked_by": "Ana, a solas", "risk_note": "Lo buscan en el cuartel"}


def leave(cast, person, type=ExitType.ONWARD, on=DAY, **facts):
    return record_exit(person, type=type, on=on, by=cast.ana, **facts)


@pytest.mark.parametrize("left_out", [*ASKED, "everything"])
def test_a_return_says_of_whose_will_who_asked_and_the_risk_or_it_is_refused(cast, left_out):
    person = an_individual(cast)
    told = {} if left_out == "everything" else {k: v for k, v in ASKED.items() if k != left_out}
    with pytest.raises(ReturnNotAsked):
        leave(cast, person, ExitType.RETURN, **told)
    assert Exit.objects.count() == 0


@pytest.mark.parametrize(
    "type_", [each for each in ExitType.values if each not in (ExitType.RETURN, ExitType.DIED)]
)
def test_other_exits_need_no_word_on_will_and_risk(cast, type_):
    assert missing_for_return(type_, "", "", "") == {}
    assert leave(cast, an_individual(cast), type_).type == type_


def test_the_database_refuses_a_return_that_nobody_asked_about(cast):
    leaving = leave(cast, an_individual(cast))
    with pytest.raises(IntegrityError), transaction.atomic():
        Exit.objects.filter(pk=leaving.pk).update(type=ExitType.RETURN)


def test_who_leaves_others_behind_belongs_to_the_case_no_longer(cast):
    case = an_arrival(cast)
    principal, spouse = people_of(case)[:2]
    leaving = leave(cast, spouse, destination_country="ec", destination="Quito")
    assert case.members.get(individual=spouse).left_on == DAY
    assert (leaving.destination_country, leaving.is_destination_known) == ("EC", True)
    with refused("This is the principal: name another one first"):
        leave(cast, principal)
    assert case.members.get(individual=principal).left_on is None


def test_the_last_one_stays_on_the_file_until_it_is_closed(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    leave(cast, person)
    assert case.members.get().left_on is None
    page = page_of(as_(cast.ana).get(reverse("case-detail", args=[case.number])))
    assert page.says("Yorman")


def chip_of(cast, person) -> bool:
    page = as_(cast.sonia).get(reverse("individual-detail", args=[person.number]))
    return page.context["exit"] is not None


@pytest.mark.parametrize("stays", ["old", "new"])
def test_who_came_again_as_a_new_record_is_not_gone_once_both_are_one(cast, stays):
    spouse = people_of(an_arrival(cast))[1]
    leaving = leave(cast, spouse)
    other = an_individual(cast, on=datetime.date(2019, 4, 2), document="V-5.111.222")
    survivor, merged = (spouse, other) if stays == "old" else (other, spouse)
    assert chip_of(cast, spouse)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert not chip_of(cast, survivor)
    leaving.refresh_from_db()
    assert (leaving.is_standing, leaving.back_on) == (True, datetime.date(2019, 4, 2))
    assert (leaving.back_by, leaving.back_reason) == (cast.sonia, "Dos fichas se unieron.")
    undo_merge(merge, by=cast.sonia)
    assert chip_of(cast, spouse)


def test_who_left_after_the_newest_arrival_stays_gone_through_a_merge_and_so_do_the_dead(cast):
    early = an_individual(cast, document="V-5.111.222")
    gone = people_of(an_arrival(cast))[1]
    leave(cast, gone)
    merge_individuals(early, merged=gone, by=cast.sonia)
    assert chip_of(cast, early)
    dead = leave(cast, people_of(an_arrival(cast))[3])
    Exit.objects.filter(pk=dead.pk).update(type=ExitType.DIED)
    later = an_individual(cast, on=datetime.date(2019, 4, 2))
    merge_individuals(dead.individual, merged=later, by=cast.sonia)
    assert chip_of(cast, dead.individual)


def test_nobody_leaves_twice_nor_before_coming_nor_tomorrow(cast):
    person = an_individual(cast)
    for on, says in (
        (datetime.date(2019, 1, 1), "This person joined the case later"),
        (datetime.date(2199, 1, 1), "This day lies in the future"),
    ):
        with refused(says):
            leave(cast, person, on=on)
    leaving = leave(cast, person)
    with refused("This person has left already"):
        leave(cast, person)
    settle_exit(leaving, what="mistake", reason="Volvió", by=cast.ana)
    with refused("This exit was taken back already"):
        settle_exit(leaving, what="mistake", reason="Volvió", by=cast.ana)
    assert leave(cast, person).is_standing


def test_only_who_may_records_an_exit(cast):
    person = an_individual(cast)
    for user in (cast.bruno, cast.lucia, cast.carla, cast.mara):
        with pytest.raises(NotAllowed):
            record_exit(person, type=ExitType.ONWARD, on=DAY, by=user)
    leaving = leave(cast, person)
    for name, key in (("exit-detail", leaving.pk), ("exit-back", leaving.pk)):
        assert as_(cast.bruno).get(reverse(name, args=[key])).status_code == 404
    assert as_(cast.bruno).get(reverse("exit-record", args=[person.number])).status_code == 404


def test_the_page_records_and_takes_back(cast):
    case = an_arrival(cast)
    person = people_of(case)[3]
    client = as_(cast.ana)
    address = reverse("exit-record", args=[person.number])
    told = {"type": "return", "on": "2019-03-05", "destination_country": "VE"}
    assert "#id_is_voluntary" in page_of(client.post(address, told)).links
    assert client.post(address, told | ASKED).status_code == 302
    leaving = Exit.objects.get()
    papers = page_of(client.get(reverse("case-part", args=[case.number, "papers"])))
    assert leaving.get_absolute_url() in papers.links
    assert page_of(client.get(leaving.get_absolute_url())).says("Lo buscan en el cuartel")
    client.post(
        reverse("exit-back", args=[leaving.pk]), {"what": "mistake", "reason": "Sigue aquí"}
    )
    assert page_of(client.get(leaving.get_absolute_url())).says("Sigue aquí")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 2),
        ("?type=onward", 1),
        ("?is_destination_known=true", 1),
        ("?is_destination_known=false", 1),
        ("?left_from=2019-03-06", 0),
        ("?left_until=2019-03-05", 2),
    ],
)
def test_the_list_filters(cast, query, found):
    leave(cast, an_individual(cast), destination_country="PE")
    leave(cast, an_individual(cast), ExitType.EVICTED)
    record_exit(an_individual(cast, by=cast.bruno), type=ExitType.RESETTLED, on=DAY, by=cast.bruno)
    assert len(page_of(as_(cast.ana).get(reverse("exit-list") + query)).rows) == found


def test_the_list_asks_the_database_as_often_for_four_exits_as_for_one(cast):
    client = as_(cast.ana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("exit-list"))
        return len(asked)

    leave(cast, an_individual(cast))
    client.get(reverse("exit-list"))
    one = queries()
    for person in people_of(an_arrival(cast, people=a_family()))[1:]:
        leave(cast, person)
    assert Exit.objects.count() == 4
    assert queries() == one


def test_each_thing_that_a_return_lacks_is_said_at_its_own_field(cast):
    person = an_individual(cast)
    client, address = as_(cast.ana), reverse("exit-record", args=[person.number])
    opened = client.get(address)
    asked = {
        each.attributes["name"]
        for each in page_of(opened).root.where("data-shown-for", "return")
        if "name" in each.attributes
    }
    assert asked == {"is_voluntary", "asked_by", "risk_note"}
    form = client.post(address, {"type": ExitType.RETURN, "on": "05/03/2019"}).context["form"]
    assert {name: len(errors) for name, errors in form.errors.items()} == dict.fromkeys(asked, 1)
    assert Exit.objects.count() == 0


def arrived_one_by_one(user, day):
    """Counts the visible records in cases that were not opened by mistake, one by one."""
    seen = Case.objects.visible_to(user, Permission.EXIT_RECORD)
    latest = FamilyMember.objects.marked_latest().filter(case__in=seen)
    rows = latest.exclude(case__end_reason=EndReason.DUPLICATE).select_related(
        "individual__arrival"
    )
    people = [member.individual for member in rows if member.individual.merged_into_id is None]
    return sum(
        (
            person.arrival.on
            if person.arrival
            else person.memberships.earliest("joined_on").joined_on
        )
        <= day
        for person in people
    )


@pytest.mark.parametrize("few", [0, 2, presence.FEW_OTHERS])
def test_who_sees_nearly_all_cases_counts_as_many_as_whoever_counts_those_in_sight(
    cast, monkeypatch, few
):
    today, later = cast.ana.today(), DAY + datetime.timedelta(days=1)
    an_arrival(cast)
    hidden, mistaken, twice, again = (an_arrival(cast, on=later) for _each in range(4))
    an_individual(cast, by=cast.bruno, on=later)
    an_individual(cast, by=cast.mara)
    restrict_case(hidden, people=[cast.ana], by=cast.sonia)
    close_case(mistaken, reason=EndReason.DUPLICATE, on=today, by=cast.ana)
    merge_individuals(people_of(twice)[2], merged=people_of(again)[2], by=cast.sonia)
    monkeypatch.setattr(presence, "FEW_OTHERS", few)
    counted = {
        (name, day): presence.presence_visible_to(user, day).arrived
        for name, user in cast.users.items()
        for day in (DAY, today)
    }
    assert counted == {
        (name, day): arrived_one_by_one(cast.users[name], day) for name, day in counted
    }
    assert len(set(counted.values())) > 4


def test_an_exit_that_was_taken_back_is_not_counted_and_listed_only_on_request(cast):
    client = as_(cast.ana)
    leave(cast, an_individual(cast))
    mistaken = leave(cast, an_individual(cast))
    client.post(reverse("exit-back", args=[mistaken.pk]), {"what": "mistake", "reason": "Sigue"})
    answer = client.get(reverse("exit-list"))
    assert page_of(answer).heading == "Salidas 1"
    assert (answer.context["presence"].left, len(page_of(answer).rows)) == (1, 1)
    filtered = page_of(client.get(reverse("exit-list") + "?left_until=2030-01-01"))
    assert filtered.heading == "Salidas 1"
    [row] = page_of(client.get(reverse("exit-list") + "?is_annulled=true")).rows
    assert "Anulada" in str(row)
