"""Addresses of activity, wellbeing and health."""

from django.urls import path

from casework.views import wellbeing

urlpatterns = [
    path("activities/none/", wellbeing.activity_missing, name="activity-missing"),
    path("support-offers/<uuid:note_id>/refer/", wellbeing.offer_refer, name="offer-refer"),
    path(
        "support-offers/<uuid:note_id>/referral/", wellbeing.offer_referral, name="offer-referral"
    ),
    path("people/<str:number>/activity/", wellbeing.activity_record, name="activity-record"),
    path("people/<str:number>/wellbeing/", wellbeing.wellbeing_write, name="wellbeing-write"),
    path("people/<str:number>/screening/", wellbeing.screening_record, name="screening-record"),
]
