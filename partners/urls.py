"""URLs of partner organisations."""

from django.urls import path

from partners.views import organisations, requests

urlpatterns = [
    path("organisations/", organisations.organisation_list, name="organisation-list"),
    path("organisations/new/", organisations.organisation_add, name="organisation-add"),
    path("organisations/who-does-what/", organisations.who_does_what, name="who-does-what"),
    path("organisations/contacts/", organisations.contact_list, name="contact-list"),
    path("organisations/requests/", requests.request_list, name="request-list"),
    path("organisations/requests/new/", requests.request_make, name="request-make"),
    path("organisations/requests/report/", requests.request_report, name="request-report"),
    path(
        "organisations/requests/<uuid:pk>/answer/", requests.request_answer, name="request-answer"
    ),
    path(
        "organisations/requests/<uuid:pk>/correct/",
        requests.request_correct,
        name="request-correct",
    ),
    path("organisations/tensions/", requests.tension_list, name="tension-list"),
    path("organisations/tensions/new/", requests.tension_record, name="tension-record"),
    path(
        "organisations/tensions/<uuid:pk>/correct/",
        requests.tension_correct,
        name="tension-correct",
    ),
    path("organisations/figures/", requests.reported_figure_list, name="reported-figure-list"),
    path("organisations/figures/new/", requests.reported_figure_add, name="reported-figure-add"),
    path(
        "organisations/figures/<uuid:pk>/",
        requests.reported_figure_correct,
        name="reported-figure-correct",
    ),
    path(
        "organisations/roles/<uuid:pk>/end/",
        organisations.partner_role_end,
        name="partner-role-end",
    ),
    path(
        "organisations/roles/<uuid:pk>/correct/",
        organisations.partner_role_correct,
        name="partner-role-correct",
    ),
    path(
        "organisations/contacts/<uuid:pk>/change/",
        organisations.contact_change,
        name="contact-change",
    ),
    path("organisations/contacts/<uuid:pk>/end/", organisations.contact_end, name="contact-end"),
    path("organisations/<uuid:pk>/", organisations.organisation_detail, name="organisation-detail"),
    path(
        "organisations/<uuid:pk>/change/",
        organisations.organisation_change,
        name="organisation-change",
    ),
    path(
        "organisations/<uuid:pk>/roles/new/",
        organisations.partner_role_give,
        name="partner-role-give",
    ),
    path(
        "organisations/<uuid:pk>/participation/",
        organisations.participation_record,
        name="participation-record",
    ),
    path("organisations/<uuid:pk>/contacts/new/", organisations.contact_add, name="contact-add"),
]
