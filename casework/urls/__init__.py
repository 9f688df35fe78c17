"""Addresses of casework, one noun per file: numbers, never names."""

from casework.urls import assignments, cases

urlpatterns = [
    *assignments.urlpatterns,
    *cases.urlpatterns,
]
