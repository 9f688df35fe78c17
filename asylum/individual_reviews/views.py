"""Pages of case-by-case reviews."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest
from accounts.audit import record_read
from accounts.permissions import Permission
from asylum.individual_reviews import actions as acts
from asylum.individual_reviews.forms import IndividualReviewForm
from asylum.individual_reviews.models import IndividualReview
from casework.register.forms import WithdrawForm
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import file_page_url, form_view_of_row, row_getter


def _frame(request: StaffRequest, row: Any) -> dict[str, Any]:
    """Returns the context of the page: the person, the link back to the permits, and what records the read."""
    person = row if isinstance(row, Individual) else row.individual
    case = case_of(person, request.user.today())
    return {
        "person": person,
        "back": file_page_url(case, "law", "permits"),
        "looks": lambda: record_read("permit.read", by=request.user, about=person, case=case),
        "template": "asylum/form_about_person.html",
    }


individual_review_record = form_view_of_row(
    Permission.PERMIT_CHANGE,
    row_getter(Individual),
    IndividualReviewForm,
    acts.record_individual_review,
    _frame,
    title=_("Review of one person"),
    done=_("The review is on file."),
)
individual_review_withdraw = form_view_of_row(
    Permission.PERMIT_CHANGE,
    row_getter(IndividualReview, "individual"),
    WithdrawForm,
    acts.withdraw_individual_review,
    _frame,
    title=_("It was recorded by mistake"),
    done=_("It counts no longer."),
)
