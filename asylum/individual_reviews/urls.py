"""URLs of case-by-case reviews."""

from django.urls import path

from asylum.individual_reviews import views

urlpatterns = [
    path(
        "permits/reviews/new/<uuid:individual>/",
        views.individual_review_record,
        name="individual-review-record",
    ),
    path(
        "permits/reviews/<uuid:pk>/mistake/",
        views.individual_review_withdraw,
        name="individual-review-withdraw",
    ),
]
