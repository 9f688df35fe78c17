"""Addresses of casework, one noun per file: numbers, never names."""

from casework.urls import (
    arrivals,
    assignments,
    cases,
    consents,
    disarmaments,
    documents,
    duplicates,
    families,
    home,
    imports,
    notes,
    outside_referrals,
    partners,
    relationships,
    tasks,
    work,
)

urlpatterns = [
    *arrivals.urlpatterns,
    *assignments.urlpatterns,
    *cases.urlpatterns,
    *imports.urlpatterns,
    *disarmaments.urlpatterns,
    *duplicates.urlpatterns,
    *notes.urlpatterns,
    *tasks.urlpatterns,
    *families.urlpatterns,
    *home.urlpatterns,
    *relationships.urlpatterns,
    *partners.urlpatterns,
    *consents.urlpatterns,
    *documents.urlpatterns,
    *outside_referrals.urlpatterns,
    *work.urlpatterns,
]
