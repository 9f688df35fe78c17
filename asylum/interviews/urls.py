"""URLs of interpreters."""

from django.urls import path

from asylum.interviews import views

urlpatterns = [
    path("interpreters/", views.interpreter_list, name="interpreter-list"),
    path("interpreters/new/", views.add_interpreter, name="interpreter-add"),
    path("interpreters/<uuid:pk>/", views.change_interpreter, name="interpreter-change"),
]
