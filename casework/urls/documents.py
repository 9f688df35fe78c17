"""Addresses of documents: ids, never names."""

from django.urls import path

from casework.views import documents

urlpatterns = [
    path("documents/", documents.document_list, name="document-list"),
    path("cases/<str:number>/documents/new/", documents.document_file, name="document-file"),
    path("documents/<uuid:document_id>/", documents.document_detail, name="document-detail"),
    path(
        "documents/<uuid:document_id>/replace/", documents.document_replace, name="document-replace"
    ),
    path(
        "documents/<uuid:document_id>/withdraw/",
        documents.document_withdraw,
        name="document-withdraw",
    ),
    path(
        "documents/version/<uuid:version_id>/",
        documents.document_download,
        name="document-download",
    ),
    path(
        "documents/version/<uuid:version_id>/preview/",
        documents.document_preview,
        name="document-preview",
    ),
]
