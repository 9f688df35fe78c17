"""URLs of carers and handovers."""

from django.urls import path

from casework.handovers import views

urlpatterns = [
    path("cases/assign/", views.cases_assign, name="cases-assign"),
    path("cases/hand-over/", views.cases_hand_over, name="cases-hand-over"),
    path("cases/assigned/<uuid:together>/undo/", views.cases_assign_undo, name="cases-assign-undo"),
    path("cases/<str:number>/assign/", views.case_assign, name="case-assign"),
    path("cases/<str:number>/unassign/", views.case_unassign, name="case-unassign"),
]
