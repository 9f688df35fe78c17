"""URLs of imports."""

from django.urls import path

from imports.views import endings, imports, rows, starts

urlpatterns = [
    path("imports/", imports.import_list, name="import-list"),
    path("imports/blank.xlsx", imports.import_blank, name="import-blank"),
    path("imports/upload/", imports.import_upload, name="import-upload"),
    path("imports/<uuid:batch_id>/", imports.import_detail, name="import-detail"),
    path("imports/<uuid:batch_id>/columns/", imports.import_columns, name="import-columns"),
    path("imports/<uuid:batch_id>/sheet/", imports.import_sheet, name="import-sheet"),
    path("imports/<uuid:batch_id>/words/", imports.import_words, name="import-words"),
    path("imports/<uuid:batch_id>/start/", starts.import_start, name="import-start"),
    path("imports/<uuid:batch_id>/check/", imports.import_check, name="import-check"),
    path("imports/<uuid:batch_id>/commit/", imports.import_commit, name="import-commit"),
    path("imports/<uuid:batch_id>/drop/", imports.import_drop, name="import-drop"),
    path("imports/<uuid:batch_id>/families/", endings.import_families, name="import-families"),
    path("imports/<uuid:batch_id>/undo/", endings.import_undo, name="import-undo"),
    path("imports/<uuid:batch_id>/accept/", rows.import_accept, name="import-accept"),
    path("imports/<uuid:batch_id>/doubt/", rows.import_doubt, name="import-doubt"),
    path("imports/<uuid:batch_id>/errors.xlsx", rows.import_faults, name="import-faults"),
    path("imports/<uuid:batch_id>/rows/<int:row>/", rows.import_row_mend, name="import-row-mend"),
    path(
        "imports/<uuid:batch_id>/rows/<int:row>/drop/", rows.import_row_drop, name="import-row-drop"
    ),
    path(
        "imports/<uuid:batch_id>/rows/<int:row>/accept/",
        rows.import_row_accept,
        name="import-row-accept",
    ),
    path(
        "imports/<uuid:batch_id>/rows/<int:row>/doubt/",
        rows.import_row_doubt,
        name="import-row-doubt",
    ),
    path(
        "imports/<uuid:batch_id>/rows/<int:row>/restore/",
        rows.import_row_restore,
        name="import-row-restore",
    ),
]
