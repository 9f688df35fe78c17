"""URLs of identity: names, papers, languages, anonymity, contacts abroad and plans to travel on."""

from django.urls import include, path

from casework.identity import views

of_person = [
    path("correct/", views.individual_correct, name="individual-correct"),
    path("names/new/", views.alias_add, name="alias-add"),
    path("names/<uuid:row_id>/end/", views.alias_end, name="alias-end"),
    path("names/<uuid:row_id>/correct/", views.alias_correct, name="alias-correct"),
    path("names/<uuid:row_id>/", views.alias_show, name="alias-show"),
    path("changes/<uuid:row_id>/", views.change_show, name="change-show"),
    path("changes/<uuid:row_id>/correct/", views.change_correct, name="change-correct"),
    path("languages/", views.languages_record, name="languages-record"),
    path("documents/", views.document_add, name="document-add"),
    path("documents/<uuid:row_id>/correct/", views.paper_correct, name="paper-correct"),
    path("documents/<uuid:row_id>/replace/", views.paper_replace, name="paper-replace"),
    path("documents/<uuid:row_id>/end/", views.paper_end, name="paper-end"),
    path("documents/<uuid:row_id>/end/correct/", views.paper_end_correct, name="paper-end-correct"),
    path("anonymity/new/", views.anonymity_wish, name="anonymity-wish"),
    path("anonymity/<uuid:row_id>/end/", views.anonymity_end, name="anonymity-end"),
    path("anonymity/<uuid:row_id>/alias/", views.alias_change, name="alias-change"),
    path("anonymity/<uuid:row_id>/correct/", views.anonymity_correct, name="anonymity-correct"),
    path("media/new/", views.media_restrict, name="media-restrict"),
    path("media/<uuid:row_id>/end/", views.media_lift, name="media-lift"),
    path("media/<uuid:row_id>/correct/", views.media_correct, name="media-correct"),
    path("abroad/new/", views.contact_abroad_add, name="contact-abroad-add"),
    path("abroad/<uuid:row_id>/end/", views.contact_abroad_end, name="contact-abroad-end"),
    path("abroad/<uuid:row_id>/", views.contact_abroad_show, name="contact-abroad-show"),
    path(
        "abroad/<uuid:row_id>/correct/", views.contact_abroad_correct, name="contact-abroad-correct"
    ),
    path("onward/", views.onward_record, name="onward-record"),
]

urlpatterns = [path("people/<str:number>/", include(of_person))]
