"""Addresses of one person: identity, contact, papers, service."""

from django.urls import path

from casework.views import (
    contact,
    exposure,
    identity_documents,
    individuals,
    needs,
    onward,
    sanctions,
    service_records,
)

urlpatterns = [
    path("people/", individuals.individual_list, name="individual-list"),
    path("needs/", needs.need_list, name="need-list"),
    path("people/<str:number>/", individuals.individual_detail, name="individual-detail"),
    path("people/<str:number>/correct/", individuals.individual_correct, name="individual-correct"),
    path("people/<str:number>/phones/new/", contact.phone_add, name="phone-add"),
    path("people/<str:number>/phones/<uuid:row_id>/", contact.phone_show, name="phone-show"),
    path(
        "people/<str:number>/phones/<uuid:row_id>/rules/", contact.phone_change, name="phone-change"
    ),
    path("people/<str:number>/phones/<uuid:row_id>/end/", contact.phone_end, name="phone-end"),
    path("people/<str:number>/names/new/", contact.alias_add, name="alias-add"),
    path("people/<str:number>/names/<uuid:row_id>/end/", contact.alias_end, name="alias-end"),
    path("people/<str:number>/languages/", contact.languages_record, name="languages-record"),
    path("people/<str:number>/documents/", identity_documents.document_add, name="document-add"),
    path(
        "people/<str:number>/documents/<uuid:row_id>/replace/",
        identity_documents.paper_replace,
        name="paper-replace",
    ),
    path(
        "people/<str:number>/documents/<uuid:row_id>/end/",
        identity_documents.paper_end,
        name="paper-end",
    ),
    path("people/<str:number>/service/", service_records.service_record, name="service-record"),
    path(
        "people/<str:number>/service/<uuid:row_id>/",
        service_records.service_correct,
        name="service-correct",
    ),
    path(
        "people/<str:number>/service/<uuid:row_id>/withdraw/",
        service_records.service_withdraw,
        name="service-withdraw",
    ),
    path("people/<str:number>/needs/new/", needs.need_record, name="need-record"),
    path("people/<str:number>/needs/<uuid:row_id>/", needs.need_review, name="need-review"),
    path("people/<str:number>/needs/<uuid:row_id>/end/", needs.need_end, name="need-end"),
    path(
        "people/<str:number>/needs/<uuid:row_id>/withdraw/",
        needs.need_withdraw,
        name="need-withdraw",
    ),
    path("people/<str:number>/livelihood/", needs.livelihood_record, name="livelihood-record"),
    path("people/<str:number>/sanctions/new/", sanctions.sanction_record, name="sanction-record"),
    path(
        "people/<str:number>/sanctions/<uuid:row_id>/",
        sanctions.sanction_correct,
        name="sanction-correct",
    ),
    path(
        "people/<str:number>/sanctions/<uuid:row_id>/withdraw/",
        sanctions.sanction_withdraw,
        name="sanction-withdraw",
    ),
    path("people/<str:number>/anonymity/new/", exposure.anonymity_wish, name="anonymity-wish"),
    path(
        "people/<str:number>/anonymity/<uuid:row_id>/end/",
        exposure.anonymity_end,
        name="anonymity-end",
    ),
    path(
        "people/<str:number>/anonymity/<uuid:row_id>/alias/",
        exposure.alias_change,
        name="alias-change",
    ),
    path("people/<str:number>/media/new/", exposure.media_restrict, name="media-restrict"),
    path("people/<str:number>/media/<uuid:row_id>/end/", exposure.media_lift, name="media-lift"),
    path("people/<str:number>/abroad/new/", onward.contact_abroad_add, name="contact-abroad-add"),
    path(
        "people/<str:number>/abroad/<uuid:row_id>/end/",
        onward.contact_abroad_end,
        name="contact-abroad-end",
    ),
    path(
        "people/<str:number>/abroad/<uuid:row_id>/",
        onward.contact_abroad_show,
        name="contact-abroad-show",
    ),
    path(
        "people/<str:number>/abroad/<uuid:row_id>/correct/",
        onward.contact_abroad_correct,
        name="contact-abroad-correct",
    ),
    path("people/<str:number>/onward/", onward.onward_record, name="onward-record"),
]
