"""Fills every slot (a list of hooks, docs/slots.md) with entries of all apps, in display order. Imported once, at start."""

from accounts import waiting as accounts_waiting
from accounts.due import due_sources, waiting_counts
from accounts.sight import access_sources
from accounts.views.saved_views import saved_views
from aid import due as aid_due
from aid import extract as aid_extract
from aid import family as aid_family
from aid import panels as aid_panels
from aid import timeline as aid_timeline
from aid.closure import open_commitments as commitments_keep_open
from aid.conditions import conditions_unmet
from aid.erasure import open_commitments as commitments_forbid_erasing
from aid.leaving import aid_to_end
from aid.lodging import lodged_elsewhere, lodged_until
from asylum.access import referred_to_legal
from asylum.claims import slots as claims
from asylum.claims import timeline as claims_timeline
from asylum.claims.arrivals import applications
from asylum.contradictions import slots as contradictions
from asylum.evidence import slots as evidence
from asylum.exclusion import slots as exclusion
from asylum.file import merging, renunciation_panel
from asylum.file import panels as asylum_panels
from asylum.filing import slots as filing
from asylum.flight import slots as flight
from asylum.identification import slots as identified
from asylum.individual_reviews import slots as individual_reviews
from asylum.interviews import slots as claim_interviews
from asylum.letters import slots as letters
from asylum.measures import slots as measures
from asylum.permits import slots as permits
from asylum.renunciation import slots as renunciation
from asylum.reported import slots as reported
from asylum.scans import slots as scans
from asylum.terms import calendar
from asylum.terms import slots as terms
from casework.arrivals import slots as arrivals
from casework.asking.slots import start_panel
from casework.cases import slots as cases
from casework.children import slots as children
from casework.claims.sight import update_claim_restriction_of
from casework.compartments import slots as compartments
from casework.consents import slots as consents
from casework.contact import slots as contact
from casework.corrections import slots as corrections
from casework.documents import slots as documents
from casework.documents.querysets import document_conditions
from casework.duplicates import slots as duplicates
from casework.exits import due as exits_due
from casework.exits import slots as exits
from casework.families import slots as families
from casework.families.timeline import people_timeline
from casework.file import slots as file
from casework.handovers import slots as handovers
from casework.home import slots as home
from casework.identity import slots as identity
from casework.interviews import slots as interviews
from casework.merges import slots as merges
from casework.needs import slots as needs
from casework.notes import slots as notes
from casework.plan import slots as plan
from casework.referrals import slots as referrals
from casework.rights import slots as rights
from casework.search.querysets import people_finders
from casework.service import slots as service
from casework.slips import slots as slips
from casework.slots.api import api_resources
from casework.slots.extract import extract_parts
from casework.slots.followers import (
    arrival_followers,
    family_followers,
    merge_followers,
    service_followers,
)
from casework.slots.obstacles import (
    closure_effects,
    closure_obstacles,
    erasure_obstacles,
    exit_follow_ups,
    merge_obstacles,
    relative_obstacles,
)
from casework.slots.panels import panels
from casework.slots.passing import passable_work
from casework.slots.timeline import timeline_sources
from casework.tasks import slots as tasks
from casework.uploads.queue import upload_handlers
from casework.wellbeing import slots as wellbeing
from casework.work import slots as work
from pages.lists import list_additions
from partners import slots as partners
from partners.corrections import correction_keepers
from reference.calendar import calendar_followers
from reporting import extract as reporting_extract
from reporting import waiting as reporting_waiting
from reporting.shared import named_lists
from shelters import due as shelters_due
from shelters import panels as shelters_panels
from shelters import slots as stays
from shelters import timeline as shelters_timeline
from shelters.access import residents_and_waiting
from shelters.door import slots as door
from shelters.finding import by_bed
from shelters.kept import keepers
from shelters.outings import slots as outings
from shelters.querysets import families as who_waits
from worklist.decisions import slots as decisions
from worklist.due import slots as due_slots
from worklist.notices import slots as notice_slots
from worklist.projection import access

panels.fill(
    exits.losses_panel,
    families.family_panel,
    children.children_panel,
    shelters_panels.current_placement,
    aid_panels.coverage,
    asylum_panels.deadlines,
    asylum_panels.applications,
    asylum_panels.permits,
    renunciation_panel.renunciation,
    needs.needs_panel,
    needs.room_needs_panel,
    compartments.confide_panel,
    flight.flight,
    service.service_panel,
    service.disarmament_panel,
    families.relationships_panel,
    families.apart_panel,
    notes.notes_panel,
    tasks.tasks_panel,
    plan.plan_panel,
    wellbeing.wellbeing_panel,
    arrivals.arrival_panel,
    documents.documents_panel,
    start_panel,
    consents.consents_panel,
    referrals.referrals_panel,
    interviews.interviews_panel,
    exits.exits_panel,
    rights.subject_requests_panel,
    file.timeline_panel,
    home.relatives_panel,
    home.incidents_panel,
    work.work_panel,
    work.visits_panel,
    aid_panels.things,
    due_slots.dates_panel,
)
extract_parts.fill(
    identity.individual_extract,
    identity.identity_document_extract,
    families.family_member_extract,
    arrivals.arrival_extract,
    service.service_record_extract,
    *home.extracts,
    wellbeing.activity_extract,
    wellbeing.wellbeing_note_extract,
    wellbeing.health_screening_extract,
    rights.subject_request_extract,
    *identity.name_extracts,
    contact.phone_extract,
    identity.contact_abroad_extract,
    identity.onward_plan_extract,
    identity.media_restriction_extract,
    needs.livelihood_extract,
    needs.specific_need_extract,
    compartments.account_left_out,
    children.caregiver_extract,
    children.authority_told_extract,
    service.origin_sanction_extract,
    families.family_change_left_out,
    plan.plan_move_left_out,
    cases.case_extract,
    cases.case_status_change_extract,
    notes.note_extract,
    notes.note_version_extract,
    tasks.case_task_extract,
    tasks.task_move_extract,
    *plan.plan_extracts,
    *documents.document_extracts,
    slips.slip_left_out,
    *duplicates.pairs_left_out,
    merges.merge_left_out,
    consents.privacy_notice_extract,
    consents.file_basis_extract,
    consents.consent_extract,
    consents.consent_step_extract,
    referrals.referral_extract,
    referrals.referral_step_extract,
    service.disarmament_extract,
    families.relationship_extract,
    exits.exit_extract,
    exits.loss_extract,
    rights.erasure_extract,
    interviews.outside_interview_extract,
    interviews.interviewed_person_extract,
    *work.extracts,
    *stays.extracts,
    *claims.claims_held,
    permits.permit_extract,
    individual_reviews.individual_review_extract,
    *renunciation.renunciations_held,
    identified.identification_contest_extract,
    *measures.extracts,
    *evidence.extracts,
    reported.recruitment_approach_extract,
    contradictions.dismissed_contradiction_extract,
    *corrections.correction_extracts,
    renunciation.renunciation_status_change_extract,
    flight.flight_account_extract,
    letters.held,
    *exclusion.extracts,
    *aid_extract.extracts,
    reporting_extract.named_list_line_extract,
)
timeline_sources.fill(
    file.case_timeline,
    people_timeline,
    children.children_timeline,
    exits.exits_timeline,
    merges.merges_timeline,
    rights.erasures_timeline,
    notes.notes_timeline,
    tasks.tasks_timeline,
    plan.plan_timeline,
    wellbeing.wellbeing_timeline,
    consents.consents_timeline,
    referrals.referrals_timeline,
    documents.documents_timeline,
    rights.subject_requests_timeline,
    interviews.interviews_timeline,
    needs.needs_timeline,
    service.service_timeline,
    identity.wishes_timeline,
    work.work_timeline,
    home.home_timeline,
    shelters_timeline.stays,
    claims_timeline.applications,
    permits.timeline_source,
    renunciation.timeline_source,
    flight.timeline_source,
    letters.timeline_source,
    aid_timeline.commitments,
    aid_timeline.things,
)
api_resources.fill(
    contact.phones_resource,
    identity.identity_documents_resource,
    service.service_records_resource,
    service.sanctions_resource,
    identity.onward_plans_resource,
    needs.needs_resource,
    wellbeing.activities_resource,
    wellbeing.wellbeing_notes_resource,
    work.health_visits_resource,
    documents.documents_resource,
    consents.consents_resource,
    referrals.referrals_resource,
    tasks.tasks_resource,
    plan.plans_resource,
    plan.goals_resource,
    exits.exits_resource,
    home.relatives_resource,
    home.incidents_resource,
    home.detentions_resource,
    claim_interviews.resource,
    terms.resource,
    individual_reviews.resource,
    duplicates.duplicates_resource,
)
calendar_followers.fill(calendar.running_terms)
correction_keepers.fill(corrections.correction_store)

due_sources.fill(
    *exits_due.exit_sources,
    *children.falling_due,
    *shelters_due.sources,
    *handovers.handover_sources,
    slips.slips_outdated,
    tasks.tasks_due,
    plan.plan_reviews,
    rights.subject_requests_due,
    rights.requests_incomplete,
    rights.erasure_claims_due,
    *permits.papers_expiring,
    terms.appeals,
    terms.interviews,
    *claim_interviews.of_interviews,
    terms.legal_terms,
    terms.terms_of_decided_claims,
    *terms.news,
    filing.first_applications,
    renunciation.renunciations_to_verify,
    evidence.reviews_open,
    measures.measures_to_review,
    measures.observations_to_review,
    *letters.letters_to_revoke,
    aid_due.commitments_ending,
    aid_due.agreements_ending,
    home.detention_reviews,
    consents.consents_expiring,
    consents.notices_to_tell,
    consents.bases_to_settle,
    referrals.referrals_due,
    partners.requests_unanswered,
    *needs.need_reviews,
    compartments.accounts_to_read,
    *tasks.news,
    documents.files_refused,
    cases.cases_referred,
    shelters_due.stays_moved,
    *accounts_waiting.news_of_roles,
    reporting_waiting.tables_released,
    *decisions.news,
    *notice_slots.news,
)
waiting_counts.fill(
    accounts_waiting.roles_to_approve,
    reporting_waiting.tables_to_prepare,
    reporting_waiting.tables_to_release,
    reporting_waiting.tables_running,
    reporting_waiting.tables_failed,
    accounts_waiting.idle_accounts,
    conditions_unmet,
    *door.counts,
    outings.people_late,
    *exclusion.to_screen,
)
merge_obstacles.fill(
    families.principal_of_others,
    cases.in_no_case,
    cases.unequal_restriction,
    families.open_relation,
    needs.double_needs,
    exits.double_exits,
    exits.double_losses,
    merges.two_ages,
    children.double_guardians,
    referrals.double_referrals,
    stays.overlapping_stays,
    *merging.obstacles,
)
erasure_obstacles.fill(
    rights.open_case,
    rights.open_requests,
    stays.stays_forbid_erasing,
    claims.open_proceedings,
    commitments_forbid_erasing,
)
closure_obstacles.fill(
    tasks.open_tasks,
    referrals.open_referrals,
    plan.open_plan,
    stays.open_placements,
    claims.open_applications,
    renunciation.pending_renunciations,
    commitments_keep_open,
)
closure_effects.fill(stays.waits_for_beds, terms.running_terms, filing.waiting_to_apply)
relative_obstacles.fill(service.things_handed_over, renunciation.renunciation_on_file)
exit_follow_ups.fill(
    claims.claims_to_settle,
    permits.permits_to_settle,
    renunciation.renunciations_to_settle,
    stays.stays_to_end,
    aid_to_end,
    tasks.tasks_to_settle,
)
service_followers.fill(renunciation.update_claim_review_task, update_claim_restriction_of)
merge_followers.fill(*merging.followers)
consents.shared_under_consent.fill(referrals.shared, interviews.shared_contacts, named_lists)
documents.shown_papers.fill(scans.papers_of)
document_conditions.fill(scans.visible_with_the_paper)
upload_handlers.fill(scans.document_handler, exclusion.paper_handler)
keepers.fill(access)
shelters_panels.lodging_ends.fill(aid_panels.lodging_ends)
who_waits.lodged_elsewhere.fill(lodged_elsewhere)
who_waits.lodged_until.fill(lodged_until)
family_followers.fill(tasks.follow, referrals.follow, stays.stays_follow, aid_family.commitments)
passable_work.fill(
    tasks.passed_tasks, *plan.passed_plans, *terms.terms_to_pass_on, *decisions.passed_dates
)
arrival_followers.fill(
    families.family_change_follower,
    stays.stays_after_arrival,
    applications,
    slips.slip_follower,
    aid_family.things,
)
access_sources.fill(residents_and_waiting, referred_to_legal)
people_finders.fill(by_bed, *claims.finders, slips.by_slip)
list_additions.fill(saved_views)
