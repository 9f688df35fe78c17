"""A person on file arrives again: the answer "same person" uses the existing file."""

import datetime
import uuid

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.arrivals.actions.duplicates import Choice, log_arrival_with_choices
from casework.cases.actions import close_case
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair, PairDecision
from casework.exits.actions import record_exit
from casework.register.choices import EndReason, ExitType, Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from tests.build import a_row, an_arrival, an_individual, people_of
from tests.cast import log_in
from tests.page import page_of

AGAIN = datetime.date(2019, 4, 2)


def again(cast, *choices, rows=None, by=None, on=AGAIN, **facts):
    return log_arrival_with_choices(
        team=cast.norte, rows=rows or [a_row()], on=on, by=by or cast.ana, choices=choices, **facts
    )


def counts() -> tuple[int, int, int]:
    return Case.objects.count(), Individual.objects.count(), Arrival.objects.count()


def test_the_same_person_arrives_into_the_file_that_is_there(cast):
    known = an_individual(cast, phone="3001112233")
    case = case_of(known, cast.ana.today())
    row = a_row("Yorman", "Rodrigues", document="V-20.333.444", phone="3109998877")
    logged = again(cast, Choice(0, known.number, True), rows=[row])
    assert (logged.case, logged.was_on_file) == (case, True)
    assert counts() == (1, 1, 2)
    known.refresh_from_db()
    assert (known.given_names, known.family_names) == ("Yorman José", "Rodríguez Peña")
    assert [paper.number for paper in known.identity_documents.all()] == ["V-20.333.444"]
    assert known.phones.count() == 2
    assert known.arrival.on < AGAIN == case.arrivals.latest("on").on
    assert not PairDecision.objects.exists()
    event = AuditEvent.objects.get(verb="arrival.recognised")
    assert event.details == {"individuals": [known.number]}


def test_what_the_file_has_is_not_written_twice(cast):
    known = an_individual(cast, document="V-20.333.444", phone="3001112233")
    row = a_row(document="C.I. 20333444", phone="+57 300 111 2233")
    for _time in range(2):
        again(cast, Choice(0, known.number, True), rows=[row])
    assert (known.identity_documents.count(), known.phones.count()) == (1, 1)
    assert counts() == (1, 1, 2), "one crossing a day"


def test_who_comes_along_joins_the_case_and_who_is_in_it_already_does_not(cast):
    case = an_arrival(cast)
    head, wife, *_others = people_of(case)
    rows = [
        a_row(),
        a_row("Marleny", "Suárez", relation=Relation.SPOUSE),
        a_row("Wilfredo", "Rodríguez", born=1960, relation=Relation.FATHER),
    ]
    told = (Choice(0, head.number, True), Choice(1, wife.number, True))
    again(cast, *told, rows=rows)
    *_before, father = people_of(case)
    assert (father.given_names, father.arrival.on) == ("Wilfredo", AGAIN)
    member = case.members.get(individual=father)
    assert (member.relation_to_principal, member.joined_on) == (Relation.FATHER, AGAIN)
    assert counts() == (1, 5, 2)
    assert father.number == f"{case.number}-05"


def test_whoever_had_left_and_arrives_again_is_not_gone_any_more(cast):
    known = an_individual(cast)
    told = {"type": ExitType.OWN_MEANS, "by": cast.ana}
    leaving = record_exit(known, on=AGAIN - datetime.timedelta(days=3), **told)
    again(cast, Choice(0, known.number, True))
    leaving.refresh_from_db()
    assert (leaving.is_standing, leaving.back_on) == (True, AGAIN)
    gone = record_exit(known, on=AGAIN, **told)
    again(cast, Choice(0, known.number, True))
    gone.refresh_from_db()
    assert gone.is_away, "whoever arrived on the day of the exit left after it"


def test_a_second_click_writes_nothing(cast):
    known, submission = an_individual(cast), uuid.uuid4()
    rows = [a_row(), a_row("Zulay", "Rodríguez", relation=Relation.SISTER)]
    for _click in range(2):
        again(cast, Choice(0, known.number, True), rows=rows, submission=submission)
    assert counts() == (1, 2, 2)


def test_a_closed_case_and_one_that_was_opened_later_wait_for_a_merge(cast):
    known = an_individual(cast)
    again(cast, Choice(0, known.number, True), on=datetime.date(2019, 1, 5))
    assert counts() == (2, 2, 2)
    close_case(
        case_of(known, cast.ana.today()),
        reason=EndReason.SETTLED,
        on=cast.ana.today(),
        by=cast.sonia,
    )
    again(cast, Choice(0, known.number, True))
    assert counts() == (3, 3, 3)
    assert DuplicatePair.objects.filter(status=PairStatus.SAME).count() == 2


def test_a_file_out_of_sight_is_not_used(cast):
    theirs = an_individual(cast, by=cast.bruno)
    assert not again(cast, Choice(0, theirs.number, True)).was_on_file
    assert case_of(theirs, cast.ana.today()).arrivals.count() == 1


def test_somebody_of_another_case_than_the_heads_waits_for_a_merge(cast):
    head, other = an_individual(cast), an_individual(cast, given_names="Nayibe", sex="f")
    rows = [a_row(), a_row("Nayibe", born=1991, relation=Relation.SISTER)]
    logged = again(cast, Choice(0, head.number, True), Choice(1, other.number, True), rows=rows)
    assert logged.case == case_of(head, cast.ana.today())
    [pair] = DuplicatePair.objects.filter(status=PairStatus.SAME)
    assert other in (pair.first, pair.second)


def posted(cast, said: str, number: str):
    typed = {
        "on": "2019-04-02",
        "team": cast.norte.pk,
        "submission": str(uuid.uuid4()),
        "entry_mode": "bridge",
        "is_stamped": "",
        "head-given_names": "Yorman José",
        "head-family_names": "Rodríguez Peña",
        "head-sex": "m",
        "head-force": "unknown",
        "member-TOTAL_FORMS": "0",
        "member-INITIAL_FORMS": "0",
        "duplicate": f"head {said} {number}",
    }
    return log_in(cast.ana).post(reverse("arrival-log"), typed, follow=True)


@pytest.mark.parametrize("said", ["same", "apart"])
def test_the_page_after_saving_says_where_the_arrival_is_and_what_waits(cast, said):
    known = an_individual(cast)
    page = posted(cast, said, known.number).content.decode()
    waiting = DuplicatePair.objects.filter(status=PairStatus.SAME).first()
    if said == "same":
        assert counts() == (1, 1, 2)
        assert waiting is None
    else:
        assert counts() == (2, 2, 2)
        assert known.number in page
        assert reverse("individual-merge", args=[waiting.pk]) in page


def test_a_line_under_the_row_leads_to_the_file(cast):
    known = an_individual(cast)
    asked = {"row-given_names": "Yorman", "row-family_names": "Rodríguez", "row-birth": "1991"}
    page = log_in(cast.ana).post(reverse("arrival-duplicates"), asked).content.decode()
    assert reverse("individual-detail", args=[known.number]) in page
    assert 'data-choice="apart"' in page


def test_whoever_came_with_somebody_on_file_is_held_against_their_family_by_given_name_and_age(
    cast,
):
    kleber = a_row("Kléber", "", born=cast.ana.today().year, relation=Relation.SON)
    rows = [a_row("Yusmary", "Loyo", sex="f"), kleber]
    mother, baby = people_of(an_arrival(cast, on=cast.ana.today(), people=rows))
    client = log_in(cast.ana)

    def found(given, family="Loyo", birth="8 meses", came_with=mother.number):
        asked = {
            "given_names": given,
            "family_names": family,
            "birth": birth,
            "came_with": came_with,
        }
        row = {f"row-{name}": typed for name, typed in asked.items()}
        page = page_of(client.post(reverse("arrival-duplicates"), row))
        return [each.attributes["data-person"] for each in page.root.where("data-person")]

    assert found("Kleber") == found("Kleber", "") == found("Kleber", birth="") == [baby.number]
    assert found("Kleber", came_with="") == []
    # Nobody is suggested for another age, for another name, and a person who was chosen for another row.
    assert found("Kleber", birth="30") == found("Wílmer") == []
    assert found("Kleber", came_with=f"{mother.number} {baby.number}") == []
    # Nobody is suggested to a user who does not see the file.
    client = log_in(cast.bruno)
    assert found("Kleber") == []


def test_of_the_family_no_keeps_a_decided_pair(cast):
    case = an_arrival(cast, people=[a_row(), a_row("Kléber", "", born=2018, relation=Relation.SON)])
    head, baby = people_of(case)
    rows = [a_row(), a_row("Kleber", "Loyo", born=2018, relation=Relation.SON)]
    again(cast, Choice(0, head.number, True), Choice(1, baby.number, False), rows=rows)
    pair = DuplicatePair.objects.get()
    assert baby in (pair.first, pair.second)
    assert (pair.status, pair.decisions.count()) == (PairStatus.DIFFERENT, 1)


def test_who_was_logged_in_the_evening_was_last_seen_that_day(cast):
    client, evening = log_in(cast.ana), datetime.datetime(2026, 11, 27, 3, 22, tzinfo=datetime.UTC)
    known = an_individual(cast)
    Individual.objects.filter(pk=known.pk).update(changed_at=evening)
    asked = {"row-given_names": "Yorman", "row-family_names": "Rodríguez", "row-birth": "1991"}
    page = client.post(reverse("arrival-duplicates"), asked).content.decode()
    assert "26 nov 2026" in page
    assert "27 nov 2026" not in page
