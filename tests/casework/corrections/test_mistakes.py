"""What was recorded about the wrong person stays readable where it was written, and counts nowhere."""

import datetime
import re

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.commitments import correct_commitment
from asylum.permits.corrections import retract_permit
from casework.corrections.models import Correction
from casework.home.actions import (
    correct_incident,
    record_detention,
    record_incident,
    record_relative,
    review_detention,
)
from casework.home.choices import DetentionEnd, IncidentSource
from casework.needs.actions import record_need, withdraw_need
from casework.register.choices import Relation
from casework.register.models.individual import Individual
from casework.slots.stream import stream
from casework.slots.timeline import Question, sources_for
from casework.wellbeing import actions as wellbeing
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from casework.wellbeing.idle import idle_members
from casework.wellbeing.slots import (
    activity_extract,
    health_screening_extract,
    wellbeing_note_extract,
)
from casework.work import actions as work
from casework.work.models import InformalWork
from casework.work.slots import (
    health_visit_extract,
    informal_work_extract,
    information_given_extract,
    job_application_extract,
    work_authorisation_extract,
)
from partners.choices import OrganisationKind
from partners.models import Organisation
from reporting.figures.rights import Share, knew_of_right, refusals_by_reason
from shelters.actions.cancelling import cancel
from tests.aid.build import STARTS_ON, a_commitment
from tests.asylum.build import a_client, a_permit
from tests.build import an_individual
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
LATER = datetime.timedelta(hours=25)
SECRET = "Palabra de otra persona"
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)


@pytest.fixture
def person(cast):
    return an_individual(cast)


@pytest.fixture
def clinic(db):
    return Organisation.objects.create(name="Clínica Frontera", kind=OrganisationKind.NGO)


def part_of(person, part, user):
    case = person.memberships.get().case
    return as_(user).get(reverse("case-part", args=[case.number, part])).content.decode()


def of_wellbeing(person, cast):
    """Address, row, what the form sends, and the part of the extract, of each kind."""
    on, by = cast.ana.today(), cast.ana
    sport = wellbeing.record_activity(person, kind=ActivityKind.SPORT, on=on, remarks=SECRET, by=by)
    asked = {"feeling": Feeling.BAD, "support": SupportOffer.ACCEPTED, "text": SECRET}
    note = wellbeing.write_wellbeing_note(person, on=on, **asked, by=by)
    seen = {"was_underfed": "yes", "has_lost_weight": "unknown", "findings": SECRET}
    screening = wellbeing.record_screening(person, on=on, **seen, by=by)
    return [
        ("activity-correct", sport, {"kind": "sport", "remarks": SECRET}, activity_extract),
        ("wellbeing-correct", note, asked, wellbeing_note_extract),
        ("screening-correct", screening, seen, health_screening_extract),
    ]


def of_work(person, cast, clinic):
    on, by = cast.ana.today(), cast.ana
    says = {"rule": "ppt", "allows": "yes", "paper": SECRET, "source": SECRET}
    right = work.record_authorisation(person, starts_on=on, **says, by=by)
    told_as = {"topic": "work", "knew_before": "yes", "understood": "yes", "language": "es"}
    told = work.give_information(person, on=on, remark=SECRET, **told_as, by=by)
    job = work.record_job_application(person, on=on, employer=SECRET, by=by)
    answer = {"outcome": "refused", "outcome_on": on, "refusal_reason": "document"}
    work.settle_job_application(job, **answer, by=by)
    chosen = {"outcome": "refused:document", "outcome_on": on}
    visit = work.record_visit(
        person, provider=clinic, kind="medical", on=on, findings=SECRET, by=by
    )
    seen = {"provider": clinic.pk, "kind": "medical", "findings": SECRET}
    return [
        ("work-right-correct", right, {"starts_on": on, **says}, work_authorisation_extract),
        ("information-correct", told, {"remark": SECRET, **told_as}, information_given_extract),
        ("job-application-correct", job, {"employer": SECRET, **chosen}, job_application_extract),
        ("visit-correct", visit, seen, health_visit_extract),
    ]


def test_what_was_written_about_the_wrong_person_counts_nowhere(cast, person, clinic):
    client = as_(cast.ana)
    kinds = [*of_wellbeing(person, cast), *of_work(person, cast, clinic)]
    on = cast.ana.today().isoformat()
    assert SECRET in part_of(person, "support", cast.ana)
    for name, row, facts, held in kinds:
        assert list(held.rows(person)) == [row]
        address = reverse(name, args=[row.pk])
        answer = client.post(address, {"on": on, **facts, "is_mistake": "on"})
        assert answer.status_code == 302, answer.context["form"].errors
        kept = Correction.objects.of(row).get()
        assert kept.fields == ["is_mistake"]
        assert SECRET not in kept.changes
        assert list(held.rows(person)) == [], name
        assert SECRET in client.get(address).content.decode(), name
    page = part_of(person, "support", cast.ana)
    in_sight = FOLDED.sub("", page)
    assert SECRET not in in_sight
    assert in_sight.count("registrado por error") == len(kinds)
    # Nothing of what was written is lost: it stands folded under the line.
    assert page.count(SECRET) == len(kinds) + 1
    for name, row, _facts, _held in kinds:
        assert reverse(name, args=[row.pk]) in page
    assert "Clínica Frontera" not in client.get(reverse("provider-table")).content.decode()
    for path in ("activities", "wellbeing-notes", "health-visits"):
        assert client.get(f"/api/v1/{path}/").json()["results"] == [], path
    everybody, today = Individual.objects.all(), cast.ana.today()
    assert knew_of_right(everybody, on=today) == Share(0, 0)
    assert sum(number for _reason, number in refusals_by_reason(everybody, on=today)) == 0
    happened = part_of(person, "timeline", cast.ana)
    assert "Participó en una actividad" not in happened
    assert "Se postuló a un empleo" not in happened


def test_who_had_no_activity_of_their_own_is_on_the_list(cast, person):
    activity = wellbeing.record_activity(
        person, kind=ActivityKind.SPORT, on=cast.ana.today(), by=cast.ana
    )
    assert list(idle_members(cast.ana)) == []
    wellbeing.correct_activity(activity, is_mistake=True, by=cast.ana)
    assert [member.individual for member in idle_members(cast.ana)] == [person]


def test_nothing_follows_from_a_mistake_and_a_followed_offer_is_none(cast, person, clinic):
    on = cast.ana.today()
    refer = {"service": "health", "organisation": clinic, "reason": "x", "by": cast.ana}
    offer = wellbeing.write_wellbeing_note(
        person, on=on, support=SupportOffer.ACCEPTED, by=cast.ana
    )
    wellbeing.correct_wellbeing_note(offer, is_mistake=True, by=cast.ana)
    with refused("not accepted this offer"):
        wellbeing.refer_from_offer(offer, **refer)
    address = reverse("offer-refer", args=[offer.pk])
    assert address not in part_of(person, "support", cast.ana)
    assert as_(cast.ana).get(address).status_code == 404
    wellbeing.correct_wellbeing_note(offer, is_mistake=False, by=cast.ana)
    wellbeing.refer_from_offer(offer, **refer)
    with refused("say first that none did", field="support"):
        wellbeing.correct_wellbeing_note(offer, is_mistake=True, by=cast.ana)
    job = work.record_job_application(person, on=on, by=cast.ana)
    work.correct_job_application(job, is_mistake=True, by=cast.ana)
    with refused("recorded by mistake"):
        work.settle_job_application(job, outcome="hired", outcome_on=on, by=cast.ana)


def test_a_mistake_is_free_for_a_day_and_says_why_later(cast, person):
    activity = wellbeing.record_activity(
        person, kind=ActivityKind.SPORT, on=cast.ana.today(), by=cast.ana
    )
    with pytest.raises(NotAllowed):
        wellbeing.correct_activity(activity, is_mistake=True, by=cast.bruno)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            wellbeing.correct_activity(activity, is_mistake=True, by=cast.ana)
        wellbeing.correct_activity(activity, is_mistake=True, reason="Era otra.", by=cast.ana)


def informal(person, cast, account=SECRET):
    return work.note_informal_work(person, account=account, noted_on=cast.ana.today(), by=cast.ana)


def test_days_of_work_without_papers_are_put_right_and_its_words_are_copied_nowhere(cast, person):
    row, client = informal(person, cast), as_(cast.ana)
    address = reverse("informal-work-correct", args=[row.pk])
    assert address in part_of(person, "support", cast.ana)
    answer = client.post(address, {"noted_on": "2019-04-01", "account": "Otra cosa"})
    assert answer.status_code == 302, answer.context["form"].errors
    row.refresh_from_db()
    assert (row.noted_on, row.account) == (datetime.date(2019, 4, 1), SECRET)
    kept = Correction.objects.of(row).get()
    assert SECRET not in kept.changes
    events = AuditEvent.objects.filter(verb="work.noted")
    assert [(event.about_id, event.details) for event in events] == [("", {}), ("", {})]
    with pytest.raises(TypeError):
        work.correct_informal_work(row, account="Otra cosa", by=cast.ana)
    with refused("future", field="noted_on"):
        work.correct_informal_work(row, noted_on=cast.ana.today() + DAY, by=cast.ana)
    with refused("step of its own", field="ended_on"):
        work.correct_informal_work(row, ended_on=cast.ana.today(), by=cast.ana)
    work.end_informal_work(row, ended_on=cast.ana.today(), by=cast.ana)
    with refused("end is before the start", field="ended_on"):
        work.correct_informal_work(row, ended_on=datetime.date(2019, 3, 1), by=cast.ana)
    client.post(address, {"noted_on": "2019-04-01", "ended_on": ""})
    row.refresh_from_db()
    assert row.ended_on is None


def test_work_without_papers_of_somebody_else_is_read_on_its_page_alone(cast, person):
    row, client = informal(person, cast), as_(cast.ana)
    address = reverse("informal-work-correct", args=[row.pk])
    client.post(address, {"noted_on": row.noted_on, "is_mistake": "on"})
    page = part_of(person, "support", cast.ana)
    assert "registrado por error" in page
    assert SECRET not in page
    assert f'"{reverse("informal-work-end", args=[row.pk])}"' not in page
    assert SECRET in client.get(address).content.decode()
    assert list(informal_work_extract.rows(person)) == []
    row.refresh_from_db()
    with refused("recorded by mistake"):
        work.end_informal_work(row, ended_on=cast.ana.today(), by=cast.ana)


def test_who_may_not_correct_work_without_papers_is_refused(cast, person):
    row = informal(person, cast)
    with pytest.raises(NotAllowed):
        work.correct_informal_work(row, is_mistake=True, by=cast.bruno)
    address = reverse("informal-work-correct", args=[row.pk])
    assert as_(cast.bruno).get(address).status_code == 404
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            work.correct_informal_work(row, is_mistake=True, by=cast.ana)
        work.correct_informal_work(row, is_mistake=True, reason="Era otro.", by=cast.ana)
    assert InformalWork.objects.get().is_mistake


def permits(cast):
    permit = a_permit(cast, a_client(cast))
    return permit.case, cast.lucia, lambda: retract_permit(permit, reason="Otra.", by=cast.lucia)


def home(cast):
    person = an_individual(cast)
    mother = record_relative(person, relation=Relation.MOTHER, by=cast.ana)
    held, today = record_detention(mother, by=cast.ana), cast.ana.today()
    end = {"ended_on": today, "ended_as": DetentionEnd.MISTAKE, "by": cast.ana}
    return person.memberships.get().case, cast.ana, lambda: review_detention(held, **end)


def incident_at_home(cast):
    person = an_individual(cast)
    told = {"type": "beaten", "source": IncidentSource.CLIENT, "by": cast.ana}
    incident = record_incident(person, consent_given_on=cast.ana.today(), **told)
    case = person.memberships.get().case
    return case, cast.ana, lambda: correct_incident(incident, is_mistake=True, by=cast.ana)


def need(cast):
    person = an_individual(cast)
    seen = {"starts_on": cast.ana.today(), "source": "observed"}
    row = record_need(person, code=a_code("DS-PM"), **seen, by=cast.ana)
    case = person.memberships.get().case
    return case, cast.ana, lambda: withdraw_need(row, reason="Otra.", by=cast.ana)


def aid(cast):
    case = a_family(cast.norte)
    promised = a_commitment(case, by=cast.ana)
    return (
        case,
        cast.ana,
        lambda: correct_commitment(promised, until=STARTS_ON, reason="Otra.", by=cast.ana),
    )


def stays(cast):
    case, site = a_family(cast.norte), a_site(cast.cucuta, run_by=cast.carla)
    stay = a_stay(people_of(case)[0], site, beds_of(site)[0], by=cast.carla, checked_in_at=None)
    return case, cast.ana, lambda: cancel(stay, reason="mistake", by=cast.carla)


@pytest.mark.parametrize("source", [aid])
def test_a_timeline_tells_nothing_that_was_recorded_by_mistake(cast, source):
    """Told on, it would say that somebody got a paper which the file says they do not hold."""

    def told():
        sources = [each for each in sources_for(case, reader) if each.kind == source.__name__]
        return stream(sources, Question(case, reader))

    case, reader, mistake = source(cast)
    assert len(told()) == 1
    mistake()
    assert told() == []


@pytest.mark.parametrize(
    ("kind", "source", "words"),
    [
        ("permits", permits, "Permit recorded by mistake"),
        ("home", home, "A detention was recorded by mistake"),
        ("home", incident_at_home, "Incident recorded by mistake"),
        ("needs", need, "Specific need recorded by mistake"),
    ],
)
def test_of_a_row_that_was_a_mistake_the_timeline_says_that_alone(cast, kind, source, words):
    case, reader, mistake = source(cast)
    mistake()
    sources = [each for each in sources_for(case, reader) if each.kind == kind]
    with translation.override("en"):
        lines = stream(sources, Question(case, reader))
        # The relative whose detention it was stays on file.
        [line] = [each for each in lines if each.text != "A relative at home"]
        assert line.text == words
    assert line.by == reader


def test_of_a_stay_that_was_a_mistake_the_timeline_says_that_alone_and_by_whom(cast):
    case, reader, mistake = stays(cast)
    mistake()
    sources = [each for each in sources_for(case, reader) if each.kind == "stays"]
    with translation.override("en"):
        [line] = stream(sources, Question(case, reader))
        assert line.text == "Stay recorded by mistake"
    assert line.by == cast.carla
