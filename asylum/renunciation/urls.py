"""URLs of renunciations."""

from django.urls import path

from asylum.renunciation.views import lists, papers

urlpatterns = [
    path("renunciations/", lists.renunciation_list, name="renunciation-list"),
    path(
        "renunciations/asked/<uuid:individual>/", papers.record_demand, name="renunciation-demand"
    ),
    path(
        "renunciations/new/<uuid:individual>/",
        papers.record_renunciation,
        name="renunciation-record",
    ),
    path("renunciations/<uuid:pk>/", papers.renunciation_detail, name="renunciation-detail"),
    path("renunciations/<uuid:pk>/submit/", papers.submit_renunciation, name="renunciation-submit"),
    path("renunciations/<uuid:pk>/verify/", papers.verify_renunciation, name="renunciation-verify"),
    path(
        "renunciations/<uuid:pk>/postpone/",
        papers.postpone_renunciation,
        name="renunciation-postpone",
    ),
    path("renunciations/<uuid:pk>/refuse/", papers.refuse_renunciation, name="renunciation-refuse"),
    path(
        "renunciations/<uuid:pk>/withdraw/",
        papers.withdraw_renunciation,
        name="renunciation-withdraw",
    ),
    path(
        "renunciations/<uuid:pk>/mistake/",
        papers.retract_renunciation,
        name="renunciation-retract",
    ),
    path(
        "renunciations/<uuid:pk>/correct/",
        papers.correct_renunciation,
        name="renunciation-correct",
    ),
    path(
        "renunciations/steps/<uuid:pk>/correct/",
        papers.correct_renunciation_step,
        name="renunciation-step-correct",
    ),
]
