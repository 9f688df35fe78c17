"""URLs of families."""

from django.urls import path

from casework.families.views import builder, family

urlpatterns = [
    path("cases/<str:number>/family/new/", family.member_add, name="member-add"),
    path("cases/<str:number>/family/<int:member_id>/", family.member_end, name="member-end"),
    path(
        "cases/<str:number>/family/<int:member_id>/relation/",
        family.member_relation,
        name="member-relation",
    ),
    path(
        "cases/<str:number>/family/<int:member_id>/days/",
        family.member_correct,
        name="member-correct",
    ),
    path("cases/<str:number>/principal/", family.principal_change, name="principal-change"),
    path("cases/<str:number>/build/", builder.family_builder_page, name="family-builder"),
    path("cases/<str:number>/build/split/", builder.family_split, name="family-split"),
    path("cases/<str:number>/build/join/<str:other>/", builder.family_join, name="family-join"),
    path(
        "cases/<str:number>/build/back/<str:person>/",
        builder.family_bring_back,
        name="family-bring-back",
    ),
    path("cases/<str:number>/build/undo/<int:change_id>/", builder.family_undo, name="family-undo"),
]
