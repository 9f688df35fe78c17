"""Addresses of possible duplicates and merges."""

from django.urls import path

from casework.views import duplicates

urlpatterns = [
    path("arrivals/new/duplicates/", duplicates.arrival_duplicates, name="arrival-duplicates"),
    path("people/<str:number>/duplicates/", duplicates.duplicates_of, name="duplicates-of"),
    path("duplicates/", duplicates.duplicate_list, name="duplicate-list"),
    path("duplicates/<int:pair_id>/", duplicates.duplicate_decide, name="duplicate-decide"),
    path("duplicates/<int:pair_id>/merge/", duplicates.individual_merge, name="individual-merge"),
    path("merges/<uuid:merge_id>/undo/", duplicates.merge_undo, name="merge-undo"),
]
