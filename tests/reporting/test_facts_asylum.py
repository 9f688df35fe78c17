"""I11 to I17 against a small world that was counted by hand."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from asylum.claims.actions import lodge_application, move_application
from asylum.letters.actions import issue_letter, revoke_letter, sign_letter
from asylum.letters.choices import LetterKind
from asylum.letters.models import Letter
from asylum.papers.choices import RenunciationStatus, Signature
from asylum.pathways.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.permits.actions import record_permit
from asylum.renunciation.actions import retract_renunciation, submit_renunciation
from casework.register.models.individual import Individual
from casework.tasks.actions import set_task, settle_task
from casework.work.actions import give_information
from reporting.figures import asylum as figures
from reporting.figures.rights import Share
from tests.asylum.build import a_client, answers, sign, verify
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law_of_the_file", "db")

D = datetime.date
S = ApplicationStatus
MARCH = {"since": D(2019, 3, 1), "until": D(2019, 3, 31)}
APRIL = {"since": D(2019, 4, 1), "until": D(2019, 4, 30)}
MAY = {"since": D(2019, 5, 1), "until": D(2019, 5, 31)}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(datetime.datetime(2019, 5, 31, 15, tzinfo=datetime.UTC), tick=True):
        yield


def everybody():
    return Individual.objects.all()


def a_claim(cast, *, lodged, entered=None, steps=()):
    person = a_client(cast)
    claim = lodge_application(
        person, on=lodged, entered_on=entered, late_reason="No sabía.", by=cast.lucia
    )
    for to, on in steps:
        late = "Nadie le dijo." if to == S.APPEALED else ""
        told = answers(to, on) | {"late_reason": late}
        claim = move_application(claim, to=to, by=cast.lucia, **told)
    return claim


def test_i11_people_are_informed_counselled_and_represented_each_counted_once(cast):
    one, two, three, four = (a_client(cast) for _ in range(4))
    for person, topic, on in (
        (one, "asylum", D(2019, 4, 2)),
        (one, "papers", D(2019, 4, 9)),
        (two, "health", D(2019, 4, 2)),
        (three, "work", D(2019, 3, 31)),
    ):
        give_information(
            person, topic=topic, on=on, knew_before="no", understood="yes", by=cast.ana
        )
    for person, doer in (
        (one, cast.lucia),
        (two, cast.lucia),
        (three, cast.ana),
        (four, cast.lucia),
    ):
        visit = set_task(
            person.memberships.get().case,
            title="Asesoría",
            kind="appointment",
            due_on=D(2019, 5, 31),
            individual=person,
            assigned_to=doer,
            by=doer,
        )
        if person != four:
            settle_task(visit, status="done", by=doer)
    issue_letter(three, kind=LetterKind.POWER, language="es", by=cast.lucia)
    power, revoked = (
        issue_letter(person, kind=LetterKind.POWER, language="es", by=cast.lucia)
        for person in (two, one)
    )
    for each in (power, revoked):
        sign_letter(each, on=D(2019, 5, 31), signer="Yorman", by=cast.lucia)
    revoke_letter(revoked, reason="Otro nombre.", by=cast.lucia)
    issue_letter(four, kind=LetterKind.REQUEST, language="es", subject="a", text="b", by=cast.lucia)
    assert figures.legal_help(everybody(), **APRIL) == figures.LegalHelp(1, 0, 0)
    # One that nobody is on file to have signed represents nobody. One that was revoked on the day of its signature stood
    # on none; what stood a while counts in its month.
    assert figures.legal_help(everybody(), **MAY) == figures.LegalHelp(0, 2, 1)
    Letter.objects.filter(pk=revoked.pk).update(
        revoked_on=revoked.issued_on + datetime.timedelta(days=1)
    )
    assert figures.legal_help(everybody(), **MAY) == figures.LegalHelp(0, 2, 2)
    june = {"since": D(2019, 6, 1), "until": D(2019, 6, 30)}
    assert figures.legal_help(everybody(), **june) == figures.LegalHelp(0, 0, 1)


def test_i12_claims_lodged_and_in_time_by_the_last_day_that_the_law_leaves(cast):
    # 21 February and two months is Easter Sunday, 21 April 2019: Monday the 22nd is in time, Tuesday is not.
    a_claim(cast, lodged=D(2019, 4, 22), entered=D(2019, 2, 21))
    a_claim(cast, lodged=D(2019, 4, 23), entered=D(2019, 2, 21))
    # Who says nothing of the entry entered on the day of arrival, 23 February.
    a_claim(cast, lodged=D(2019, 4, 30))
    a_claim(cast, lodged=D(2019, 5, 2), entered=D(2019, 4, 30))
    mistaken = a_claim(cast, lodged=D(2019, 4, 10), entered=D(2019, 4, 9))
    move_application(mistaken, to=S.MISTAKEN, by=cast.lucia, **answers(S.MISTAKEN, D(2019, 5, 3)))
    assert figures.claims_filed(everybody(), **APRIL) == figures.Filed(3, Share(1, 3))
    assert figures.claims_filed(everybody(), **MAY) == figures.Filed(1, Share(1, 1))
    assert figures.claims_filed(everybody(), **MARCH) == figures.Filed(0, Share(0, 0))


def test_i13_valid_papers_of_who_has_an_open_claim_that_day(cast):
    lasting, ending, without = (a_claim(cast, lodged=D(2019, 3, 4)) for _ in range(3))
    over = a_claim(cast, lodged=D(2019, 3, 4), steps=[(S.WITHDRAWN, D(2019, 4, 20))])
    for claim, until in ((lasting, D(2019, 9, 1)), (ending, D(2019, 5, 20)), (over, D(2019, 9, 1))):
        record_permit(
            claim.individual,
            type=PermitType.SC2,
            issued_on=D(2019, 3, 5),
            expires_on=until,
            is_sure=True,
            by=cast.lucia,
        )
    held = figures.papers_held(everybody(), on=D(2019, 4, 30))
    assert held == figures.PapersHeld(valid=Share(2, 3), expiring=1)
    # Before the fourth withdrew, and after the second's paper ended.
    assert figures.papers_held(everybody(), on=D(2019, 4, 19)).valid == Share(3, 4)
    assert figures.papers_held(everybody(), on=D(2019, 5, 21)).valid == Share(1, 3)
    assert without.individual in everybody()


def test_i14_i15_i16_decisions_their_time_and_appeals(cast):
    admitted = (S.ADMITTED, D(2019, 3, 10))
    # Refused on 2 April after 29 days; appealed on the 12th, the eighth business day; recognised in May.
    a_claim(
        cast,
        lodged=D(2019, 3, 4),
        steps=[
            admitted,
            (S.REFUSED, D(2019, 4, 2)),
            (S.APPEALED, D(2019, 4, 12)),
            (S.RECOGNISED, D(2019, 5, 6)),
        ],
    )
    # Refused the same day, and appealed on 30 April: ten business days ended on the 16th.
    a_claim(
        cast,
        lodged=D(2019, 3, 4),
        steps=[admitted, (S.REFUSED, D(2019, 4, 2)), (S.APPEALED, D(2019, 4, 30))],
    )
    # Recognised at first instance after 40 days, and withdrawn by a third.
    a_claim(cast, lodged=D(2019, 3, 6), steps=[admitted, (S.RECOGNISED, D(2019, 4, 15))])
    a_claim(cast, lodged=D(2019, 3, 6), steps=[(S.WITHDRAWN, D(2019, 4, 20))])
    a_claim(cast, lodged=D(2019, 3, 6))
    assert _counted(figures.decisions(figures.steps_of(everybody()), **APRIL)) == {
        S.RECOGNISED: 1,
        S.REFUSED: 2,
        S.WITHDRAWN: 1,
    }
    assert _counted(figures.decisions(figures.steps_of(everybody()), **MAY)) == {}
    assert figures.processing_time(figures.steps_of(everybody()), **APRIL) == figures.DaysTaken(
        3, 32.7, 29
    )
    assert figures.processing_time(figures.steps_of(everybody()), **MAY) == figures.DaysTaken(
        0, None, None
    )
    assert figures.appeals_in_time(figures.steps_of(everybody()), **APRIL) == Share(1, 2)
    assert figures.appeals_in_time(figures.steps_of(everybody()), **MAY) == Share(0, 0)


def _counted(rows):
    words = {str(state.label): state for state in [*S, *RenunciationStatus]}
    return {words[label]: number for label, number in rows if number}


def test_i17_declarations_by_the_state_of_the_day_and_days_to_verification(cast):
    first, second, third = (a_client(cast) for _ in range(3))
    paper = sign(first, signed_on=D(2019, 3, 1), by=cast.lucia)
    paper = submit_renunciation(paper, on=D(2019, 3, 5), by=cast.lucia)
    verify(paper, on=D(2019, 4, 10), by=cast.luis)
    other = sign(second, signed_on=D(2019, 4, 1), by=cast.lucia)
    other = submit_renunciation(other, on=D(2019, 4, 2), by=cast.lucia)
    verify(other, on=D(2019, 4, 11), by=cast.luis)
    sign(third, signed_on=D(2019, 4, 20), by=cast.lucia)
    stood, took = figures.renunciation_pipeline(everybody(), on=D(2019, 4, 30))
    assert (_counted(stood), took) == (
        {RenunciationStatus.RECORDED: 1, RenunciationStatus.VERIFIED: 2},
        figures.DaysTaken(2, 25.0, 25.0),
    )
    stood, took = figures.renunciation_pipeline(everybody(), on=D(2019, 4, 10))
    assert (_counted(stood), took) == (
        {RenunciationStatus.SUBMITTED: 1, RenunciationStatus.VERIFIED: 1},
        figures.DaysTaken(1, 40, 40),
    )
    stood, took = figures.renunciation_pipeline(everybody(), on=D(2019, 2, 28))
    assert (_counted(stood), took) == ({}, figures.DaysTaken(0, None, None))
    # Submitted and not verified yet; what nobody has handed over waits for no verifier.
    waiting = [D(2019, 4, 4), D(2019, 4, 10), D(2019, 4, 30)]
    assert [figures.waiting_for_a_verifier(everybody(), on=on) for on in waiting] == [2, 1, 0]
    # What was recorded by mistake counts on no day, nor in how long it took.
    other.refresh_from_db()
    retract_renunciation(other, remark="Era de otra persona.", by=cast.luis)
    stood, took = figures.renunciation_pipeline(everybody(), on=D(2019, 4, 30))
    assert (_counted(stood), took) == (
        {RenunciationStatus.RECORDED: 1, RenunciationStatus.VERIFIED: 1},
        figures.DaysTaken(1, 40, 40),
    )


def test_who_refused_to_sign_declared_nothing(cast):
    sign(a_client(cast), signed_on=D(2019, 4, 1), signature=Signature.REFUSED, by=cast.lucia)
    stood, _took = figures.renunciation_pipeline(everybody(), on=D(2019, 4, 30))
    assert [(label, number) for label, number in stood if number] == [("No quiso firmar", 1)]
    assert figures.waiting_for_a_verifier(everybody(), on=D(2019, 4, 30)) == 0


def test_the_page_counts_the_period_that_is_asked_for(cast):
    a_claim(cast, lodged=D(2019, 4, 22), entered=D(2019, 2, 21))
    paper = sign(a_client(cast), signed_on=D(2019, 4, 1), by=cast.lucia)
    submit_renunciation(paper, on=D(2019, 4, 2), by=cast.lucia)
    days = {"since": "01/04/2019", "until": "30/04/2019"}
    page = page_of(as_(cast.sonia).get(reverse("figures-asylum"), days))
    assert page.says("Esperan que una segunda persona las verifique: 1")
    assert page.says("1, en plazo 1 de 1", "1 abr 2019 – 30 abr 2019", "nada que contar todavía")
    turned = {"since": "30/04/2019", "until": "01/04/2019"}
    assert page_of(as_(cast.sonia).get(reverse("figures-asylum"), turned)).says(
        "El último día es anterior al primero."
    )
    # Of powers of attorney a caseworker is told nothing, and another team's claims count in no figure of theirs.
    mine = as_(cast.ana).get(reverse("figures-asylum"), days)
    assert "help" not in mine.context
    assert as_(cast.bruno).get(reverse("figures-asylum"), days).context["filed"].number == 0
    assert as_(cast.carla).get(reverse("figures-asylum")).status_code == 404


@pytest.mark.parametrize("name", ["lucia", "sonia"])
def test_the_page_asks_as_often_for_four_claims_as_for_one(cast, name):
    client = as_(cast.users[name])

    def queries():
        client.get(reverse("figures-asylum"))
        with CaptureQueriesContext(connection) as seen:
            assert client.get(reverse("figures-asylum")).status_code == 200
        return len(seen)

    def refused_one():
        a_claim(cast, lodged=D(2019, 4, 22), steps=[(S.REFUSED, D(2019, 5, 2))])

    refused_one()
    one = queries()
    for _ in range(3):
        refused_one()
    assert queries() == one


def test_a_refusal_whose_term_still_runs_is_in_no_share_of_appeals(cast):
    claim = a_claim(cast, lodged=D(2019, 3, 6), steps=[(S.REFUSED, D(2019, 4, 15))])
    term = claim.deadlines.filter(kind=DeadlineKind.APPEAL)
    assert figures.appeals_in_time(figures.steps_of(everybody()), **APRIL) == Share(0, 1)
    term.update(due_on=D(2019, 6, 3))
    assert figures.appeals_in_time(figures.steps_of(everybody()), **APRIL) == Share(0, 0)
