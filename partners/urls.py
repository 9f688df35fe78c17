"""Addresses. Organisations, whom to call there, what was asked of them, tensions, what others reported."""

from django.urls import path

from partners import views

urlpatterns = [
    path("organisations/", views.organisation_list, name="organisation-list"),
    path("organisations/new/", views.organisation_add, name="organisation-add"),
    path("organisations/who-does-what/", views.who_does_what, name="who-does-what"),
    path("organisations/contacts/", views.contact_list, name="contact-list"),
    path("organisations/requests/", views.request_list, name="request-list"),
    path("organisations/requests/new/", views.request_make, name="request-make"),
    path("organisations/requests/report/", views.request_report, name="request-report"),
    path("organisations/requests/<uuid:pk>/answer/", views.request_answer, name="request-answer"),
    path("organisations/tensions/", views.tension_list, name="tension-list"),
    path("organisations/tensions/new/", views.tension_record, name="tension-record"),
    path("organisations/figures/", views.reported_figure_list, name="reported-figure-list"),
    path("organisations/figures/new/", views.reported_figure_add, name="reported-figure-add"),
    path(
        "organisations/figures/<uuid:pk>/",
        views.reported_figure_correct,
        name="reported-figure-correct",
    ),
    path("organisations/roles/<uuid:pk>/end/", views.partner_role_end, name="partner-role-end"),
    path("organisations/contacts/<uuid:pk>/change/", views.contact_change, name="contact-change"),
    path("organisations/contacts/<uuid:pk>/end/", views.contact_end, name="contact-end"),
    path("organisations/<uuid:pk>/", views.organisation_detail, name="organisation-detail"),
    path("organisations/<uuid:pk>/change/", views.organisation_change, name="organisation-change"),
    path("organisations/<uuid:pk>/roles/new/", views.partner_role_give, name="partner-role-give"),
    path(
        "organisations/<uuid:pk>/participation/",
        views.participation_record,
        name="participation-record",
    ),
    path("organisations/<uuid:pk>/contacts/new/", views.contact_add, name="contact-add"),
]
