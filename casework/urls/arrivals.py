"""Addresses of arrivals and their drafts."""

from django.urls import path

from casework.views import arrivals, drafts

urlpatterns = [
    path("arrivals/new/", arrivals.arrival_log, name="arrival-log"),
    path("arrivals/drafts/", drafts.draft_save, name="draft-save"),
    path("arrivals/drafts/<uuid:draft_id>/", drafts.draft_continue, name="draft-continue"),
    path("arrivals/drafts/<uuid:draft_id>/discard/", drafts.draft_discard, name="draft-discard"),
]
