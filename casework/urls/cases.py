"""Addresses of cases and the search."""

from django.urls import path

from casework.views import acts, cases, family, searches

urlpatterns = [
    path("search/", searches.search, name="search"),
    path("search/<uuid:search_id>/", searches.search_results, name="search-results"),
    path("cases/", cases.case_list, name="case-list"),
    path("cases/<str:number>/", cases.case_detail, name="case-detail"),
    path("cases/<str:number>/part/<slug:page>/", cases.case_detail, name="case-part"),
    path("cases/<str:number>/card/", cases.case_card, name="case-card"),
    path("cases/<str:number>/history/", cases.case_history, name="case-history"),
    path("cases/<str:number>/close/", acts.case_close, name="case-close"),
    path("cases/<str:number>/reopen/", acts.case_reopen, name="case-reopen"),
    path("cases/<str:number>/move/", acts.case_move, name="case-move"),
    path("cases/<str:number>/restrict/", acts.case_restrict, name="case-restrict"),
    path("cases/<str:number>/unrestrict/", acts.case_unrestrict, name="case-unrestrict"),
    path("cases/<str:number>/refer/", acts.referral_make, name="referral-make"),
    path("cases/<str:number>/family/new/", family.member_add, name="member-add"),
    path("cases/<str:number>/family/<int:member_id>/", family.member_end, name="member-end"),
    path(
        "cases/<str:number>/family/<int:member_id>/relation/",
        family.member_relation,
        name="member-relation",
    ),
    path("cases/<str:number>/principal/", family.principal_change, name="principal-change"),
]
