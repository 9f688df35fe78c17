"""URLs of merges and their undoing."""

from django.urls import path

from casework.merges import views

urlpatterns = [
    path("duplicates/<int:pair_id>/merge/", views.individual_merge, name="individual-merge"),
    path("merges/<uuid:merge_id>/undo/", views.merge_undo, name="merge-undo"),
]
