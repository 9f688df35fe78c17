"""URLs of the worklist."""

from django.urls import path

from worklist.views import due, first_steps, inbox, lists, today

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
    path("due/decided/", due.decision_list, name="due-decisions"),
    path("due/decided/<uuid:pk>/undo/", due.decision_undo, name="due-decision-undo"),
    path("due/<slug:kind>/<slug:about_id>/postpone/", due.postpone, name="due-postpone"),
    path("due/<slug:kind>/<slug:about_id>/done/", due.settle, name="due-settle"),
    path("due/<slug:kind>/<slug:about_id>/hand-over/", due.hand_over, name="due-hand-over"),
    path("lists/", lists.list_index, name="list-index"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("inbox/read/", inbox.read_everything, name="notice-read-all"),
    path("inbox/<uuid:pk>/open/", inbox.open_notice, name="notice-open"),
]
