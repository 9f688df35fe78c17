"""The page of the working calendar: holidays of a year and suspensions, entered, corrected and taken back."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.terms.actions import extend_deadline
from reference.models import PublicHoliday, TermSuspension
from tests.asylum.build import an_application
from tests.cast import as_
from tests.page import page_of

D = datetime.date


@pytest.fixture(autouse=True)
def law(law_of_the_file, db):
    """The rules and holidays as the reference tables say."""


def test_everybody_reads_the_holidays_of_a_year_and_an_administrator_changes_them(cast):
    page = page_of(as_(cast.adela).get(reverse("working-calendar"), {"year": "2026"}))
    assert "Chiquinquirá" in page.text
    for url in (reverse("holiday-add"), reverse("suspension-add")):
        assert url in page.links
        assert as_(cast.lucia).get(url).status_code == 404
    read = page_of(as_(cast.lucia).get(reverse("working-calendar"), {"year": "2026"}))
    assert "Chiquinquirá" in read.text
    assert not [url for url in read.links if url.startswith("/reference/") and "add" in url]
    assert not [row for row in read.rows if "Acciones" in row]
    assert as_(cast.adela).get(reverse("working-calendar"), {"year": "x"}).status_code == 200


def test_a_suspension_entered_late_moves_terms_that_run_and_says_so(cast):
    application = an_application(cast, status=ApplicationStatus.REFUSED)
    term = application.deadlines.running().get(kind=DeadlineKind.APPEAL)
    was, client = term.due_on, as_(cast.adela)
    sent = {
        "country": "CO",
        "starts_on": (term.starts_on + datetime.timedelta(days=4)).isoformat(),
        "through_on": (term.starts_on + datetime.timedelta(days=4)).isoformat(),
        "legal_reference": "Acuerdo de prueba",
        "source": "Texto oficial",
        "confidence": "V1",
    }
    assert client.post(reverse("suspension-add"), sent).status_code == 302
    term.refresh_from_db()
    assert term.due_on == term.computed_on > was
    moved = AuditEvent.objects.get(verb="deadline.moved")
    assert moved.details == {"kind": "appeal", "was": str(was), "is": str(term.due_on)}
    suspension = TermSuspension.objects.get()
    client.post(reverse("suspension-withdraw", args=[suspension.pk]), {"reason": "Otro"})
    term.refresh_from_db()
    assert term.due_on == was
    assert "Acuerdo de prueba" in page_of(client.get(reverse("working-calendar"))).text


def test_a_day_that_a_paper_states_stays_when_the_calendar_changes(cast):
    application = an_application(cast, status=ApplicationStatus.REFUSED)
    term = application.deadlines.running().get(kind=DeadlineKind.APPEAL)
    told = {"is_on": D(2019, 7, 1), "granted_on": term.starts_on, "paper": "Auto 12"}
    extend_deadline(term, **told, by=cast.lucia)
    sent = {"country": "CO", "on": str(term.starts_on + datetime.timedelta(days=1)), "name": "Luto"}
    as_(cast.adela).post(reverse("holiday-add"), sent)
    computed = term.computed_on
    term.refresh_from_db()
    assert (term.due_on, term.computed_on > computed) == (D(2019, 7, 1), True)


def test_a_holiday_on_which_offices_work_after_all_is_marked_so(cast):
    holiday = PublicHoliday.objects.get(country="CO", on=D(2019, 3, 25))
    client = as_(cast.adela)
    sent = {"country": "CO", "name": holiday.name, "is_worked": "on"}
    assert client.post(reverse("holiday-correct", args=[holiday.pk]), sent).status_code == 302
    holiday.refresh_from_db()
    assert holiday.is_worked
    page = client.get(reverse("working-calendar"), {"year": 2019})
    assert page_of(page).text.count("Se trabaja") == 1
