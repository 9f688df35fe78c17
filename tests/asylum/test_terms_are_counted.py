"""The terms of a claim follow from the steps that stand, in whatever order they were recorded, corrected and taken back."""

import datetime
from contextlib import suppress

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application, correct_application_step
from asylum.interviews.actions import record_interview
from asylum.interviews.querysets import to_prepare
from asylum.interviews.slots import to_be_asked_about
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind as K
from asylum.procedure.choices import InterviewOutcome as Became
from asylum.procedure.models.application import AsylumApplication
from asylum.terms.actions import correct_tick, extend_deadline, retract_extension, settle_deadline
from asylum.terms.slots import appeals, interviews, legal_terms
from pages.refusals import ActionRefused
from reference.law import add_suspension
from tests.asylum.build import D, a_client, an_application, answers, undone
from tests.cast import as_
from tests.page import page_of

TODAY, LODGED = D(2019, 5, 16), D(2019, 4, 1)
DAY = datetime.timedelta(days=1)
SOURCES = (appeals, interviews, legal_terms)
SUSPENSION = {
    "country": "CO",
    "legal_reference": "Acuerdo 7",
    "source": "Texto",
    "confidence": "V1",
}


def send(cast, name, pk, **said):
    """By the form, as a legal officer does."""
    answer = as_(cast.lucia).post(reverse(name, args=[pk]), said)
    assert answer.status_code == 302, page_of(answer).text


def last_step(claim):
    return claim.status_changes.standing().first()


def running(claim):
    return list(claim.deadlines.running().values_list("kind", "due_on"))


def test_the_interview_that_stands_runs_again_and_not_the_one_that_was_a_mistake(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    said = {"to": S.SUMMONED, "place": "Cúcuta"}
    send(cast, "application-move", claim.pk, **said, on="2/5/2019", interview_on="20/5/2019")
    send(cast, "application-move", claim.pk, **said, on="16/5/2019", interview_on="23/5/2019")
    send(cast, "application-step-correct", last_step(claim).pk, on="16/5/2019", is_mistake="on")
    send(cast, "application-move", claim.pk, to=S.WITHDRAWN, on="16/5/2019")
    send(cast, "application-step-correct", last_step(claim).pk, on="16/5/2019", is_mistake="on")
    assert (K.INTERVIEW, D(2019, 5, 20)) in running(claim)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("20 may 2019")
    assert not page.says("Entrevista 23 may 2019")
    assert [each.on for each in claim.interviews.unsaid()] == [D(2019, 5, 20)]


def test_an_extension_taken_back_leaves_the_day_counted_from_the_notification_that_stands(
    cast, law
):
    claim = an_application(cast, status=S.REFUSED)
    term = claim.deadlines.running().get(kind=K.APPEAL)
    assert term.due_on == D(2019, 5, 16)
    given = {"is_on": "24/5/2019", "granted_on": "10/5/2019", "paper": "Auto 4"}
    send(cast, "deadline-extend", term.pk, **given)
    send(cast, "application-step-correct", last_step(claim).pk, on="30/4/2019")
    extension = term.extensions.get()
    assert (extension.was_on, extension.is_on) == (D(2019, 5, 15), D(2019, 5, 24))
    send(cast, "extension-retract", extension.pk, reason="Era de otra persona")
    assert running(claim) == [(K.APPEAL, D(2019, 5, 15))]
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("10 días hábiles desde el 30 abr 2019")


def test_so_does_the_term_of_admission_when_the_day_of_lodging_was_put_right(cast, law):
    claim = an_application(cast, on=D(2019, 4, 10))
    term = claim.deadlines.running().get(kind=K.ADMISSION)
    extend_deadline(term, is_on=D(2019, 7, 30), granted_on=TODAY, paper="Auto 5", by=cast.lucia)
    facts = {"entered_on": None, "lodged_on": D(2019, 4, 12)}
    correct_application(claim, **facts, by=cast.lucia, reason="Otro día")
    retract_extension(term.extensions.get(), reason="Era de otra", by=cast.lucia)
    fresh = an_application(cast, a_client(cast), on=D(2019, 4, 12))
    assert running(claim) == running(fresh)


def test_the_term_of_a_refusal_taken_back_stays_out_when_another_one_is_dated_anew(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    correct_application_step(last_step(claim), is_mistake=True, by=cast.lucia)
    move_application(claim, to=S.REFUSED, on=D(2019, 5, 2), by=cast.lucia)
    send(cast, "application-step-correct", last_step(claim).pk, on="6/5/2019")
    shown = as_(cast.lucia).get(claim.get_absolute_url()).context["deadlines"]
    assert [term.starts_on for term in shown if term.kind == K.APPEAL] == [D(2019, 5, 6)]
    assert claim.deadlines.filter(kind=K.APPEAL, starts_on=D(2019, 5, 2)).count() == 1


def test_an_archived_summons_does_not_come_back_with_the_claim(cast, law):
    claim = an_application(cast, status=S.SUMMONED)
    send(cast, "application-move", claim.pk, to=S.CLOSED, on="3/5/2019")
    assert running(claim) == []
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Entrevista el 3 jun 2019")
    assert not page.says("3 jun 2019 · en")
    archived = last_step(claim)
    with undone():
        # Nobody had archived it: everything runs again.
        send(cast, "application-step-correct", archived.pk, on="3/5/2019", is_mistake="on")
        assert (K.INTERVIEW, D(2019, 6, 3)) in running(claim)
        assert to_prepare(TODAY).filter(application=claim).exists()
    send(cast, "application-move", claim.pk, to=S.REOPENED, on="6/5/2019")
    assert running(claim) == []
    assert not to_prepare(TODAY).filter(application=claim).exists()
    interview = claim.interviews.get()
    assert list(to_be_asked_about.rows_on(TODAY)) == [interview]
    assert list(to_be_asked_about.rows_on(D(2019, 6, 4))) == []
    asks = "Pregunte si la citación sigue en pie"
    assert page_of(as_(cast.lucia).get(interview.get_absolute_url())).says(asks)
    anew = {"on": "7/5/2019", "interview_on": "3/6/2019"}
    send(cast, "application-move", claim.pk, to=S.SUMMONED, **anew)
    assert list(to_be_asked_about.rows_on(TODAY)) == []
    assert not page_of(as_(cast.lucia).get(interview.get_absolute_url())).says(asks)
    assert running(claim) == [(K.INTERVIEW, D(2019, 6, 3))]
    assert claim.deadlines.running().get() in interviews.rows_on(TODAY)


def test_one_that_passed_while_the_claim_was_archived_is_over(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    summons = answers(S.SUMMONED) | {"interview_on": D(2019, 5, 6)}
    move_application(claim, to=S.SUMMONED, **summons, by=cast.lucia)
    for to, on in ((S.CLOSED, D(2019, 5, 3)), (S.REOPENED, D(2019, 5, 8))):
        claim = move_application(claim, to=to, on=on, by=cast.lucia)
    assert running(claim) == []


def stands(claim, *, is_suspended=False):
    """The claim, its terms and interviews; where days were suspended meanwhile, of terms that ended not the last day."""
    claim = AsylumApplication.objects.get(pk=claim.pk)
    steps = claim.status_changes.standing()
    terms = [
        (
            term.kind,
            term.starts_on,
            None if is_suspended and term.ended_on else term.due_on,
            term.ended_on,
            term.was_met,
        )
        for term in claim.deadlines.filter(begun_by__in=steps.values("pk"))
    ]
    heard = claim.interviews.exclude(outcome=Became.MISTAKEN).values_list("on", "outcome")
    listed = [term for source in SOURCES for term in source.rows_on(TODAY)]
    waits = {(term.kind, term.due_on) for term in listed if term.application_id == claim.pk}
    ran = claim.deadlines.running().exclude(begun_by__in=steps.values("pk"))
    assert not ran.exists()
    facts = (claim.status, claim.status_on, claim.interview_on, claim.decided_on)
    return facts, sorted(terms, key=str), sorted(heard, key=str), waits


class Life:
    """What somebody does to a claim; what the rules refuse is left out."""

    def __init__(self, cast, here):
        self.by, self.of_the_law = cast.lucia, cast.adela
        self.claim = an_application(cast, a_client(cast), status=here, on=LODGED)
        self.is_suspended = False

    def do(self, act, which, days):
        if and_back := getattr(self, f"{act}_and_back", None):
            with suppress(ActionRefused), undone():
                was = stands(self.claim)
                if and_back(which, days):
                    assert stands(self.claim) == was, act
        self.claim = AsylumApplication.objects.get(pk=self.claim.pk)
        with suppress(ActionRefused), transaction.atomic():
            getattr(self, act)(which, days)
        self.claim = AsylumApplication.objects.get(pk=self.claim.pk)

    def move(self, which, days):
        ways = [to for to in self.claim.lawful_moves if to != S.MISTAKEN]
        if not ways:
            return False
        on = min(self.claim.status_on + days * DAY, TODAY)
        to = ways[which % len(ways)]
        said = answers(to, on)
        if to == S.SUMMONED:
            said["interview_on"] = on + (which % 5) * DAY
        moved = move_application(self.claim, to=to, late_reason="Tarde", **said, by=self.by)
        self.claim = moved
        return True

    def move_and_back(self, which, days):
        return self.move(which, days) and (self.take_back(0, 0) or True)

    def take_back(self, _which, _days):
        step = last_step(self.claim)
        correct_application_step(step, is_mistake=True, by=self.by)

    def date(self, which, days):
        steps = list(self.claim.status_changes.standing().with_day())
        step = steps[which % 2 % len(steps)]
        correct_application_step(step, on=step.day + (days or -1) * DAY, by=self.by)

    def _term(self, which):
        terms = list(self.claim.deadlines.running().order_by("kind"))
        return terms[which % len(terms)] if terms else None

    def extend(self, which, days):
        if term := self._term(which):
            until = term.due_on + (30 + days) * DAY
            return extend_deadline(term, is_on=until, granted_on=TODAY, paper="Auto", by=self.by)
        return None

    def extend_and_back(self, which, days):
        extension = self.extend(which, days)
        return extension and retract_extension(extension, reason="Error", by=self.by)

    def give_back(self, which, _days):
        terms = list(self.claim.deadlines.order_by("kind", "starts_on"))
        if extension := terms[which % len(terms)].newest_extension if terms else None:
            retract_extension(extension, reason="Error", by=self.by)

    def tick(self, which, _days):
        term = self._term(which)
        return settle_deadline(term, on=TODAY, by=self.by) if term else None

    def tick_and_back(self, which, days):
        term = self.tick(which, days)
        return term and correct_tick(term, is_mistake=True, by=self.by)

    def untick(self, which, _days):
        terms = list(self.claim.deadlines.exclude(ticked_on=None).order_by("kind", "starts_on"))
        if terms:
            correct_tick(terms[which % len(terms)], is_mistake=True, by=self.by)

    def miss(self, _which, _days):
        for interview in self.claim.interviews.unsaid():
            record_interview(interview, outcome=Became.MISSED, reason="Enfermo", by=self.by)

    def suspend(self, which, _days):
        first = D(2019, 4, 22) + (which % 20) * DAY
        add_suspension(starts_on=first, through_on=first, **SUSPENSION, by=self.of_the_law)
        self.is_suspended = True


def lived_anew(cast, life):
    """A fresh claim on which only what stands was recorded."""
    claim = an_application(cast, a_client(cast), on=LODGED)
    for step in life.claim.status_changes.standing().with_day().order_by("at"):
        if step.status in (S.DRAFT, S.LODGED):
            now = claim.status_changes.get(status=step.status)
        else:
            heard = step.interviews.first()
            said = answers(step.status, step.day)
            if heard:
                term = step.terms.get()
                said["interview_on"] = term.due_on
            claim = move_application(
                claim, to=step.status, late_reason="Tarde", **said, by=cast.lucia
            )
            now = last_step(claim)
            if heard and heard.outcome == Became.MISSED:
                record_interview(
                    now.interviews.get(), outcome=Became.MISSED, reason="Enfermo", by=cast.lucia
                )
        for term in step.terms.all():
            mine = now.terms.get(kind=term.kind)
            given = {"granted_on": TODAY, "paper": "Auto", "by": cast.lucia}
            if term.newest_extension:
                extend_deadline(mine, is_on=term.newest_extension.is_on, **given)
            if term.ticked_on:
                settle_deadline(mine, on=term.ticked_on, by=cast.lucia)
    return claim


ACTS = ["move"] * 5 + ["take_back"] * 4 + ["date", "extend", "give_back"] * 2
ACTS += ["tick", "untick", "miss", "suspend"]


@pytest.mark.usefixtures("law")
@settings(
    max_examples=max(settings().max_examples // 8, 5),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    here=st.sampled_from([S.LODGED, S.SUMMONED, S.REFUSED]),
    acts=st.lists(
        st.tuples(st.sampled_from(ACTS), st.integers(0, 11), st.sampled_from([0, 0, 0, 1, 2, 4])),
        min_size=5,
        max_size=14,
    ),
)
def test_the_terms_are_those_of_a_claim_on_which_only_what_stands_was_recorded(cast, here, acts):
    with undone():
        life = Life(cast, here)
        for act in acts:
            life.do(*act)
        is_suspended = life.is_suspended
        assert stands(life.claim, is_suspended=is_suspended) == stands(
            lived_anew(cast, life), is_suspended=is_suspended
        )
