"""Identification, observation, what was reported of groups, and the page that gathers the file."""

import datetime

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.claims.actions import move_application
from asylum.evidence.models import Evidence, StandingReview
from asylum.identification.actions import contest_identification, settle_contest
from asylum.identification.choices import ContestResult
from asylum.identification.models import IdentificationContest
from asylum.measures.actions import review
from asylum.measures.choices import SaidAtReview
from asylum.measures.models import Observation, ObservationReview
from asylum.measures.slots import observations_to_review
from asylum.papers.choices import Identified, Method
from asylum.papers.models.renunciation import Renunciation, RenunciationDemand
from asylum.papers.standing import RenunciationStanding, standing_of
from asylum.renunciation.actions import NotToBeAsked, record_demand, submit_renunciation
from asylum.renunciation_file.known import known_on
from asylum.reported.actions import withdraw_group_report
from asylum.reported.choices import GroupKind, Stage
from asylum.reported.models import GroupReport
from casework.register.models.individual import Individual
from casework.service.actions import record_disarmament
from pages.dates import RoughDay
from tests.asylum.build import (
    D,
    S,
    a_client,
    a_paper,
    a_referred_family,
    a_submitted_paper,
    an_application,
    an_authority,
    verify,
)
from tests.asylum.files import (
    ARMS_ON,
    a_group_report,
    an_approach,
    an_observation,
    some_evidence,
)
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

TODAY = D(2019, 5, 16)
DAY = datetime.timedelta(days=1)


def test_a_municipal_policeman_may_come_out_as_a_civilian_and_is_not_asked(cast, law):
    person = a_client(cast)
    said = {"on": D(2019, 3, 1), "method": Method.QUESTIONS, "by": cast.lucia}
    with refused("paper in which it stands", field="reference"):
        record_demand(person, is_asked=False, outcome=Identified.CIVILIAN, **said)
    with pytest.raises(NotToBeAsked):
        record_demand(person, is_asked=True, outcome=Identified.CIVILIAN, reference="A-1", **said)
    record_demand(person, is_asked=False, outcome=Identified.CIVILIAN, reference="A-1", **said)
    application = an_application(cast, person)
    move_application(application, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)
    assert not application.status_changes.filter(is_override=True).exists()


def test_the_database_refuses_to_ask_a_civilian_and_an_outcome_without_its_paper(cast):
    bare = record_demand(a_client(cast), is_asked=True, on=D(2019, 3, 1), by=cast.lucia)
    named = record_demand(
        bare.individual, is_asked=True, on=D(2019, 3, 2), reference="A-1", by=cast.lucia
    )
    for word, outcome, constraint in (
        (bare, Identified.FORMER, "identification_has_its_paper"),
        (named, Identified.CIVILIAN, "no_civilian_is_asked_to_renounce"),
    ):
        with pytest.raises(IntegrityError) as error, transaction.atomic():
            RenunciationDemand.objects.filter(pk=word.pk).update(outcome=outcome)
        assert error.value.__cause__.diag.constraint_name == constraint


def test_a_contested_identification_counts_until_the_authority_says_otherwise(cast):
    person = a_client(cast)
    word = record_demand(
        person,
        is_asked=True,
        on=D(2019, 3, 1),
        outcome=Identified.FORMER,
        reference="A-1",
        by=cast.lucia,
    )
    grounds = "Dejó el servicio hace veinte años."
    contest = contest_identification(word, on=D(2019, 3, 4), grounds=grounds, by=cast.lucia)
    with refused("contested already"):
        contest_identification(word, on=D(2019, 3, 4), grounds=grounds, by=cast.luis)
    assert standing_of(person, TODAY).is_asked is True
    with refused("paper", field="reference"):
        settle_contest(contest, result=ContestResult.CHANGED, on=TODAY, reference="", by=cast.luis)
    settle_contest(contest, result=ContestResult.CHANGED, on=TODAY, reference="A-2", by=cast.luis)
    assert standing_of(person, TODAY).is_asked is True
    record_demand(
        person,
        is_asked=False,
        on=TODAY,
        outcome=Identified.CIVILIAN,
        reference="A-2",
        by=cast.lucia,
    )
    assert standing_of(person, TODAY).may_go_on
    assert RenunciationDemand.objects.count() == 2
    kept = IdentificationContest.objects.get()
    assert (kept.result, kept.grounds, kept.demand) == (ContestResult.CHANGED, grounds, word)


def test_an_observation_runs_from_the_day_on_which_arms_were_laid_down(cast):
    person = a_client(cast)
    record_disarmament(person, arms_surrendered="yes", on=ARMS_ON, by=cast.ana)
    with refused("24 Feb 2019", field="starts_on"):
        an_observation(cast, person, starts_on=D(2019, 3, 1))
    assert an_observation(cast, person).starts_on == ARMS_ON


def test_of_arms_laid_down_in_a_month_an_observation_runs_from_a_day_of_that_month(cast):
    person = a_client(cast)
    record_disarmament(person, arms_surrendered="yes", on=RoughDay(2019, 2), by=cast.ana)
    with refused("Feb 2019", field="starts_on"):
        an_observation(cast, person, starts_on=D(2019, 3, 1))
    assert an_observation(cast, person, starts_on=ARMS_ON).starts_on == ARMS_ON


def test_nothing_passes_when_the_time_of_an_observation_runs_out(cast):
    watched = an_observation(cast)
    paper = a_submitted_paper(cast, watched.individual)
    before = (paper.status, paper.status_on)
    with time_machine.travel(datetime.datetime(2021, 1, 1, 12, tzinfo=datetime.UTC)):
        rows = list(observations_to_review.rows(D(2021, 1, 1)))
        assert [row[:2] for row in rows] == [("observation_review", ARMS_ON + 30 * DAY)]
        paper.refresh_from_db()
        watched.refresh_from_db()
        assert (paper.status, paper.status_on) == before
        assert watched.ended_on is None
        assert not standing_of(watched.individual, D(2021, 1, 1)).may_go_on
        with refused("under observation already"):
            an_observation(cast, watched.individual)


def test_f33_fifty_at_the_bridge_are_counted_and_nobody_is_named(cast):
    a_client(cast)
    report = a_group_report(cast)
    page = as_(cast.lucia).get(reverse("group-report-list")).content.decode()
    assert (report.headcount, ">50<" in page) == (50, True)
    leads_to = {field.related_model for field in GroupReport._meta.get_fields()}
    assert Individual not in leads_to
    assert [Evidence.objects.count(), StandingReview.objects.count()] == [0, 0]


def test_f32_talk_of_a_militia_stands_on_no_file_of_a_person(cast):
    person = a_client(cast)
    a_group_report(cast, kind=GroupKind.TALK, stage=Stage.CLAIMED, what="Hablan de una milicia.")
    page = as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])).content.decode()
    assert "milicia" not in page


def test_f34_a_march_that_was_planned_and_prevented_stays_so(cast):
    report = a_group_report(cast, kind=GroupKind.MARCH, stage=Stage.PREVENTED, headcount=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        GroupReport.objects.filter(pk=report.pk).update(stage=Stage.HAPPENED)
    withdraw_group_report(report, reason="Era otra marcha.", by=cast.luis)
    report.refresh_from_db()
    assert (report.stage, report.withdrawn_because) == (Stage.PREVENTED, "Era otra marcha.")


def test_f36_a_warning_is_context_of_an_office_and_links_to_nobody(cast):
    a_group_report(cast, kind=GroupKind.WARNING, stage=Stage.CLAIMED, headcount=None)
    assert GroupReport.objects.visible_to(cast.luis).count() == 1
    for user in (cast.ana, cast.sonia, cast.carla, cast.adela, cast.aurelio, cast.mara):
        assert not GroupReport.objects.visible_to(user).exists()
        assert as_(user).get(reverse("group-report-list")).status_code == 404


def test_f35_an_approach_protects_the_person_and_is_no_evidence(cast):
    approach = an_approach(cast, protection="Cambiar de hotel.")
    person = approach.individual
    assert [Evidence.objects.count(), StandingReview.objects.count()] == [0, 0]
    page = as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])).content.decode()
    assert "Cambiar de hotel." in page
    with pytest.raises(NotAllowed):
        an_approach(cast, person, by=cast.ana)


def test_whoever_depends_on_a_renunciation_asks_one_function(cast):
    person = a_client(cast)
    assert standing_of(person, TODAY) == RenunciationStanding(True, None, False, False, None, False)
    paper = a_submitted_paper(cast, person)
    assert standing_of(person, TODAY) == RenunciationStanding(True, True, False, False, True, True)
    verify(paper, on=D(2019, 4, 1), by=cast.luis)
    assert standing_of(person, D(2019, 3, 31)) == RenunciationStanding(
        True, True, False, False, True, True
    )
    some_evidence(cast, person)
    assert standing_of(person, TODAY) == RenunciationStanding(True, True, True, True, True, True)


def test_the_page_shows_the_file_as_it_was_known_on_an_earlier_day(cast):
    person = a_client(cast)
    watched = an_observation(cast, person)
    first = some_evidence(cast, person)
    with time_machine.travel(datetime.datetime(2019, 6, 10, 17, tzinfo=datetime.UTC)):
        review(
            watched,
            on=D(2019, 6, 10),
            outcome=SaidAtReview.ENDED,
            authority=an_authority(),
            found="Terminó.",
            by=cast.lucia,
        )
        some_evidence(cast, person, what="Otra cosa.", on=D(2019, 6, 9))
        page = reverse("renunciation-file", args=[person.pk])
        now = as_(cast.lucia).get(page).content.decode()
        then = as_(cast.lucia).get(page, {"on": "20/05/2019"}).content.decode()
        assert ("Otra cosa." in now, "Otra cosa." in then) == (True, False)
        assert ("Terminó." in now, "Terminó." in then) == (True, False)
        known = known_on(person, D(2019, 5, 20))
        assert [each.pk for each in known.evidence] == [first.pk]
        assert known.running_observation == watched
        assert known.running_observation.planned_until == ARMS_ON + 90 * DAY
        assert known_on(person, D(2019, 5, 15)).observations == []
    assert Observation.objects.get().ended_on == D(2019, 6, 10)
    assert ObservationReview.objects.count() == 1


def test_paper_and_file_say_whether_somebody_interpreted_as_it_was_answered(cast):
    person = a_client(cast)
    address = reverse("renunciation-record", args=[person.pk])
    client = as_(cast.lucia)
    said = {"is_demanded": "yes", "demanded_on": "8/5/2019", "signed_on": "10/5/2019"}
    said |= {"signature": "yes", "wording": "permanent", "language": "guc", "had_interpreter": "no"}
    assert client.post(address, page_of(client.get(address)).fields | said).status_code == 302
    paper = Renunciation.objects.get(individual=person)
    pages = [paper.get_absolute_url(), reverse("renunciation-file", args=[person.pk])]
    language = paper.get_language_display()
    assert all(page_of(client.get(page)).says(f"{language}, sin intérprete") for page in pages)
    correct = reverse("renunciation-correct", args=[paper.pk])
    sent = page_of(client.get(correct)).fields | {"had_interpreter": "yes"}
    with time_machine.travel(datetime.datetime(2019, 5, 18, 17, tzinfo=datetime.UTC)):
        client = as_(cast.lucia)
        assert client.post(correct, sent | {"reason": "Mal leído."}).status_code == 302
        assert all(page_of(client.get(page)).says(f"{language}, con intérprete") for page in pages)


def test_the_file_says_what_a_reader_asks_of_the_paper(cast):
    """Witness, explanation and copy, and the day on which it was handed over: they make the renunciation believed."""
    facts = {"witness": "Sargento Ruiz", "are_consequences_explained": "yes", "is_copy_given": "no"}
    paper = a_paper(cast, signed_on=D(2019, 5, 10), **facts)
    submit_renunciation(paper, on=D(2019, 5, 13), by=cast.lucia)
    page = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[paper.individual_id])))
    assert page.says(
        "testigo: Sargento Ruiz",
        "consecuencias explicadas: Sí",
        "copia entregada a la persona: No",
        "Entregada a la autoridad, 13 may 2019",
    )


def test_the_file_calls_a_refusal_what_it_is_and_a_verification_by_its_gaps(cast):
    person = a_client(cast)
    address = reverse("renunciation-record", args=[person.pk])
    client = as_(cast.lucia)
    said = {"is_demanded": "yes", "demanded_on": "8/5/2019", "signed_on": "10/5/2019"}
    said |= {"signature": "refused", "wording": ""}
    assert client.post(address, page_of(client.get(address)).fields | said).status_code == 302
    page = page_of(client.get(reverse("renunciation-file", args=[person.pk])))
    assert page.says("No quiso firmar 10 may 2019")
    assert not page.says(": No quiso firmar")
    assert not page.says("Registrada, 10 may 2019")
    paper = a_submitted_paper(cast, person)
    verify(paper, on=TODAY, reference="", because="No llegó el acto.", by=cast.luis)
    file = reverse("renunciation-file", args=[person.pk])
    gap = "Verificada, 16 may 2019 · sin el radicado de su acto"
    assert page_of(client.get(file)).says(gap)
    assert not page_of(client.get(f"{file}?on=15/05/2019")).says("sin el radicado de su acto")


def test_what_was_taken_back_later_stood_on_the_day(cast):
    paper = a_submitted_paper(cast)
    with time_machine.travel(datetime.datetime(2019, 6, 10, 17, tzinfo=datetime.UTC)):
        verify(paper, on=D(2019, 6, 10), by=cast.luis)
        known = known_on(paper.individual, D(2019, 5, 20))
        assert [each.status for each in known.papers] == ["submitted"]
        assert Renunciation.objects.get().status == "verified"


def test_the_file_of_a_relative_offers_no_renunciation_and_says_why(cast, law):
    head, wife, child, _brother = a_referred_family(cast)
    for person, says in (
        (head, None),
        (wife, "A los familiares nunca se les pide firmar una renuncia"),
        (child, "A los familiares nunca se les pide firmar una renuncia"),
    ):
        page = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
        record = reverse("renunciation-record", args=[person.pk])
        assert (record in page.links) is (says is None)
        assert says is None or page.says(says)
