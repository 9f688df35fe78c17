"""URLs of the pages that combine subjects: the case, the person, the timeline, the history of views."""

from django.urls import path

from casework.file import views

urlpatterns = [
    path("cases/", views.case_list, name="case-list"),
    path("cases/<str:number>/", views.case_detail, name="case-detail"),
    path("cases/<str:number>/part/<slug:page>/", views.case_detail, name="case-part"),
    path("cases/<str:number>/card/", views.case_card, name="case-card"),
    path("cases/<str:number>/history/", views.case_history, name="case-history"),
    path("people/", views.individual_list, name="individual-list"),
    path("people/<str:number>/", views.individual_detail, name="individual-detail"),
    path("cases/<str:number>/timeline/", views.case_timeline, name="case-timeline"),
    path(
        "cases/<str:number>/timeline/print/", views.case_timeline_print, name="case-timeline-print"
    ),
]
