"""Addresses of casework, one noun per file: numbers, never names."""

from casework.urls import cases

urlpatterns = [
    *cases.urlpatterns,
]
