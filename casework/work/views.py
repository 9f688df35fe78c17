"""Pages that record a person's work and care; the file's support page shows them."""

from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED, correcting
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import file_page_url, form_view_of_row, person_or_404, row_getter
from casework.slots.panels import PAGES
from casework.work import actions as work
from casework.work.forms import (
    AuthorisationForm,
    CorrectInformalWorkForm,
    CorrectJobApplicationForm,
    EndInformalWorkForm,
    InformalWorkForm,
    InformationForm,
    JobApplicationForm,
    SettleJobApplicationForm,
    VisitForm,
)
from casework.work.models import (
    HealthVisit,
    InformalWork,
    InformationGiven,
    JobApplication,
    WorkAuthorisation,
)


def _context(
    request: StaffRequest, row: Individual | InformalWork | work.WorkRow
) -> dict[str, Any]:
    """Returns the context, and records in the audit log that the user saw the person, whom the page names."""
    individual = row if isinstance(row, Individual) else row.individual
    case = case_of(individual, request.user.today())
    record_read("individual.read", by=request.user, about=individual, case=case)
    of_person = reverse("individual-detail", args=[individual.number])
    return {
        "template": "pages/form.html",
        "lead": individual.display_name,
        "back": file_page_url(case, "support") if case else of_person,
        "back_label": PAGES["support"] if case else individual.display_name,
    }


ON_FILE = _("It is on file.")

_form_view = partial(form_view_of_row, Permission.WORK_CHANGE, context=_context, done=ON_FILE)

work_right_record = _form_view(
    person_or_404,
    AuthorisationForm,
    work.record_authorisation,
    title=_("What a paper says about work"),
)

information_give = _form_view(
    person_or_404, InformationForm, work.give_information, title=_("What you told about rights")
)

job_application_record = _form_view(
    person_or_404, JobApplicationForm, work.record_job_application, title=_("New job application")
)

job_application_settle = _form_view(
    row_getter(JobApplication, "individual"),
    SettleJobApplicationForm,
    work.settle_job_application,
    title=_("How the job application ended"),
)

informal_work_note = _form_view(
    person_or_404, InformalWorkForm, work.note_informal_work, title=_("Work without papers")
)

informal_work_end = _form_view(
    row_getter(InformalWork, "individual"),
    EndInformalWorkForm,
    work.end_informal_work,
    title=_("The work without papers is over"),
)

visit_record = form_view_of_row(
    Permission.WELLBEING_CHANGE,
    person_or_404,
    VisitForm,
    work.record_visit,
    _context,
    done=ON_FILE,
    title=_("A visit of care"),
)


_correct_view = partial(form_view_of_row, Permission.WORK_CHANGE, context=_context, done=CORRECTED)

work_right_correct = _correct_view(
    row_getter(WorkAuthorisation, "individual"),
    correcting(WorkAuthorisation, AuthorisationForm),
    work.correct_authorisation,
    title=_("Correct what a paper says about work"),
)

information_correct = _correct_view(
    row_getter(InformationGiven, "individual"),
    correcting(InformationGiven, InformationForm),
    work.correct_information,
    title=_("Correct what was told about rights"),
)

job_application_correct = _correct_view(
    row_getter(JobApplication, "individual"),
    CorrectJobApplicationForm,
    work.correct_job_application,
    title=_("Correct the job application"),
)


def _context_with_account(request: StaffRequest, work_row: InformalWork) -> dict[str, Any]:
    """Returns context with the text, also of a row marked as a mistake. No other page shows the text."""
    lead = f"{work_row.individual.display_name}: {work_row.account}"
    return {**_context(request, work_row), "lead": lead}


informal_work_correct = form_view_of_row(
    Permission.WORK_CHANGE,
    row_getter(InformalWork, "individual"),
    CorrectInformalWorkForm,
    work.correct_informal_work,
    _context_with_account,
    done=CORRECTED,
    title=_("Correct the days of work without papers"),
)

visit_correct = form_view_of_row(
    Permission.WELLBEING_CHANGE,
    row_getter(HealthVisit, "individual"),
    correcting(HealthVisit, VisitForm),
    work.correct_visit,
    _context,
    done=CORRECTED,
    title=_("Correct the visit of care"),
)
