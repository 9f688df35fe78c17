"""URLs of letters."""

from django.urls import path

from asylum.letters import views

urlpatterns = [
    path("letters/new/<uuid:individual>/", views.letter_choose, name="letter-choose"),
    path("letters/new/<uuid:individual>/<str:kind>/", views.letter_issue, name="letter-issue"),
    path(
        "letters/new/<uuid:individual>/<str:kind>/<uuid:draft>/",
        views.letter_preview,
        name="letter-preview",
    ),
    path(
        "letters/new/<uuid:individual>/<str:kind>/<uuid:draft>/<int:page>.png",
        views.letter_preview_page,
        name="letter-preview-page",
    ),
    path("letters/<uuid:pk>/", views.letter_detail, name="letter-detail"),
    path("letters/<uuid:pk>/file/", views.letter_file, name="letter-file"),
    path("letters/<uuid:pk>/revoke/", views.letter_revoke, name="letter-revoke"),
    path("letters/<uuid:pk>/sign/", views.letter_sign, name="letter-sign"),
    path(
        "letters/<uuid:pk>/sign/retract/",
        views.letter_signature_retract,
        name="letter-signature-retract",
    ),
    path("offices/<uuid:pk>/logo/", views.logo_change, name="logo-change"),
    path("offices/<uuid:pk>/logo/picture/", views.logo_picture, name="logo-picture"),
    path("letter/", views.letter_check, name="letter-check"),
    path("letter/<str:code>/", views.letter_checked, name="letter-checked"),
]
