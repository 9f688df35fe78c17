"""URLs of interviews of claims."""

from django.urls import path

from asylum.interviews import views

urlpatterns = [
    path("applications/interviews/<uuid:pk>/", views.claim_interview, name="claim-interview"),
    path("interpreters/", views.interpreter_list, name="interpreter-list"),
    path("interpreters/new/", views.add_interpreter, name="interpreter-add"),
    path("interpreters/<uuid:pk>/", views.change_interpreter, name="interpreter-change"),
]
