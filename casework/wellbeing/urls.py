"""URLs of activities, wellbeing and health screenings."""

from django.urls import path

from casework.wellbeing import views

urlpatterns = [
    path("activities/none/", views.activity_missing, name="activity-missing"),
    path("support-offers/<uuid:note_id>/refer/", views.offer_refer, name="offer-refer"),
    path("support-offers/<uuid:note_id>/referral/", views.offer_referral, name="offer-referral"),
    path("activities/<uuid:pk>/correct/", views.activity_correct, name="activity-correct"),
    path("wellbeing/<uuid:pk>/correct/", views.wellbeing_correct, name="wellbeing-correct"),
    path("screenings/<uuid:pk>/correct/", views.screening_correct, name="screening-correct"),
    path("people/<str:number>/activity/", views.activity_record, name="activity-record"),
    path("people/<str:number>/wellbeing/", views.wellbeing_write, name="wellbeing-write"),
    path("people/<str:number>/screening/", views.screening_record, name="screening-record"),
]
