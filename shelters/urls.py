"""URLs of shelters, and of two pages of casework to which shelters adds beds."""

from django.urls import include, path

from casework.arrivals.views import arrival_group
from casework.search.views import search_results
from shelters.contracts.urls import urlpatterns as contracts
from shelters.finding import last_beds, number_without_bed
from shelters.views import (
    corrections,
    day,
    families,
    holding,
    placements,
    postings,
    rooms,
    sites,
    surge,
    together,
    undo,
)

urlpatterns = [
    path("", include("shelters.door.urls")),
    path("", include("shelters.outings.urls")),
    path("", include("shelters.meals.urls")),
    path("", include("shelters.incidents.urls")),
    path(
        "arrivals/groups/<uuid:group>/",
        arrival_group,
        {"without_bed": number_without_bed},
        name="arrival-group",
    ),
    path(
        "search/<uuid:search_id>/",
        search_results,
        {"whereabouts": last_beds},
        name="search-results",
    ),
    *contracts,
    path("", include("shelters.board.urls")),
    path("", include("shelters.plan.urls")),
    path("", include("shelters.holds.urls")),
    path("sites/", sites.site_list, name="site-list"),
    path("sites/new/", sites.site_open, name="site-open"),
    path("sites/<uuid:pk>/", sites.site_detail, name="site-detail"),
    path("sites/<uuid:pk>/night/", sites.site_night, name="site-night"),
    path("sites/<uuid:pk>/night/<slug:act>/", day.site_act, name="site-act"),
    path("sites/<uuid:pk>/change/", sites.site_change, name="site-change"),
    path("sites/<uuid:pk>/address/", sites.site_address_change, name="site-address-change"),
    path("sites/<uuid:pk>/close/", sites.site_close, name="site-close"),
    path("sites/<uuid:pk>/rooms/", rooms.rooms_add, name="rooms-add"),
    path("sites/rooms.xlsx", rooms.rooms_sheet_blank, name="rooms-sheet-blank"),
    path("sites/<uuid:pk>/rooms/take-back/", rooms.rooms_take_back, name="rooms-take-back"),
    path("sites/<uuid:pk>/rooms/new/", rooms.room_add, name="room-add"),
    path("sites/<uuid:pk>/surge/new/", sites.surge_add, name="surge-add"),
    path("sites/<uuid:pk>/postings/new/", postings.posting_grant, name="posting-grant"),
    path("postings/<uuid:pk>/end/", postings.posting_end, name="posting-end"),
    path("beds/<uuid:pk>/close/", sites.bed_close, name="bed-close"),
    path("beds/<uuid:pk>/undo/", undo.bed_undo, name="bed-undo"),
    path("sites/<uuid:pk>/undo/", undo.site_undo, name="site-undo"),
    path("beds/<uuid:pk>/review/", surge.surge_place_review, name="surge-place-review"),
    path("beds/<uuid:pk>/remove/", surge.bed_remove, name="bed-remove"),
    path("bed-closures/<uuid:pk>/end/", sites.bed_reopen, name="bed-reopen"),
    path("bed-closures/<uuid:pk>/correct/", sites.bed_closure_correct, name="bed-closure-correct"),
    path("bed-closures/<uuid:pk>/end-room/", rooms.room_reopen, name="room-reopen"),
    path("rooms/<uuid:pk>/change/", rooms.room_change, name="room-change"),
    path("rooms/<uuid:pk>/beds/new/", rooms.room_beds_add, name="room-beds-add"),
    path("rooms/<uuid:pk>/copy/", rooms.room_copy, name="room-copy"),
    path("rooms/<uuid:pk>/close/", rooms.room_close, name="room-close"),
    path("rooms/<uuid:pk>/end/", rooms.room_end, name="room-end"),
    path("rooms/<uuid:pk>/bring-back/", rooms.room_bring_back, name="room-bring-back"),
    path("families-without-bed/", families.family_without_bed_list, name="family-without-bed-list"),
    path("families-without-bed/<uuid:group>/", together.group_place, name="group-place"),
    path("families/<uuid:pk>/place/", families.placement_place, name="placement-place"),
    path("placements/", placements.placement_list, name="placement-list"),
    path("placements/<uuid:pk>/", placements.placement_detail, name="placement-detail"),
    path(
        "placements/<uuid:pk>/phones/<uuid:phone_id>/",
        placements.resident_phone_show,
        name="resident-phone-show",
    ),
    path(
        "placements/<uuid:pk>/check-in/", placements.placement_check_in, name="placement-check-in"
    ),
    path(
        "placements/<uuid:pk>/check-out/",
        placements.placement_check_out,
        name="placement-check-out",
    ),
    path("placements/<uuid:pk>/correct/", corrections.placement_correct, name="placement-correct"),
    path(
        "placements/<uuid:pk>/correct-move/",
        corrections.placement_correct_move,
        name="placement-correct-move",
    ),
    path("placements/<uuid:pk>/annul/", corrections.placement_annul, name="placement-annul"),
    path("placements/<uuid:pk>/extend/", placements.placement_extend, name="placement-extend"),
    path(
        "placements/<uuid:pk>/provisional/",
        holding.placement_provisional,
        name="placement-provisional",
    ),
    path("placements/<uuid:pk>/allow/", holding.placement_allow, name="placement-allow"),
    path("placements/<uuid:pk>/confirm/", holding.placement_confirm, name="placement-confirm"),
    path("placements/<uuid:pk>/undo/", corrections.placement_undo, name="placement-undo"),
    path("placements/<uuid:pk>/move/", placements.placement_move, name="placement-move"),
    path("placements/<uuid:pk>/cancel/", placements.placement_cancel, name="placement-cancel"),
]
