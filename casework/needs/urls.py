"""URLs of specific needs and livelihood."""

from django.urls import path

from casework.needs import views

urlpatterns = [
    path("needs/", views.need_list, name="need-list"),
    path("people/<str:number>/needs/new/", views.need_record, name="need-record"),
    path("people/<str:number>/needs/<uuid:row_id>/", views.need_review, name="need-review"),
    path("people/<str:number>/needs/<uuid:row_id>/end/", views.need_end, name="need-end"),
    path(
        "people/<str:number>/needs/<uuid:row_id>/withdraw/",
        views.need_withdraw,
        name="need-withdraw",
    ),
    path("people/<str:number>/livelihood/", views.livelihood_record, name="livelihood-record"),
]
