"""URLs of the worklist."""

from django.urls import path

from worklist.decisions import views as decisions
from worklist.due import views as due
from worklist.first_steps import views as first_steps
from worklist.notices import views as notices
from worklist.sources import views as sources
from worklist.today import views as today

urlpatterns = [
    path("", today.today, name="today"),
    path("due/", due.due_list, name="due-list"),
    path("first-steps/", first_steps.first_steps, name="first-steps"),
    path("first-steps/mail/", first_steps.mail_test, name="mail-test"),
    path("first-steps/<slug:step>/say/", first_steps.first_step_say, name="first-step-say"),
    path(
        "first-steps/<uuid:pk>/take-back/",
        first_steps.first_step_take_back,
        name="first-step-take-back",
    ),
    path("due/decided/", decisions.decision_list, name="due-decisions"),
    path("due/decided/<uuid:pk>/undo/", decisions.decision_undo, name="due-decision-undo"),
    path("due/<slug:kind>/<slug:about_id>/postpone/", decisions.postpone, name="due-postpone"),
    path("due/<slug:kind>/<slug:about_id>/done/", decisions.settle, name="due-settle"),
    path("due/<slug:kind>/<slug:about_id>/hand-over/", decisions.hand_over, name="due-hand-over"),
    path("lists/", today.list_index, name="list-index"),
    path("inbox/", notices.inbox, name="inbox"),
    path("inbox/sent/", notices.sent, name="sent-list"),
    path("inbox/read/", notices.read_everything, name="notice-read-all"),
    path("inbox/<uuid:pk>/open/", notices.open_notice, name="notice-open"),
    path("warnings/", sources.warning_days_list, name="warning-days-list"),
    path("warnings/<slug:kind>/", sources.warning_days_change, name="warning-days-change"),
    path("warnings/<slug:kind>/reset/", sources.warning_days_reset, name="warning-days-reset"),
]
