"""Facts of the sources about work: barred or allowed and unknown, refused, done without papers."""

import ast
import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from casework.consents.actions import record_consent
from casework.consents.choices import Purpose
from casework.register.models.individual import Individual
from casework.work.actions import (
    give_information,
    note_informal_work,
    record_authorisation,
    record_job_application,
    record_visit,
    settle_job_application,
)
from casework.work.choices import JOB_MOVES, JobOutcome
from casework.work.models import (
    HealthVisit,
    InformalWork,
    InformationGiven,
    JobApplication,
    WorkAuthorisation,
)
from partners.choices import OrganisationKind
from partners.models import Organisation
from reporting.actions.named_lists import make_named_list, prepare_named_list
from reporting.actions.tables import make_table, prepare_table
from tests.asylum.build import undone
from tests.build import a_case, an_arrival, an_individual, people_of
from tests.cast import Cast, as_
from tests.refusals import refused
from tests.test_url_permissions import addresses
from vault.files import open_file

D = datetime.date
APRIL = D(2019, 4, 20)
ROOT = Path(__file__).parents[3]


def support(user: User, case: Any) -> str:
    answer = as_(user).get(reverse("case-part", args=[case.number, "support"]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_f63_papers_about_work_that_contradict_each_other_are_both_kept_with_their_source(cast):
    person = an_individual(cast)
    for allows, source in (("no", "Prensa"), ("yes", "Autoridades, según un informe")):
        record_authorisation(
            person,
            rule="sc2_silent",
            allows=allows,
            starts_on=D(2019, 3, 1),
            ends_on=D(2019, 6, 1),
            source=source,
            by=cast.ana,
        )
    rows = WorkAuthorisation.objects.filter(individual=person)
    assert {row.allows for row in rows} == {"no", "yes"}
    assert [row.holds_on(D(2019, 6, 1)) for row in rows] == [False, False]
    page = support(cast.ana, people_case(person))
    assert "Autoridades, según un informe" in page
    assert "Prensa" in page


def people_case(individual: Individual) -> Any:
    return individual.memberships.get().case


def test_what_was_told_is_kept_with_language_and_what_was_known(cast):
    person = an_individual(cast)
    told = give_information(
        person, topic="work", on=APRIL, language="es", knew_before="no", by=cast.ana
    )
    assert (told.given_by, told.knew_before, told.understood) == (cast.ana, "no", "unknown")
    assert AuditEvent.objects.get(verb="information.given").case_id == people_case(person).pk


def an_application(cast: Cast, person: Individual) -> JobApplication:
    return record_job_application(person, on=APRIL, employer="Taller Prueba", by=cast.ana)


def test_a_refusal_has_a_reason_and_nothing_else_has(cast):
    application = an_application(cast, an_individual(cast))
    with refused("A refusal, and nothing else, has a reason"):
        settle_job_application(application, outcome="refused", outcome_on=APRIL, by=cast.ana)
    with refused("A refusal, and nothing else, has a reason"):
        settle_job_application(
            application, outcome="hired", outcome_on=APRIL, refusal_reason="rutec", by=cast.ana
        )
    with pytest.raises(IntegrityError, match="only_a_refusal"), transaction.atomic():
        JobApplication.objects.filter(pk=application.pk).update(refusal_reason="rutec")


@pytest.mark.parametrize("present", JobOutcome.values)
def test_a_job_application_moves_only_where_the_table_leads(cast, present):
    def settle(to: str) -> JobApplication:
        return settle_job_application(
            application,
            outcome=to,
            outcome_on=APRIL,
            refusal_reason="document" if to == JobOutcome.REFUSED else "",
            by=cast.ana,
        )

    application = an_application(cast, an_individual(cast))
    if present != JobOutcome.WAITING:
        settle(present)
    for wanted in JobOutcome.values:
        application.refresh_from_db()
        if wanted in JOB_MOVES[present]:
            with undone():
                assert settle(wanted).outcome == wanted
        else:
            with refused("This application has its answer already"):
                settle(wanted)


# Where this model may be named: what writes it, what shows it in the file, and nothing that exports.
ROOMS_OF_INFORMAL_WORK = {
    "casework/work/models.py",
    "casework/work/actions.py",
    "casework/work/slots.py",
    "casework/work/views.py",
    "casework/work/forms.py",
}
# In `slots` it stands on the panel and in what the person themselves may take home, alone.
SLOTS_OF_INFORMAL_WORK = {"WorkPanel", "informal_work_extract"}


def test_f65_no_export_or_api_or_extract_names_the_model_of_informal_work():
    naming, in_slots = set(), set()
    for app in (
        "reference",
        "partners",
        "imports",
        "casework",
        "shelters",
        "asylum",
        "aid",
        "worklist",
        "reporting",
        "config",
    ):
        for path in (ROOT / app).rglob("*.py"):
            if "migrations" in path.parts:
                continue
            names = {
                getattr(node, "id", getattr(node, "attr", getattr(node, "name", "")))
                for node in ast.walk(ast.parse(path.read_text()))
            }
            if any(str(name).startswith("InformalWork") for name in names):
                naming.add(str(path.relative_to(ROOT)))
    slots = ast.parse((ROOT / "casework/work/slots.py").read_text())
    for part in slots.body:
        if isinstance(part, ast.ImportFrom):
            continue
        if any(getattr(node, "id", "") == "InformalWork" for node in ast.walk(part)):
            in_slots |= {getattr(part, "name", "")} | {
                target.id for target in getattr(part, "targets", []) if isinstance(target, ast.Name)
            }
    assert (naming, in_slots - {""}) == (ROOMS_OF_INFORMAL_WORK, SLOTS_OF_INFORMAL_WORK)


def test_f65_informal_work_is_absent_from_what_an_authority_could_be_given(
    cast, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path
    case = a_case(cast)
    person = people_of(case)[0]
    note_informal_work(person, account="Vende café en la plaza", noted_on=APRIL, by=cast.ana)
    assert "Vende café" in support(cast.ana, case), "there is something to leak"
    table = make_table(
        prepare_table(office=cast.cucuta, month=D(2019, 2, 1), audience="partner", by=cast.adela).pk
    )
    out = [str(table.manifest)]
    for name in (table.csv_name, table.xlsx_name):
        out.append(repr(open_file(name, key_id=table.key_id, row_id=table.pk).read()))
    for purpose in (Purpose.GOVERNMENT, Purpose.NAMED_EXPORT):
        record_consent(person, purpose=purpose, status="given", on=APRIL, by=cast.ana)
    named = make_named_list(
        prepare_named_list(
            office=cast.cucuta,
            recipient=Organisation.objects.create(name="Autoridad", kind=OrganisationKind.STATE),
            purpose=Purpose.GOVERNMENT,
            reason="Permisos",
            by=cast.sonia,
        ).pk
    )
    handed_over = open_file(named.file_name, key_id=named.key_id, row_id=named.pk).read().decode()
    printed = as_(cast.ana).get(reverse("case-timeline-print", args=[case.number]))
    assert person.number in handed_over, "the list has something to say"
    out += [handed_over, printed.content.decode()]
    lists = [
        "/" + route.replace("^", "").replace("$", "")
        for route, _pattern in addresses()
        if route.startswith("api/v1/") and "<" not in route and "(?P" not in route
    ]
    assert len(lists) > 8
    for user in (cast.ana, cast.sonia):
        out += [as_(user).get(address).content.decode() for address in lists]
    assert any(case.number in text for text in out), "the API has something to say"
    assert not any(
        word in text for text in out for word in ("Vende", "InformalWork", "sin papeles")
    )
    events = AuditEvent.objects.filter(case_id=case.pk, is_read=False)
    assert not any("informal" in f"{e.verb}{e.about_type}{e.details}" for e in events)


def test_f55_a_doctor_of_a_circle_without_legal_form_sees_people_and_findings_stay_sealed(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    circle = Organisation.objects.create(name="Círculo", kind=OrganisationKind.VOLUNTEERS)
    record_visit(
        person, provider=circle, kind="medical", on=APRIL, findings="Bajo de peso", by=cast.ana
    )
    assert "Bajo de peso" in support(cast.ana, case)
    assert HealthVisit.objects.visible_to(cast.ana).count() == 1
    assert HealthVisit.objects.visible_to(cast.carla).count() == 0
    assert HealthVisit.objects.visible_to(cast.bruno).count() == 0


def test_another_team_may_neither_write_nor_open_the_pages_of_work(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    application = an_application(cast, person)
    informal = note_informal_work(person, account="Café", noted_on=APRIL, by=cast.ana)
    bruno = as_(cast.bruno)
    addresses = [
        reverse(name, args=[person.number])
        for name in (
            "work-right-record",
            "information-give",
            "job-application-record",
            "informal-work-note",
            "visit-record",
        )
    ]
    addresses += [
        reverse("job-application-settle", args=[application.pk]),
        reverse("informal-work-end", args=[informal.pk]),
    ]
    assert {bruno.get(address).status_code for address in addresses} == {404}
    assert {as_(cast.ana).get(address).status_code for address in addresses} == {200}
    with pytest.raises(NotAllowed):
        give_information(person, topic="work", on=APRIL, by=cast.bruno)


def test_everything_about_work_is_written_on_its_pages(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    circle = Organisation.objects.create(name="Círculo", kind=OrganisationKind.VOLUNTEERS)
    client = as_(cast.ana)
    sent: dict[str, dict[str, Any]] = {
        "work-right-record": {
            "rule": "ppt",
            "allows": "yes",
            "starts_on": "2021-06-01",
            "source": "El PPT",
        },
        "information-give": {
            "topic": "work",
            "on": "2019-04-20",
            "language": "es",
            "knew_before": "no",
            "understood": "yes",
        },
        "job-application-record": {"on": "2019-04-20", "employer": "Taller"},
        "informal-work-note": {"account": "Café", "noted_on": "2019-04-20"},
        "visit-record": {"provider": circle.pk, "kind": "medical", "on": "2019-04-20"},
    }
    for name, facts in sent.items():
        answer = client.post(reverse(name, args=[person.number]), facts)
        assert answer["Location"] == reverse("case-part", args=[case.number, "support"]), name
    counts = [m.objects.count() for m in (WorkAuthorisation, InformationGiven, InformalWork)]
    assert counts == [1, 1, 1]
    settle = reverse("job-application-settle", args=[JobApplication.objects.get().pk])
    page = client.get(settle).context["form"]
    assert "refusal_reason" not in page.fields, "why is asked of a refusal alone"
    facts = {"outcome": "refused:document", "outcome_on": "2019-04-25"}
    assert client.post(settle, facts | {"outcome": "refused"}).status_code == 200
    assert client.post(settle, facts).status_code == 302
    answered = JobApplication.objects.get()
    assert (answered.outcome, answered.refusal_reason) == ("refused", "document")
    again = client.get(reverse("job-application-correct", args=[answered.pk])).context["form"]
    assert again["outcome"].value() == "refused:document"
    end = reverse("informal-work-end", args=[InformalWork.objects.get().pk])
    assert client.post(end, {"ended_on": "2019-05-01"}).status_code == 302
    assert client.post(end, {"ended_on": "2019-05-01"}).status_code == 200


def test_the_page_of_support_asks_as_often_for_four_rows_as_for_one(
    cast, django_assert_max_num_queries
):
    case = an_arrival(cast)
    person = people_of(case)[0]
    circle = Organisation.objects.create(name="Círculo", kind=OrganisationKind.VOLUNTEERS)

    def one_more() -> None:
        record_authorisation(person, rule="ppt", allows="yes", starts_on=APRIL, by=cast.ana)
        give_information(person, topic="work", on=APRIL, by=cast.ana)
        an_application(cast, person)
        note_informal_work(person, account="Café", noted_on=APRIL, by=cast.ana)
        record_visit(person, provider=circle, kind="medical", on=APRIL, by=cast.ana)

    client, page = as_(cast.ana), reverse("case-part", args=[case.number, "support"])
    one_more()
    client.get(page)
    with django_assert_max_num_queries(22) as one:
        client.get(page)
    for _more in range(3):
        one_more()
    with django_assert_max_num_queries(22) as four:
        client.get(page)
    assert len(one) == len(four)
