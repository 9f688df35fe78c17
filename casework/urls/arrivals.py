"""Addresses of arrivals their drafts and slips."""

from django.urls import path

from casework.views import arrivals, drafts, slips

urlpatterns = [
    path("arrivals/new/", arrivals.arrival_log, name="arrival-log"),
    path("arrivals/groups/<uuid:group>/", arrivals.arrival_group, name="arrival-group"),
    path("arrivals/drafts/", drafts.draft_save, name="draft-save"),
    path("arrivals/drafts/<uuid:draft_id>/", drafts.draft_continue, name="draft-continue"),
    path("arrivals/drafts/<uuid:draft_id>/discard/", drafts.draft_discard, name="draft-discard"),
    path("arrivals/<uuid:arrival_id>/correct/", arrivals.arrival_correct, name="arrival-correct"),
    path("arrivals/<uuid:arrival_id>/slip/", slips.arrival_slip, name="arrival-slip"),
    path("arrivals/<uuid:arrival_id>/slip.svg", slips.slip_image, name="slip-image"),
    path("arrivals/<uuid:arrival_id>/slip/issue/", slips.slip_issue, name="slip-issue"),
    path("arrivals/<uuid:arrival_id>/slip/revoke/", slips.slip_revoke, name="slip-revoke"),
    path("slip/<str:token>/", slips.slip_check, name="slip-check"),
]
