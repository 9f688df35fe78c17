"""URLs for opening, closing, reopening, moving, restricting and referring a case."""

from django.urls import path

from casework.cases import views

urlpatterns = [
    path("cases/<str:number>/close/", views.case_close, name="case-close"),
    path("cases/<str:number>/close/undo/", views.case_close_undo, name="case-close-undo"),
    path("cases/<str:number>/reopen/who/", views.case_reopeners, name="case-reopeners"),
    path("cases/<str:number>/reopen/", views.case_reopen, name="case-reopen"),
    path("cases/<str:number>/move/", views.case_move, name="case-move"),
    path("cases/<str:number>/restrict/", views.case_restrict, name="case-restrict"),
    path("cases/<str:number>/unrestrict/", views.case_unrestrict, name="case-unrestrict"),
    path("cases/<str:number>/refer/", views.referral_make, name="referral-make"),
    path(
        "cases/<str:number>/refer/back/",
        views.legal_referral_take_back,
        name="legal-referral-take-back",
    ),
]
