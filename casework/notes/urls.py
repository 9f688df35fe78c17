"""URLs of notes."""

from django.urls import path

from casework.notes import views

urlpatterns = [
    path("cases/<str:number>/notes/", views.note_list, name="note-list"),
    path("cases/<str:number>/notes/new/", views.note_write, name="note-write"),
    path("cases/<str:number>/notes/<uuid:note_id>/", views.note_correct, name="note-correct"),
    path("cases/<str:number>/notes/<uuid:note_id>/edit/", views.note_edit, name="note-edit"),
]
