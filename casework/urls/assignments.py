"""Addresses of who looks after what."""

from django.urls import path

from casework.views import acts, assignments

urlpatterns = [
    path("cases/assign/", assignments.cases_assign, name="cases-assign"),
    path("cases/hand-over/", assignments.cases_hand_over, name="cases-hand-over"),
    path(
        "cases/assigned/<uuid:together>/undo/",
        assignments.cases_assign_undo,
        name="cases-assign-undo",
    ),
    path("cases/<str:number>/assign/", acts.case_assign, name="case-assign"),
    path("cases/<str:number>/unassign/", acts.case_unassign, name="case-unassign"),
]
