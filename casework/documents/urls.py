"""URLs of the documents of a file."""

from django.urls import path

from casework.documents import views

urlpatterns = [
    path("documents/", views.document_list, name="document-list"),
    path("cases/<str:number>/documents/new/", views.document_file, name="document-file"),
    path(
        "cases/<str:number>/documents/describe/", views.document_describe, name="document-describe"
    ),
    path("cases/<str:number>/documents/checks/", views.document_checks, name="document-checks"),
    path("documents/version/<uuid:version_id>/view/", views.document_view, name="document-view"),
    path("documents/<uuid:document_id>/", views.document_detail, name="document-detail"),
    path("documents/<uuid:document_id>/replace/", views.document_replace, name="document-replace"),
    path("documents/<uuid:document_id>/turn/", views.document_turn, name="document-turn"),
    path("documents/<uuid:document_id>/crop/", views.document_crop, name="document-crop"),
    path(
        "documents/<uuid:document_id>/withdraw/", views.document_withdraw, name="document-withdraw"
    ),
    path("documents/version/<uuid:version_id>/", views.document_download, name="document-download"),
    path("documents/version/<uuid:version_id>/again/", views.document_again, name="document-again"),
    path(
        "documents/version/<uuid:version_id>/preview/",
        views.document_preview,
        name="document-preview",
    ),
]
