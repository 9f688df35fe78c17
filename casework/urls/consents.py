"""Addresses of consents."""

from django.urls import path

from casework.views import consents

urlpatterns = [
    path("people/<str:number>/consents/new/", consents.consent_record, name="consent-record"),
    path("consents/<uuid:consent_id>/", consents.consent_detail, name="consent-detail"),
    path("consents/<uuid:consent_id>/answer/", consents.consent_answer, name="consent-answer"),
    path(
        "consents/<uuid:consent_id>/withdraw/", consents.consent_withdraw, name="consent-withdraw"
    ),
]
