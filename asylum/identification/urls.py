"""URLs of contested identifications."""

from django.urls import path

from asylum.identification import views

urlpatterns = [
    path(
        "renunciations/asked/<uuid:pk>/contest/",
        views.identification_contest,
        name="identification-contest",
    ),
    path("renunciations/asked/<uuid:pk>/mistake/", views.word_withdraw, name="word-withdraw"),
    path("renunciations/contests/<uuid:pk>/settle/", views.contest_settle, name="contest-settle"),
    path(
        "renunciations/contests/<uuid:pk>/mistake/",
        views.contest_withdraw,
        name="contest-withdraw",
    ),
]
