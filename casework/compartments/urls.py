"""URLs for writing and reading confidential accounts, and for naming readers."""

from django.urls import path

from casework.compartments import views

urlpatterns = [
    path("people/<str:number>/in-confidence/", views.account_write, name="account-write"),
    path("in-confidence/", views.account_list, name="account-list"),
    path("in-confidence/<uuid:pk>/", views.account_read, name="account-read"),
    path("in-confidence/readers/", views.reader_list, name="reader-list"),
    path("in-confidence/readers/new/", views.reader_name, name="reader-name"),
    path("in-confidence/readers/<int:pk>/end/", views.reader_end, name="reader-end"),
]
