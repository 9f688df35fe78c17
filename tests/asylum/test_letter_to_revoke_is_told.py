"""A letter that fell falls due to whoever may revoke it, and whoever makes it fall is told at once."""

import datetime

import pytest
from django.urls import reverse

from accounts.due import due_sources
from accounts.permissions import Permission as P
from accounts.roles import ROLES
from asylum.letters.choices import CONTENT_PERMISSION, LetterKind
from asylum.letters.models import Letter
from asylum.letters.slots import letters_to_revoke
from casework.cases.actions import refer_to_legal
from casework.families.actions.family import add_member
from casework.handovers.actions import assign_case
from casework.tasks.choices import TaskKind
from casework.tasks.models import CaseTask
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.worklist.test_said_in_the_file import to_do
from worklist.due.rows import due
from worklist.projection.models import KeptDue, KeptKind, TouchedDue
from worklist.projection.update import bring_up_to_date

DAY = datetime.timedelta(days=1)
WORDS = "Aviso de cita por revocar: lo que dice ya no es así"


@pytest.fixture
def case(cast):
    return an_arrival(cast, people=[a_row(born=1991)])


@pytest.fixture
def letter(cast, case):
    [person] = people_of(case)
    typed = {"kind": TaskKind.APPOINTMENT, "title": "Cita en Migración", "at_time": "09:00"}
    typed["place"] = "Puesto La Parada"
    typed |= {"due_on": cast.ana.today() + 3 * DAY, "assigned_to": cast.ana.pk}
    sent = as_(cast.ana).post(reverse("task-set", args=[case.number]), typed)
    assert sent.status_code == 302
    visit = CaseTask.objects.get(case=case)
    kind = LetterKind.APPOINTMENT
    client = as_(cast.ana)
    form = page_of(client.get(reverse("letter-issue", args=[person.pk, kind]))).fields
    asked = {name: value for name, value in form.items() if value} | {
        "appointment": visit.pk,
        "language": "es",
    }
    looked = client.post(reverse("letter-issue", args=[person.pk, kind]), asked, follow=True)
    assert looked.redirect_chain, (page_of(looked).refusals, asked)
    client.post(looked.redirect_chain[-1][0], page_of(looked).fields)
    return Letter.objects.get(kind=kind)


def moved(cast, case, days=5):
    task = CaseTask.objects.open().get(case=case)
    typed = {"due_on": cast.ana.today() + days * DAY, "at_time": "10:30"}
    answer = as_(cast.ana).post(reverse("task-move", args=[task.pk]), typed, follow=True)
    assert answer.redirect_chain, page_of(answer).refusals
    return answer


def told(user, **asked):
    rows = due(user, today=user.today(), **asked)[:]
    return [row.about_id for row in rows if row.kind.startswith("letter_fallen")]


def test_a_notice_of_an_appointment_that_moved_falls_due_to_who_made_it_and_attends_the_case(
    cast, case, letter
):
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    assert told(cast.ana) == []
    assert not [text for text in to_do(cast.ana, case) if WORDS in text]
    moved(cast, case)
    assert told(cast.ana) == told(cast.ana, whose="mine") == [str(letter.pk)]
    assert told(cast.sonia) == [str(letter.pk)]
    assert told(cast.lucia) == told(cast.bruno) == told(cast.carla) == []
    assert [text for text in to_do(cast.ana, case) if WORDS in text]
    page = page_of(as_(cast.ana).get(reverse("due-list") + "?whose=mine"))
    assert page.says(WORDS)
    assert letter.get_absolute_url() in page.links
    refer_to_legal(case, by=cast.sonia)
    assert told(cast.lucia) == [str(letter.pk)]
    revoke = reverse("letter-revoke", args=[letter.pk])
    assert as_(cast.ana).post(revoke, {"reason": "Otro día."}).status_code == 302
    assert told(cast.ana) == told(cast.sonia) == told(cast.lucia) == []
    assert not [text for text in to_do(cast.ana, case) if WORDS in text]


def test_it_falls_due_also_where_no_such_letter_was_when_the_day_was_kept(cast, case, request):
    """What a letter of that kind rests on was read for the first time with that letter."""
    today = cast.ana.today()
    assert "letter_fallen" in bring_up_to_date(today)
    letter = request.getfixturevalue("letter")
    assert "letter_fallen" in bring_up_to_date(today)
    # Empty: after any change it is asked anew.
    assert KeptKind.objects.get(day=today, kind="letter_fallen").tables == []
    moved(cast, case)
    assert TouchedDue.objects.filter(case_id=case.pk, table_name=CaseTask._meta.db_table).exists()
    assert "letter_fallen" in bring_up_to_date(today)
    assert KeptDue.objects.filter(day=today, about_id=str(letter.pk)).exists()
    assert told(cast.ana) == [str(letter.pk)]


def test_who_moves_an_appointment_reads_which_letter_counts_no_more(cast, case, letter):
    page = page_of(moved(cast, case))
    assert [said for said in page.messages if WORDS in said]
    assert page.links[letter.get_absolute_url()] == WORDS


def corrected(cast, task, **typed):
    address = reverse("task-correct", args=[task.pk])
    sent = page_of(as_(cast.ana).get(address)).fields | typed
    return page_of(as_(cast.ana).post(address, sent, follow=True))


def test_who_puts_the_place_of_an_appointment_right_reads_it_too(cast, case, letter):
    page = corrected(cast, CaseTask.objects.open().get(case=case), place="Puesto Centro")
    assert page.links[letter.get_absolute_url()] == WORDS


def test_who_says_that_an_appointment_is_of_somebody_else_reads_that_the_letter_of_the_first_counts_no_more(
    cast, case, letter
):
    task = CaseTask.objects.open().get(case=case)
    add_member(case, row=a_row("Petra", born=1980), joined_on=cast.ana.today(), by=cast.ana)
    [other] = [each for each in people_of(case) if each != letter.individual]
    page = corrected(cast, task, individual=letter.individual_id)
    assert letter.get_absolute_url() not in page.links
    page = corrected(cast, task, individual=other.pk)
    assert page.links[letter.get_absolute_url()] == WORDS


def test_a_notice_of_an_appointment_that_is_called_off_is_told_too_and_one_that_stands_is_not(
    cast, case, letter
):
    task = CaseTask.objects.open().get(case=case)
    settle = reverse("task-settle", args=[task.pk])
    page = page_of(as_(cast.ana).post(settle, {"status": "not_needed"}, follow=True))
    assert letter.get_absolute_url() in page.links
    reopen = reverse("task-reopen", args=[task.pk])
    page = page_of(as_(cast.ana).post(reopen, {"is_sure": "on"}, follow=True))
    assert letter.get_absolute_url() not in page.links


def test_each_letter_falls_due_to_all_who_may_revoke_it_and_to_nobody_else():
    asked = {
        kind: source.permission for source in letters_to_revoke for kind in source.rows_on.args[0]
    }
    assert set(asked) == set(LetterKind)
    assert set(letters_to_revoke) <= set(due_sources)
    for role in ROLES.values():
        for kind, permission in asked.items():
            may = {P.LETTER_ISSUE, CONTENT_PERMISSION[kind], P.TASK_READ} <= role.permissions
            assert (permission in role.permissions) == may, (role.title, kind)
