"""The status of a case: every move, allowed and forbidden, and what stands in the way."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import (
    CaseCannotClose,
    MoveNotAllowed,
    ReturnNotAsked,
    close_case,
    lift_restriction,
    move_case,
    reopen_case,
    restrict_case,
    undo_closing,
)
from casework.exits.actions import record_exit
from casework.register.actions import EditConflict
from casework.register.choices import CASE_MOVES, EXIT_BY_END_REASON, CaseStatus, EndReason
from casework.register.models.case import Case, CaseStatusChange, CaseTeamChange
from casework.register.models.exit import Exit
from casework.slots.obstacles import Obstacle, closure_obstacles
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_, log_in
from tests.page import page_of
from tests.refusals import refused

D = datetime.date
CLOSED_ON = D(2019, 6, 1)


def still_placed(case: Case) -> list[Obstacle]:
    return [Obstacle("Somebody still has a bed.", "/placements/")]


@pytest.mark.parametrize("before", CaseStatus.values)
@pytest.mark.parametrize("after", CaseStatus.values)
def test_only_the_moves_of_the_table_are_possible(cast, before, after):
    case = a_case(cast)
    if before == CaseStatus.CLOSED:
        close_case(case, reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.sonia)
    act = {
        CaseStatus.CLOSED: lambda: close_case(
            case, reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.sonia
        ),
        CaseStatus.OPEN: lambda: reopen_case(case, what="mistake", by=cast.sonia),
    }[CaseStatus(after)]
    if after in CASE_MOVES[before]:
        assert act().status == after
    else:
        with pytest.raises(MoveNotAllowed):
            act()
        assert Case.objects.get().status == before


def test_closing_and_reopening_leave_a_dated_history(cast):
    case = a_case(cast)
    close_case(case, reason=EndReason.SETTLED, on=CLOSED_ON, by=cast.ana)
    closed = Case.objects.get()
    assert (closed.status, closed.closed_on, closed.end_reason, closed.version) == (
        "closed",
        CLOSED_ON,
        "settled",
        2,
    )
    reopen_case(case, what="mistake", by=cast.sonia, on=D(2019, 7, 1))
    opened = Case.objects.get()
    assert (opened.status, opened.closed_on, opened.end_reason) == ("open", None, "")
    assert list(
        CaseStatusChange.objects.order_by("at").values_list(
            "status", "reason", "on", "by__full_name"
        )
    ) == [
        ("open", "", D(2019, 2, 23), "Ana"),
        ("closed", "settled", CLOSED_ON, "Ana"),
        ("open", "", D(2019, 7, 1), "Sonia"),
    ]
    assert set(AuditEvent.objects.values_list("verb", flat=True)) == {
        "arrival.logged",
        "case.closed",
        "case.reopened",
        "exit.recorded",
        "exit.annulled",
    }


def test_what_still_stands_open_is_said_in_sentences(cast):
    with closure_obstacles.filled_with(still_placed), pytest.raises(CaseCannotClose) as refusal:
        close_case(a_case(cast), reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.ana)
    assert refusal.value.sentences == ("Somebody still has a bed.",)
    assert Case.objects.get().is_open


@pytest.mark.parametrize(
    ("on", "says"),
    [
        (D(2019, 2, 22), "The case was opened after this day"),
        (D(2999, 1, 1), "This day lies in the future"),
    ],
)
def test_a_case_closes_neither_before_it_opened_nor_in_the_future(cast, on, says):
    with refused(says):
        close_case(a_case(cast), reason=EndReason.ONWARD, on=on, by=cast.ana)


def test_closing_what_somebody_changed_meanwhile_is_refused_with_name_and_hour(cast):
    case = a_case(cast)
    move_case(case, team=cast.sur, by=cast.sonia)
    with pytest.raises(EditConflict) as refusal:
        close_case(case, reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.sonia, version=1)
    assert "Sonia" in str(refusal.value)


def test_only_a_supervisor_reopens_moves_and_restricts(cast):
    case = a_case(cast)
    close_case(case, reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.ana)
    for act in (
        lambda: reopen_case(case, by=cast.ana),
        lambda: move_case(case, team=cast.sur, by=cast.ana),
        lambda: restrict_case(case, people=[], by=cast.ana),
        lambda: close_case(case, reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.bruno),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_a_case_moves_to_another_team_of_its_office_only(cast):
    case = move_case(a_case(cast), team=cast.sur, by=cast.sonia)
    assert list(CaseTeamChange.objects.order_by("at").values_list("team__name", flat=True)) == [
        "Puente",
        "Terminal",
    ]
    for team, says in (
        (cast.sur, "The case is with this team already"),
        (cast.rio, "A case moves between teams of one office"),
    ):
        with refused(says):
            move_case(case, team=team, by=cast.sonia)


def test_a_new_list_of_names_takes_the_place_of_the_old_and_lifting_shows_the_case_again(cast):
    case = a_case(cast)

    def sees() -> set[str]:
        return {
            name
            for name, user in cast.users.items()
            if Case.objects.visible_to(user).filter(pk=case.pk).exists()
        }

    assert sees() == {"ana", "sonia"}
    restrict_case(case, people=[], by=cast.sonia)
    assert sees() == {"sonia"}
    restrict_case(case, people=[cast.bruno], by=cast.sonia)
    assert sees() == {"bruno", "sonia"}
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    assert sees() == {"ana", "sonia"}
    lift_restriction(case, by=cast.sonia)
    assert sees() == {"ana", "sonia"}
    with refused("Name people of the case's office"):
        restrict_case(case, people=[cast.mara], by=cast.sonia)


# Of who died a second person says so first: tests/casework/exits/test_losses.py; one with people is not joined by hand.
@pytest.mark.parametrize("reason", sorted({*EndReason.values} - {EndReason.DIED, EndReason.JOINED}))
def test_every_reason_says_whether_those_who_are_left_went_away(cast, reason):
    case = a_case(cast)
    asked = {"is_voluntary": "yes", "asked_by": "Ana", "risk_note": "Arresto"}
    close_case(case, reason=reason, on=CLOSED_ON, destination_country="pe", by=cast.ana, **asked)
    expected = (
        [(EXIT_BY_END_REASON[reason], CLOSED_ON, "PE", case.pk)] if reason != "duplicate" else []
    )
    exits = Exit.objects.values_list("type", "on", "destination_country", "case")
    assert list(exits) == expected


def test_a_case_is_closed_for_a_reason_and_everybody_leaves_by_that_very_reason(cast):
    for reason, how in EXIT_BY_END_REASON.items():
        assert how.label == EndReason(reason).label
    case = a_case(cast)
    client = log_in(cast.ana)
    page = page_of(client.get(reverse("case-close", args=[case.number])))
    assert page.says("La salida de cada persona lleva el motivo que usted elija.")
    close_case(case, reason=EndReason.LOST_CONTACT, on=CLOSED_ON, by=cast.ana)
    timeline = page_of(client.get(reverse("case-timeline", args=[case.number])))
    assert timeline.says("Se perdió el contacto con Yorman José")
    assert not timeline.says("se fue")


def test_a_family_returns_only_after_it_was_asked(cast):
    case = an_arrival(cast)
    with pytest.raises(ReturnNotAsked):
        close_case(case, reason=EndReason.RETURNED, on=CLOSED_ON, by=cast.ana)
    assert (Case.objects.get().is_open, Exit.objects.count()) == (True, 0)


def test_reopening_takes_back_the_exits_of_the_closing_and_no_others(cast):
    case = an_arrival(cast)
    gone = record_exit(people_of(case)[1], type="evicted", on=CLOSED_ON, by=cast.ana)
    close_case(case, reason=EndReason.ONWARD, on=CLOSED_ON, by=cast.ana)
    assert Exit.objects.standing().count() == len(people_of(case))
    reopen_case(case, what="mistake", by=cast.sonia)
    assert list(Exit.objects.standing()) == [gone]
    close_case(case, reason=EndReason.SETTLED, on=cast.ana.today(), by=cast.ana)
    assert Exit.objects.standing().filter(type="own_means").count() == len(people_of(case)) - 1


def test_the_page_names_who_leaves_and_keeps_what_was_typed(cast):
    case = a_case(cast, name="Yorman")
    client = as_(cast.ana)
    address = reverse("case-close", args=[case.number])
    assert "Yorman" in client.get(address).content.decode()
    told = {"reason": "returned", "on": "2019-06-01", "destination": "Maracay, con su madre"}
    refused = client.post(address, told).content.decode()
    assert "Maracay, con su madre" in refused
    told |= {"is_voluntary": "yes", "asked_by": "Ana", "risk_note": "Arresto"}
    assert client.post(address, told).status_code == 302
    assert Exit.objects.get().destination == "Maracay, con su madre"


def test_the_review_counts_people_and_not_the_letters_of_their_names(cast):
    page = page_of(as_(cast.ana).get(reverse("case-close", args=[a_case(cast).number])))
    assert page.says("Sale 1 persona, salvo")
    family = an_arrival(cast)
    page = page_of(as_(cast.ana).get(reverse("case-close", args=[family.number])))
    assert page.says(f"Salen {len(people_of(family))} personas, salvo")


def test_the_review_links_each_thing_that_stands_open(cast):
    case = a_case(cast, name="Yorman")
    with closure_obstacles.filled_with(still_placed):
        page = as_(cast.ana).get(reverse("case-close", args=[case.number])).content.decode()
    assert '<a href="/placements/">Somebody still has a bed.</a>' in page
    assert "Sonia" in page


def test_who_closed_a_case_takes_that_back_by_one_button_within_a_day(cast):
    case = a_case(cast, name="Yorman")
    client = as_(cast.ana)
    sent = {"reason": "settled", "on": "2019-06-01"}
    page = client.post(reverse("case-close", args=[case.number]), sent, follow=True)
    undo = reverse("case-close-undo", args=[case.number])
    message = page.content.decode().split('class="message success"')[1].split("</form>")[0]
    assert "Yorman" in message
    assert f'<form method="post" action="{undo}">' in message
    assert Exit.objects.standing().count() == 1
    asked = page_of(client.get(undo))
    assert asked.says("Puede hacerlo hasta el ")
    assert asked.says("pida que lo reabran")
    assert [button.text for button in asked.root.all("button") if "Deshac" in button.text] == [
        "Deshacer"
    ]
    assert client.post(undo).status_code == 302
    case.refresh_from_db()
    assert case.is_open
    assert not Exit.objects.standing().exists()
    assert AuditEvent.objects.filter(verb="case.closing_undone", case_id=case.pk).count() == 1
    assert client.post(undo).status_code == 200


def test_nobody_else_and_nobody_later_takes_a_closing_back(cast):
    case = a_case(cast)
    closed = close_case(case, reason=EndReason.SETTLED, on=CLOSED_ON, by=cast.ana)
    with refused("Only who closed the case"):
        undo_closing(closed, by=cast.sonia)
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=25)
    with time_machine.travel(later), refused("Only who closed the case"):
        undo_closing(closed, by=cast.ana)
    undo_closing(closed, by=cast.ana)


def test_who_cannot_reopen_a_case_is_told_who_can(cast):
    case = a_case(cast)
    close_case(case, reason=EndReason.SETTLED, on=CLOSED_ON, by=cast.sonia)
    ana = as_(cast.ana)
    address = reverse("case-reopeners", args=[case.number])
    assert address in ana.get(reverse("case-detail", args=[case.number])).content.decode()
    assert cast.sonia.full_name in ana.get(address).content.decode()
    assert as_(cast.bruno).get(address).status_code == 404
    sonia = as_(cast.sonia).get(reverse("case-detail", args=[case.number])).content.decode()
    assert address not in sonia
