"""URLs of referrals to outside organisations."""

from django.urls import path

from casework.referrals import views

urlpatterns = [
    path("referrals/", views.referral_list, name="referral-list"),
    path("cases/<str:number>/referrals/new/", views.referral_write, name="referral-write"),
    path("referrals/<uuid:referral_id>/", views.referral_detail, name="referral-detail"),
    path("referrals/<uuid:referral_id>/send/", views.referral_send, name="referral-send"),
    path("referrals/<uuid:pk>/correct/", views.referral_correct, name="referral-correct"),
    path("referrals/steps/<uuid:pk>/correct/", views.step_correct, name="referral-step-correct"),
    path("referrals/<uuid:referral_id>/move/", views.referral_move, name="referral-move"),
]
