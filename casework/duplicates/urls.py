"""URLs of possible duplicates: found, compared, decided."""

from django.urls import path

from casework.duplicates import views

urlpatterns = [
    path("people/<str:number>/duplicates/", views.duplicates_of, name="duplicates-of"),
    path("duplicates/", views.duplicate_list, name="duplicate-list"),
    path("duplicates/<int:pair_id>/", views.duplicate_decide, name="duplicate-decide"),
]
