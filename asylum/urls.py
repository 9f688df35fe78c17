"""URLs of asylum."""

from django.urls import path

from asylum.checklists import urls as checklists
from asylum.contradictions.urls import urlpatterns as contradictions
from asylum.evidence.urls import urlpatterns as evidence
from asylum.exclusion import urls as exclusion
from asylum.identification.urls import urlpatterns as identification
from asylum.individual_reviews import urls as individual_reviews
from asylum.interviews import urls as interviews
from asylum.letters import urls as letters
from asylum.pathways import urls as pathways
from asylum.reported.urls import urlpatterns as reported
from asylum.reviewed.urls import urlpatterns as reviewed
from asylum.terms import urls as terms
from asylum.views import applications, corrections, flight, permits, renunciations, scans

urlpatterns = [
    *letters.urlpatterns,
    *checklists.urlpatterns,
    *individual_reviews.urlpatterns,
    *interviews.urlpatterns,
    *pathways.urlpatterns,
    *terms.urlpatterns,
    path("applications/", applications.application_list, name="application-list"),
    path(
        "applications/new/<uuid:individual>/",
        applications.lodge_application,
        name="application-lodge",
    ),
    path("applications/<uuid:pk>/", applications.application_detail, name="application-detail"),
    path("applications/<uuid:pk>/move/", applications.move_application, name="application-move"),
    path(
        "application-steps/<uuid:pk>/undo/",
        applications.move_application_undo,
        name="application-move-undo",
    ),
    path("deadlines/<uuid:pk>/settle/", applications.settle_deadline, name="deadline-settle"),
    path(
        "deadlines/<uuid:pk>/settle/undo/",
        applications.settle_deadline_undo,
        name="deadline-settle-undo",
    ),
    path("flight/new/<uuid:individual>/", flight.flight_record, name="flight-record"),
    path("flight/<uuid:pk>/", flight.flight_detail, name="flight-detail"),
    path("flight/<uuid:pk>/correct/", flight.flight_correct, name="flight-correct"),
    path("permits/", permits.permit_list, name="permit-list"),
    path("permits/without-work-right/", permits.work_right_missing, name="work-right-missing"),
    path("permits/missing/", permits.permit_missing, name="permit-missing"),
    path("permits/new/<uuid:individual>/", permits.record_permit, name="permit-record"),
    path("permits/<uuid:pk>/", permits.permit_detail, name="permit-detail"),
    path("permits/<uuid:pk>/renew/", permits.renew_permit, name="permit-renew"),
    path("permits/<uuid:pk>/cancel/", permits.cancel_permit, name="permit-cancel"),
    path("permits/<uuid:pk>/confirm/", permits.confirm_permit, name="permit-confirm"),
    path(
        "permits/<uuid:pk>/confirm/retract/",
        permits.retract_confirmation,
        name="permit-confirm-retract",
    ),
    path(
        "permits/<uuid:pk>/cancel/correct/",
        corrections.correct_cancellation,
        name="permit-cancel-correct",
    ),
    path(
        "permits/<uuid:pk>/cancel/undo/", corrections.cancellation_undo, name="permit-cancel-undo"
    ),
    path("permits/<uuid:pk>/image/", scans.add_to_permit, name="permit-scan"),
    path("renunciations/<uuid:pk>/image/", scans.add_to_renunciation, name="renunciation-scan"),
    path("renunciations/steps/<uuid:pk>/image/", scans.add_to_step, name="renunciation-step-scan"),
    path("papers/images/<uuid:document_id>/withdraw/", scans.withdraw, name="scan-withdraw"),
    path("permits/<uuid:pk>/correct/", corrections.correct_permit, name="permit-correct"),
    path("permits/<uuid:pk>/mistake/", corrections.retract_permit, name="permit-retract"),
    path(
        "applications/<uuid:pk>/correct/",
        corrections.correct_application,
        name="application-correct",
    ),
    path(
        "renunciations/<uuid:pk>/correct/",
        corrections.correct_renunciation,
        name="renunciation-correct",
    ),
    path(
        "applications/steps/<uuid:pk>/correct/",
        corrections.correct_application_step,
        name="application-step-correct",
    ),
    path("deadlines/<uuid:pk>/correct/", corrections.correct_deadline, name="deadline-correct"),
    path(
        "renunciations/steps/<uuid:pk>/correct/",
        corrections.correct_renunciation_step,
        name="renunciation-step-correct",
    ),
    path("renunciations/", renunciations.renunciation_list, name="renunciation-list"),
    path(
        "renunciations/asked/<uuid:individual>/",
        renunciations.record_demand,
        name="renunciation-demand",
    ),
    path(
        "renunciations/new/<uuid:individual>/",
        renunciations.record_renunciation,
        name="renunciation-record",
    ),
    path("renunciations/<uuid:pk>/", renunciations.renunciation_detail, name="renunciation-detail"),
    path(
        "renunciations/<uuid:pk>/submit/",
        renunciations.submit_renunciation,
        name="renunciation-submit",
    ),
    path(
        "renunciations/<uuid:pk>/verify/",
        renunciations.verify_renunciation,
        name="renunciation-verify",
    ),
    path(
        "renunciations/<uuid:pk>/postpone/",
        renunciations.postpone_renunciation,
        name="renunciation-postpone",
    ),
    path(
        "renunciations/<uuid:pk>/refuse/",
        renunciations.refuse_renunciation,
        name="renunciation-refuse",
    ),
    path(
        "renunciations/<uuid:pk>/withdraw/",
        renunciations.withdraw_renunciation,
        name="renunciation-withdraw",
    ),
    path(
        "renunciations/<uuid:pk>/mistake/",
        renunciations.retract_renunciation,
        name="renunciation-retract",
    ),
    *identification,
    *reviewed,
    *evidence,
    *reported,
    *contradictions,
    *exclusion.urlpatterns,
]
