"""Addresses. What people agreed to, and what may be shared."""

from django.urls import path

from casework.consents import views

urlpatterns = [
    path("people/<str:number>/consents/new/", views.consent_record, name="consent-record"),
    path("consents/<uuid:consent_id>/", views.consent_detail, name="consent-detail"),
    path("consents/<uuid:consent_id>/answer/", views.consent_answer, name="consent-answer"),
    path("consents/<uuid:consent_id>/withdraw/", views.consent_withdraw, name="consent-withdraw"),
]
