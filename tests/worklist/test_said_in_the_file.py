"""What the list of what falls due says of a case stands among what is to be done in its file."""

import datetime

import time_machine
from django.urls import reverse

from accounts.due import due_sources
from accounts.roles import ROLES
from casework.slips.actions import issue_slip
from casework.slots.panels import panels
from casework.tasks.actions import set_task
from tests.asylum.build import a_client, a_permit
from tests.asylum.files import a_restriction
from tests.build import a_row, an_arrival
from tests.cast import as_
from tests.page import page_of
from worklist.acts import WAYS
from worklist.choices import SEEN_TO_WITH
from worklist.desk import Desk
from worklist.due import due
from worklist.in_file import SAID_BY, sources_said_here

DAY = datetime.timedelta(days=1)


def to_do(user, case) -> list[str]:
    summary = as_(user).get(reverse("case-detail", args=[case.number])).context["summary"]
    return [fact.text for fact in [*summary.to_do, *summary.more_to_do]]


def test_every_kind_about_a_case_is_said_by_a_part_of_the_file_or_by_this_one():
    said_here = {source.kind for source in sources_said_here()}
    listed = {source.kind for source in due_sources if source.case and source.is_listed}
    assert listed == said_here | set(SAID_BY)
    assert {slug for slug in SAID_BY.values() if slug} <= {panel.slug for panel in panels}
    assert {"slip_fallen", "measure_review", "observation_review", "standing_review"} <= said_here
    assert {"interview_to_prepare", "letter_fallen", "referral_due", "plan_review"} <= said_here


def test_a_slip_that_fell_is_to_be_given_anew_in_the_file_too(cast):
    case = an_arrival(cast, people=[a_row(born=1991)])
    with time_machine.travel(datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=5)):
        slip = issue_slip(case.arrivals.get(), by=cast.ana)
    words = "Constancia de llegada por entregar de nuevo"
    assert not [text for text in to_do(cast.ana, case) if words in text]
    typed = {"on": (slip.arrival.on - DAY).isoformat(), "entry_mode": slip.arrival.entry_mode}
    typed |= {"version": slip.arrival.version, "is_sure": "on"}
    client, address = as_(cast.ana), reverse("arrival-correct", args=[slip.arrival_id])
    client.post(address, {**typed, "is_sure": ""})
    assert client.post(address, typed).status_code == 302
    assert [text for text in to_do(cast.ana, case) if words in text]
    page = client.get(reverse("case-detail", args=[case.number]))
    assert reverse("arrival-slip", args=[slip.arrival_id]) in page.content.decode()
    issue_slip(slip.arrival, by=cast.ana)
    assert not [text for text in to_do(cast.ana, case) if words in text]


def test_a_review_of_a_restriction_that_is_overdue_stands_before_its_lawyer_alone(
    cast, law_of_the_file
):
    person = a_client(cast)
    case = person.memberships.get().case
    measure = a_restriction(cast, person)
    words = "Separación o restricción por revisar"
    assert measure.review_on < cast.lucia.today()
    said = [text for text in to_do(cast.lucia, case) if words in text]
    assert said
    page = page_of(as_(cast.lucia).get(reverse("case-detail", args=[case.number])))
    assert page.says(words)
    assert not [text for text in to_do(cast.ana, case) if words in text]


def test_a_date_that_a_colleague_put_off_says_so_in_the_file(cast, law_of_the_file):
    person = a_client(cast)
    case = person.memberships.get().case
    measure = a_restriction(cast, person)
    until = cast.luis.today() + 5 * DAY
    sent = {"until": until.isoformat(), "reason": "answer"}
    address = reverse("due-postpone", args=["measure_review", measure.pk])
    assert as_(cast.luis).post(address, sent).status_code == 302
    said = to_do(cast.lucia, case)
    assert [text for text in said if "Luis" in text and "pospuso" in text]


def test_who_only_reads_a_permit_postpones_it_for_others_who_read_it_and_not_for_who_renews_it(
    cast, law_of_the_file
):
    today = cast.lucia.today()
    permit = a_permit(cast, issued_on=today - 90 * DAY, expires_on=today - 3 * DAY)
    case = permit.individual.memberships.get().case
    address = reverse("due-postpone", args=["permit_expires", permit.pk])
    sent = {"until": (today + 5 * DAY).isoformat(), "reason": "order"}

    def told() -> dict[str, bool]:
        users = {"ana": cast.ana, "lucia": cast.lucia, "luis": cast.luis}
        return {
            name: any(due(user, today=today, kinds=["permit_expires"]))
            for name, user in users.items()
        }

    assert as_(cast.ana).post(address, sent).status_code == 302
    assert told() == {"ana": False, "lucia": True, "luis": True}
    assert address in as_(cast.lucia).get(reverse("due-list")).content.decode()
    assert Desk(cast.lucia).first_of("permit_expires")
    assert [text for text in to_do(cast.lucia, case) if "lo pospuso Ana" in text]
    assert as_(cast.lucia).post(address, sent).status_code == 302
    assert told() == {"ana": False, "lucia": False, "luis": False}


def test_who_sees_to_a_date_is_who_may_go_the_first_way_to_settle_it():
    for source in due_sources:
        if source.kind not in WAYS or not source.is_listed:
            continue
        acts = WAYS[source.kind][0].permission
        reads = {role for role, each in ROLES.items() if source.permission in each.permissions}
        settles = {role for role, each in ROLES.items() if acts in each.permissions}
        if reads - settles:
            assert SEEN_TO_WITH.get(source.kind) == acts, source.kind


def test_every_task_of_the_next_two_weeks_is_among_what_is_to_be_done(cast):
    case, today = an_arrival(cast, people=[a_row(born=1991)]), cast.ana.today()
    days = {"Pedir la cédula": 1, "Puesto de salud": 3, "Comprar pañales": 14, "Más tarde": 15}
    for title, ahead in days.items():
        set_task(case, title=title, due_on=today + ahead * DAY, assigned_to=cast.ana, by=cast.ana)
    said = " · ".join(to_do(cast.ana, case))
    assert {title for title in days if title in said} == {*days} - {"Más tarde"}
