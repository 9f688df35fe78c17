"""URLs of evidence, replies and reviews."""

from django.urls import path

from asylum.evidence import views

urlpatterns = [
    path(
        "renunciations/evidence/new/<uuid:individual>/",
        views.evidence_record,
        name="evidence-record",
    ),
    path("renunciations/evidence/<uuid:pk>/reply/", views.evidence_reply, name="evidence-reply"),
    path(
        "renunciations/evidence/<uuid:pk>/mistake/",
        views.evidence_withdraw,
        name="evidence-withdraw",
    ),
    path("renunciations/reviews/<uuid:pk>/", views.review_resolve, name="standing-review-resolve"),
]
