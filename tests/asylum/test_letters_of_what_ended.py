"""Every kind of letter that rests on something, and what becomes of that: what ended takes its validity, and is no correction."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils.formats import date_format

from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application_step
from asylum.letters.choices import LetterKind as K
from asylum.letters.facts import appointments_of, why_not_issued
from asylum.letters.models import Letter
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from casework.tasks.actions import set_task
from casework.tasks.choices import TaskKind
from tests.asylum.build import D, a_client, an_application, undone
from tests.asylum.test_letter_grounds import TODAY, is_valid, make, since, told
from tests.asylum.test_letters_corrected import HEARING
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")

CORRECTED, GONE = "No válida: lo que dice se corrigió", "Lo que sostiene esta carta ya no es así"


def moved(cast, claim, *steps: str) -> None:
    """Through the form of the step, one after the other."""
    client = as_(cast.lucia)
    for to in steps:
        address = reverse("application-move", args=[claim.pk]) + f"?to={to}"
        typed = page_of(client.get(address)).fields | {"on": "2/5/2019"}
        said = {"override_reason": "Renunció a recurrir", "remark": "Se anotó en otra persona"}
        typed |= {name: words for name, words in said.items() if name in typed}
        answer = client.post(address, typed)
        assert answer.status_code == 302, page_of(answer).refusals


def reason_of(cast, letter) -> str:
    """What its page says of why it is not valid; nothing while it is."""
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert is_valid(letter) == bool(page.says("Válida")) == (told(cast) == [])
    return next((words for words in (GONE, CORRECTED) if page.says(words)), "")


# By kind and the state in which it is made: the later steps, and why the letter is not valid after them.
LATER: dict[tuple[K, S], list[tuple[list[S], str]]] = {
    (K.APPEAL, S.REFUSED): [
        ([S.APPEALED], ""),
        ([S.REFUSED_FINAL], GONE),
        ([S.WITHDRAWN], GONE),
        ([S.MISTAKEN], GONE),
        ([S.APPEALED, S.REFUSED_FINAL], ""),
        ([S.APPEALED, S.RECOGNISED], ""),
        ([S.APPEALED, S.WITHDRAWN], ""),
        ([S.REFUSED_FINAL, S.TUTELA, S.REOPENED], GONE),
    ],
    (K.APPEAL, S.REVOKED): [([], ""), ([S.APPEALED], "")],
    (K.CERTIFICATE, S.LODGED): [
        ([S.RECEIVED], ""),
        ([S.REFUSED], ""),
        ([S.CLOSED], GONE),
        ([S.CLOSED, S.REOPENED], ""),
        ([S.WITHDRAWN], GONE),
        ([S.REFUSED, S.REFUSED_FINAL], GONE),
    ],
    (K.CERTIFICATE, S.ADMITTED): [([S.RECOGNISED], GONE)],
    (K.POWER, S.LODGED): [([S.CLOSED], "")],
    (K.REQUEST, S.LODGED): [([S.WITHDRAWN], "")],
}


@pytest.mark.parametrize(("kind", "stood"), LATER)
def test_a_letter_of_a_claim_after_each_later_step(cast, kind, stood):
    claim = an_application(cast, status=stood, reference="S-GCR-19")
    asked = {"subject": "Copia", "text": "Solicito copia."} if kind == K.REQUEST else {}
    letter = make(cast, claim.individual, kind, **asked)
    assert reason_of(cast, letter) == ""
    for steps, reason in LATER[kind, stood]:
        with undone():
            moved(cast, claim, *steps)
            assert reason_of(cast, letter) == reason, steps
            assert (since(letter) is not None) == (reason == GONE), steps


def test_once_nobody_appealed_in_time_no_letter_says_that_the_claim_is_pending(cast):
    claim = an_application(cast, status=S.REFUSED)
    person, term = claim.individual, claim.deadlines.get(kind=DeadlineKind.APPEAL)
    letter = make(cast, person, K.CERTIFICATE)
    assert is_valid(letter)
    with time_machine.travel(datetime.datetime.combine(term.due_on, datetime.time(15))):
        assert is_valid(letter)
        assert why_not_issued(K.CERTIFICATE, person, cast.lucia.today()) == ""
    after = term.due_on + datetime.timedelta(days=1)
    with time_machine.travel(datetime.datetime.combine(after, datetime.time(15))):
        assert not is_valid(letter)
        assert since(letter) == after.strftime("%-d %B %Y")
        with refused("record the appeal, or the final refusal"):
            make(cast, person, K.CERTIFICATE)
        move_application(claim, to=S.APPEALED, on=term.due_on, by=cast.lucia)
        assert is_valid(letter)


def test_an_appeal_that_was_ticked_off_keeps_its_cover_as_one_that_was_lodged(cast):
    claim = an_application(cast, status=S.REFUSED)
    letter = make(cast, claim.individual, K.APPEAL)
    term = claim.deadlines.get(kind=DeadlineKind.APPEAL)
    address = reverse("deadline-settle", args=[term.pk])
    assert as_(cast.lucia).post(address, {"on": "3/5/2019"}).status_code == 302
    assert reason_of(cast, letter) == ""
    move_application(claim, to=S.REFUSED_FINAL, on=TODAY, override_reason="Tarde", by=cast.lucia)
    assert reason_of(cast, letter) == ""


@pytest.mark.parametrize(
    ("steps", "says"),
    [([S.APPEALED, S.RECOGNISED], False), ([S.REFUSED_FINAL], True)],
)
def test_the_page_of_the_claim_says_of_a_cover_that_fell_what_its_own_page_says(cast, steps, says):
    claim = an_application(cast, status=S.REFUSED)
    make(cast, claim.individual, K.APPEAL)
    moved(cast, claim, *steps)
    page = page_of(as_(cast.lucia).get(reverse("application-detail", args=[claim.pk])))
    assert page.says(GONE) == says
    assert not page.says(CORRECTED)
    assert not page.says(
        "lo que dice esta carta se corrigió después", "Lo que dice esta carta se corrigió"
    )


def test_a_cover_is_held_against_the_term_of_the_decision_that_stands(cast):
    """The refusal was taken back as a mistake, recorded anew, and put on another day."""
    claim = an_application(cast, status=S.REFUSED, reference="REF-45")
    correct = {"reason": "Otra fecha", "by": cast.lucia}
    step = claim.status_changes.get(status=S.REFUSED)
    correct_application_step(step, is_mistake=True, **correct)
    claim.refresh_from_db()
    move_application(claim, to=S.REFUSED, on=D(2019, 5, 8), by=cast.lucia)
    letter = make(cast, claim.individual, K.APPEAL)
    step = claim.status_changes.exclude(pk=step.pk).get(status=S.REFUSED)
    correct_application_step(step, on=D(2019, 5, 7), **correct)
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    term = claim.deadlines.get(kind=DeadlineKind.APPEAL, ended_on=None)
    last_day = date_format(term.due_on, "j \\d\\e F \\d\\e Y")
    assert page.says(f"Hoy consta: REF-45, 7 de mayo de 2019, {last_day}.")


@pytest.mark.parametrize("kind", [K.CERTIFICATE, K.APPEAL])
def test_beside_another_claim_the_letter_of_the_one_that_ended_says_that_it_ended(cast, kind):
    """As after a merge of two records: the one claim was archived, the other one stands."""
    first = an_application(
        cast, status=S.REFUSED if kind == K.APPEAL else S.LODGED, reference="S-19"
    )
    person = first.individual
    letter = make(cast, person, kind)
    moved(cast, first, S.WITHDRAWN)
    second = an_application(cast, person, on=D(2019, 5, 12), reference="S-20", late_reason="Otra")
    if kind == K.APPEAL:
        move_application(second, to=S.REFUSED, on=D(2019, 5, 14), by=cast.lucia)
    assert reason_of(cast, letter) == GONE
    assert since(letter) == "16 May 2019"
    other = make(cast, person, kind)
    assert is_valid(other)
    # What was put right is told as that, beside a claim that ended.
    address = reverse("application-correct", args=[second.pk])
    typed = page_of(as_(cast.lucia).get(address)).fields
    typed |= {"reference": "S-21"} | ({"reason": "Se leyó mal"} if "reason" in typed else {})
    assert as_(cast.lucia).post(address, typed).status_code == 302
    page = page_of(as_(cast.lucia).get(other.get_absolute_url()))
    assert page.says(CORRECTED)
    assert not page.says(GONE)


def test_the_notice_of_an_interview_falls_with_its_claim(cast):
    claim = an_application(cast, status=S.ADMITTED)
    move_application(claim, to=S.SUMMONED, on=D(2019, 5, 2), **HEARING, by=cast.lucia)
    [visit] = appointments_of(claim.individual, TODAY)
    letter = make(cast, claim.individual, K.APPOINTMENT, appointment=visit)
    moved(cast, claim, S.CLOSED)
    assert reason_of(cast, letter) == GONE


def test_the_notice_of_an_appointment_ends_with_its_day(cast):
    claim = an_application(cast, status=S.ADMITTED)
    move_application(claim, to=S.SUMMONED, on=D(2019, 5, 2), **HEARING, by=cast.lucia)
    [visit] = appointments_of(claim.individual, TODAY)
    client = as_(cast.lucia)
    address = reverse("letter-issue", args=[claim.individual_id, K.APPOINTMENT])
    typed = {"language": "es", "appointment": visit.key}
    late = client.post(address, typed | {"valid_until": visit.on + datetime.timedelta(days=1)})
    assert page_of(late).says("La cita quedó para el 3 jun 2019")
    preview = client.post(address, typed)
    done = client.post(preview.url, page_of(client.get(preview.url)).fields)
    letter = Letter.objects.get()
    assert (letter.valid_until, page_of(client.get(done.url)).says("Válida")) == (visit.on, True)
    with time_machine.travel(datetime.datetime(2019, 6, 4, 15, tzinfo=datetime.UTC)):
        assert page_of(as_(cast.lucia).get(letter.get_absolute_url())).says("Vencida")


def test_the_notice_of_an_appointment_that_was_called_off_was_not_corrected(cast):
    person = a_client(cast)
    asked = {"title": "Foto", "kind": TaskKind.APPOINTMENT, "at_time": datetime.time(9)}
    case = person.memberships.get().case
    task = set_task(case, individual=person, due_on=D(2019, 6, 3), by=cast.ana, **asked)
    [visit] = appointments_of(person, TODAY)
    letter = make(cast, person, K.APPOINTMENT, appointment=visit)
    address = reverse("task-settle", args=[task.pk])
    typed = page_of(as_(cast.ana).get(address)).fields | {"status": "not_needed"}
    assert as_(cast.ana).post(address, typed).status_code == 302
    assert reason_of(cast, letter) == GONE
