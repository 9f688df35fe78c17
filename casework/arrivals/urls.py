"""URLs of arrivals: the quick grid, drafts, the day."""

from django.urls import path

from casework.arrivals import views

urlpatterns = [
    path("arrivals/new/", views.arrival_log, name="arrival-log"),
    path("arrivals/drafts/", views.draft_save, name="draft-save"),
    path("arrivals/drafts/<uuid:draft_id>/", views.draft_continue, name="draft-continue"),
    path("arrivals/drafts/<uuid:draft_id>/discard/", views.draft_discard, name="draft-discard"),
    path("arrivals/<uuid:arrival_id>/correct/", views.arrival_correct, name="arrival-correct"),
    path("arrivals/new/duplicates/", views.arrival_duplicates, name="arrival-duplicates"),
]
