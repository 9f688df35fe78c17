"""Addresses of referrals to services outside."""

from django.urls import path

from casework.views import outside_referrals as referrals

urlpatterns = [
    path("referrals/", referrals.referral_list, name="referral-list"),
    path("cases/<str:number>/referrals/new/", referrals.referral_write, name="referral-write"),
    path("referrals/<uuid:referral_id>/", referrals.referral_detail, name="referral-detail"),
    path("referrals/<uuid:referral_id>/send/", referrals.referral_send, name="referral-send"),
    path("referrals/<uuid:referral_id>/move/", referrals.referral_move, name="referral-move"),
]
