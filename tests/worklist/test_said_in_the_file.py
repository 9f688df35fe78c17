"""What the list of what falls due says of a case stands among what is to be done in its file."""

import datetime

import time_machine
from django.urls import reverse

from accounts.due import due_sources
from accounts.permissions import Permission as P
from casework.register.models.case import Case
from casework.slips.actions import issue_slip
from casework.slots.panels import panels
from casework.tasks.actions import set_task
from tests.asylum.build import a_client, a_permit, a_submitted_paper
from tests.asylum.files import a_restriction
from tests.build import a_row, an_arrival
from tests.cast import as_
from tests.page import page_of
from worklist.due.rows import due
from worklist.today.facts import TodayFacts

DAY = datetime.timedelta(days=1)


def to_do(user, case) -> list[str]:
    summary = as_(user).get(reverse("case-detail", args=[case.number])).context["summary"]
    return [fact.text for fact in [*summary.to_do, *summary.more_to_do]]


def test_every_kind_says_how_it_is_settled_and_which_part_of_the_file_says_it():
    listed = [source for source in due_sources if source.is_listed]
    assert [source.kind for source in listed if source.actions is None] == []
    said_by = {source.kind: source.shown_in_panel for source in listed if source.case}
    assert [kind for kind, slug in said_by.items() if slug is None] == []
    assert {slug for slug in said_by.values() if slug} <= {panel.slug for panel in panels}
    # Told once to whoever was given the case; the head says who looks after it.
    assert [kind for kind, slug in said_by.items() if slug == ""] == [
        "case_assigned",
        "case_received",
    ]


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


def test_a_date_that_a_colleague_postponed_says_so_in_the_file(cast, law_of_the_file):
    person = a_client(cast)
    case = person.memberships.get().case
    measure = a_restriction(cast, person)
    until = cast.luis.today() + 5 * DAY
    sent = {"until": until.isoformat(), "reason": "answer"}
    address = reverse("due-postpone", args=["measure_review", measure.pk])
    assert as_(cast.luis).post(address, sent).status_code == 302
    said = to_do(cast.lucia, case)
    assert [text for text in said if "Luis" in text and "pospuso" in text]


def test_a_user_who_only_reads_a_permit_does_not_postpone_it_for_users_who_renew_it(
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
    assert TodayFacts(cast.lucia).first_of("permit_expires")
    assert [text for text in to_do(cast.lucia, case) if "lo pospuso Ana" in text]
    assert as_(cast.lucia).post(address, sent).status_code == 302
    assert told() == {"ana": False, "lucia": False, "luis": False}


def test_the_permission_of_the_first_way_tells_who_settles_a_date_that_others_read():
    seen_to = {source.kind: source.seen_to_with for source in due_sources}
    assert seen_to["permit_expires"] == P.PERMIT_CHANGE
    assert seen_to["child_missing"] == P.INDIVIDUAL_CHANGE
    assert seen_to["child_back"] == seen_to["loss_known"] == P.EXIT_RECORD
    assert seen_to["legal_term_behind"] == seen_to["interview_missed"] == P.APPLICATION_CHANGE
    # Whoever reads these may settle them, or nobody settles them.
    assert {seen_to[kind] for kind in ("task_due", "measure_review", "bed_back")} == {None}


def test_every_task_of_the_next_two_weeks_is_among_what_is_to_be_done(cast):
    case, today = an_arrival(cast, people=[a_row(born=1991)]), cast.ana.today()
    days = {"Pedir la cédula": 1, "Puesto de salud": 3, "Comprar pañales": 14, "Más tarde": 15}
    for title, ahead in days.items():
        set_task(case, title=title, due_on=today + ahead * DAY, assigned_to=cast.ana, by=cast.ana)
    said = " · ".join(to_do(cast.ana, case))
    assert {title for title in days if title in said} == {*days} - {"Más tarde"}


def test_the_user_who_did_something_reads_that_it_waits_for_a_second_person_and_gets_no_act(cast):
    """As Today and the list, which ask the second person alone."""
    paper = a_submitted_paper(cast)
    case = Case.objects.get()
    kind = "renunciation_to_verify"
    words = "Renuncia por verificar"
    for user, is_asked in ((cast.luis, True), (cast.lucia, False)):
        page = page_of(as_(user).get(reverse("case-detail", args=[case.number])))
        assert page.says(words)
        assert page.says(f"{words}, que espera a una segunda persona") != is_asked
        assert bool([text for text in to_do(user, case) if words in text]) == is_asked
        acts = [each for each in page.links.values() if each.startswith("Verificar")]
        assert bool(acts) == is_asked
        asked = [row.about_id for row in due(user, today=user.today(), kinds=[kind])[:]]
        assert asked == ([str(paper.pk)] if is_asked else [])
        assert any(TodayFacts(user).number_of(kind)) == is_asked
    said = page_of(as_(cast.lucia).get(paper.get_absolute_url()))
    assert said.says("debe verificarla otra persona")
