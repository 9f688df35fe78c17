"""Addresses. Two records of one person become one, and two again."""

from django.urls import path

from casework.merges import views

urlpatterns = [
    path("duplicates/<int:pair_id>/merge/", views.individual_merge, name="individual-merge"),
    path("merges/<uuid:merge_id>/undo/", views.merge_undo, name="merge-undo"),
]
