"""URLs of consents."""

from django.urls import path

from casework.consents import views

urlpatterns = [
    path("consents/", views.consent_list, name="consent-list"),
    path("cases/<str:number>/privacy-notice/", views.notice_tell, name="notice-tell"),
    path("cases/<str:number>/basis/", views.basis_say, name="basis-say"),
    path("people/<str:number>/consents/new/", views.consent_record, name="consent-record"),
    path("consents/<uuid:consent_id>/", views.consent_detail, name="consent-detail"),
    path("consents/<uuid:consent_id>/answer/", views.consent_answer, name="consent-answer"),
    path("consents/<uuid:consent_id>/withdraw/", views.consent_withdraw, name="consent-withdraw"),
    path(
        "consents/steps/<uuid:pk>/correct/", views.consent_step_correct, name="consent-step-correct"
    ),
    path("privacy-notices/<uuid:pk>/correct/", views.notice_correct, name="notice-correct"),
    path("bases/<uuid:pk>/correct/", views.basis_correct, name="basis-correct"),
]
