"""Addresses. Names, papers of identity, languages, anonymity, contacts abroad and plans to travel on."""

from django.urls import path

from casework.identity import views

urlpatterns = [
    path("people/<str:number>/correct/", views.individual_correct, name="individual-correct"),
    path("people/<str:number>/names/new/", views.alias_add, name="alias-add"),
    path("people/<str:number>/names/<uuid:row_id>/end/", views.alias_end, name="alias-end"),
    path("people/<str:number>/languages/", views.languages_record, name="languages-record"),
    path("people/<str:number>/documents/", views.document_add, name="document-add"),
    path(
        "people/<str:number>/documents/<uuid:row_id>/replace/",
        views.paper_replace,
        name="paper-replace",
    ),
    path(
        "people/<str:number>/documents/<uuid:row_id>/end/",
        views.paper_end,
        name="paper-end",
    ),
    path("people/<str:number>/anonymity/new/", views.anonymity_wish, name="anonymity-wish"),
    path(
        "people/<str:number>/anonymity/<uuid:row_id>/end/",
        views.anonymity_end,
        name="anonymity-end",
    ),
    path(
        "people/<str:number>/anonymity/<uuid:row_id>/alias/",
        views.alias_change,
        name="alias-change",
    ),
    path("people/<str:number>/media/new/", views.media_restrict, name="media-restrict"),
    path("people/<str:number>/media/<uuid:row_id>/end/", views.media_lift, name="media-lift"),
    path("people/<str:number>/abroad/new/", views.contact_abroad_add, name="contact-abroad-add"),
    path(
        "people/<str:number>/abroad/<uuid:row_id>/end/",
        views.contact_abroad_end,
        name="contact-abroad-end",
    ),
    path(
        "people/<str:number>/abroad/<uuid:row_id>/",
        views.contact_abroad_show,
        name="contact-abroad-show",
    ),
    path(
        "people/<str:number>/abroad/<uuid:row_id>/correct/",
        views.contact_abroad_correct,
        name="contact-abroad-correct",
    ),
    path("people/<str:number>/onward/", views.onward_record, name="onward-record"),
]
