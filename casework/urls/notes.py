"""Addresses of notes."""

from django.urls import path

from casework.views import notes

urlpatterns = [
    path("cases/<str:number>/notes/", notes.note_list, name="note-list"),
    path("cases/<str:number>/notes/new/", notes.note_write, name="note-write"),
    path("cases/<str:number>/notes/<uuid:note_id>/", notes.note_correct, name="note-correct"),
    path("cases/<str:number>/notes/<uuid:note_id>/edit/", notes.note_edit, name="note-edit"),
]
