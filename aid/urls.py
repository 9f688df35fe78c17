"""URLs of aid."""

from django.urls import include, path

from aid.conditions import aid_that_depends
from aid.views import agreements, commitments, conditions, distributions, forecasts, gaps, pledges
from asylum.renunciation.views import lists
from asylum.renunciation_file.views import renunciation_file

WORDS = {"words_besides": aid_that_depends}

# Pages of asylum that also show which aid depends on a renunciation; `words_besides` adds it by person.
renunciations = [
    path("missing/", lists.renunciation_missing, WORDS, name="renunciation-missing"),
    path("unknown/", lists.renunciation_unknown, WORDS, name="renunciation-unknown"),
    path("file/<uuid:individual>/", renunciation_file, WORDS, name="renunciation-file"),
]
urlpatterns = [
    path("renunciations/", include(renunciations)),
    path("agreements/", agreements.agreement_list, name="agreement-list"),
    path("agreements/new/", agreements.agreement_record, name="agreement-record"),
    path("agreements/conditions/", conditions.condition_list, name="condition-list"),
    path("agreements/<uuid:pk>/", agreements.agreement_detail, name="agreement-detail"),
    path("agreements/<uuid:pk>/change/", agreements.agreement_change, name="agreement-change"),
    path("agreements/<uuid:pk>/notice/", agreements.notice_give, name="notice-give"),
    path(
        "agreements/<uuid:pk>/notice/correct/",
        agreements.notice_correct,
        name="agreement-notice-correct",
    ),
    path("commitments/", commitments.commitment_list, name="commitment-list"),
    path("commitments/new/<str:target>/<uuid:pk>/", commitments.aid_commit, name="aid-commit"),
    path("commitments/<uuid:pk>/", commitments.commitment_detail, name="commitment-detail"),
    path(
        "commitments/<uuid:pk>/correct/", commitments.commitment_correct, name="commitment-correct"
    ),
    path("commitments/<uuid:pk>/end/", commitments.commitment_end, name="commitment-end"),
    path("forecast/", forecasts.forecast_page, name="forecast"),
    path("forecast/counts/", forecasts.forecast_counts, name="forecast-counts"),
    path("forecast/falls/", forecasts.fall_list, name="fall-list"),
    path(
        "forecast/falls/<str:target>/<uuid:pk>/<str:kind>/<str:day>/",
        gaps.gap_record,
        name="gap-record",
    ),
    path("forecast/gaps/<uuid:pk>/correct/", gaps.gap_correct, name="gap-correct"),
    path("pledges/", pledges.pledge_list, name="pledge-list"),
    path("pledges/new/", pledges.pledge_record, name="pledge-record"),
    path("pledges/gap/", pledges.pledge_gap, name="pledge-gap"),
    path("pledges/need/", pledges.need_state, name="need-state"),
    path("pledges/<uuid:pk>/", pledges.pledge_move, name="pledge-move"),
    path("pledges/<uuid:pk>/correct/", pledges.pledge_correct, name="pledge-correct"),
    path("items/", distributions.distribution_list, name="distribution-list"),
    path(
        "items/<uuid:pk>/correct/", distributions.distribution_correct, name="distribution-correct"
    ),
    path("items/providers/", distributions.provider_table, name="provider-table"),
    path(
        "items/new/<str:target>/<uuid:pk>/", distributions.item_distribute, name="item-distribute"
    ),
]
