"""What higher floors add to lower ones, as dotted paths in their order; a system check resolves each."""

# Where a lower floor asks something of a higher one. Every entry is checked at start.
CASE_PANELS: list[str] = [
    "casework.panels.family",
    "shelters.panels.current_placement",
    "aid.panels.coverage",
    "asylum.panels.deadlines",
    "asylum.panels.applications",
    "asylum.panels.permits",
    "asylum.panels.renunciation",
    "casework.panels.needs.needs",
    "casework.panels.needs.room_needs",
    "asylum.panels.flight",
    "casework.panels.service",
    "casework.panels.disarmament.disarmament",
    "casework.panels.relationships.relationships",
    "casework.panels.relationships.apart",
    "casework.panels.notes.notes",
    "casework.panels.tasks.tasks",
    "casework.panels.plan.plan",
    "casework.panels.wellbeing.wellbeing",
    "casework.panels.arrival",
    "casework.panels.documents.documents",
    "casework.panels.consents.consents",
    "casework.panels.outside_referrals.referrals",
    "casework.panels.interviews.interviews",
    "casework.panels.exits.exits",
    "casework.panels.subject_requests.subject_requests",
    "casework.panels.timeline.timeline",
    "casework.panels.home.relatives",
    "casework.panels.home.incidents",
    "casework.panels.work.work",
    "casework.panels.work.visits",
    "aid.panels.things",
]
# Who says what is held about a person, and what is left out of an extract and why.
EXTRACT_SOURCES: list[str] = [
    "casework.extract.person.person",
    "casework.extract.situation.situation",
    "casework.extract.file.file",
    "casework.extract.papers.papers",
    "casework.extract.work.work",
    "shelters.extract.stays",
    "asylum.extract.legal",
    "aid.extract.aid",
    "reporting.extract.lists",
]
# What a case's timeline tells, each source behind its own permission.
TIMELINE_SOURCES: list[str] = [
    "casework.timeline.case.case",
    "casework.timeline.people.people",
    "casework.timeline.people.exits",
    "casework.timeline.people.records",
    "casework.timeline.people.erasures",
    "casework.timeline.notes.notes",
    "casework.timeline.tasks.tasks",
    "casework.timeline.plan.plan",
    "casework.timeline.wellbeing.wellbeing",
    "casework.timeline.papers.consents",
    "casework.timeline.papers.referrals",
    "casework.timeline.papers.documents",
    "casework.timeline.papers.requests",
    "casework.timeline.papers.interviews",
    "casework.timeline.situation.needs",
    "casework.timeline.situation.service",
    "casework.timeline.situation.wishes",
    "casework.timeline.work.work",
    "casework.timeline.home.home",
    "shelters.timeline.stays",
    "asylum.timeline.applications",
    "asylum.timeline.permits",
    "asylum.timeline.renunciations",
    "asylum.timeline.flight",
    "aid.timeline.commitments",
    "aid.timeline.things",
]
# Each room's words for the verbs that it writes into the audit log.
AUDIT_VERBS: list[str] = [
    "casework.verbs.VERBS",
    "shelters.verbs.VERBS",
    "asylum.verbs.VERBS",
    "aid.verbs.VERBS",
    "reporting.verbs.VERBS",
]
# By what else than name and number somebody is found: (typed, user) to ids of individuals, or None.
PEOPLE_FINDERS: list[str] = [
    "shelters.finding.by_bed",
]
# Why two records of one person may not be merged yet: callables (survivor, merged) -> casework.merging.Obstacle.
MERGE_BLOCKERS: list[str] = [
    "casework.merging.principal_of_others",
    "casework.merging.in_no_case",
    "casework.merging.unequal_restriction",
    "casework.merging.open_relation",
    "casework.merging.double_needs",
    "casework.merging.double_exits",
    "casework.merging.double_referrals",
    "shelters.merging.overlapping_stays",
    "asylum.merging.two_open_applications",
    "asylum.merging.two_standing_renunciations",
]
# Why somebody may not be erased yet: callables (individual, today) -> sentences.
ERASURE_BLOCKERS: list[str] = [
    "casework.erasure.open_case",
    "casework.erasure.open_requests",
    "shelters.erasure.open_stays",
    "asylum.erasure.open_proceedings",
    "aid.erasure.open_commitments",
]
# Why somebody without a record of service still counts as a former member: callables (individual) -> sentences.
RELATIVE_BLOCKERS: list[str] = [
    "casework.former_members.things_handed_over",
    "asylum.former_members.renunciation_on_file",
]
# What is still to do once somebody has left: callables (individual, user) -> casework.leaving.FollowUp.
EXIT_FOLLOW_UPS: list[str] = [
    "shelters.leaving.open_stays",
]
# What has been shared under a consent already: callables (consent, user) -> casework.leaving.FollowUp.
SHARED_UNDER_CONSENT: list[str] = [
    "casework.shared.referrals",
    "casework.shared.contacts",
    "reporting.shared.named_lists",
]
CASE_CLOSURE_BLOCKERS: list[str] = [
    "casework.closures.tasks.open_tasks",
    "casework.closures.referrals.open_referrals",
    "casework.closures.plan.open_plan",
    "shelters.closure.open_placements",
    "asylum.closure.open_applications",
    "asylum.closure.pending_renunciations",
    "aid.closure.open_commitments",
]
# What goes along when people move from one case to another, and what is said about it beforehand.
FAMILY_FOLLOWERS: list[str] = [
    "shelters.family.stays",
    "aid.family.commitments",
]
# What else hangs on the day of an arrival: objects with contradictions(people, on=) and follow(people, was=, on=, by=).
ARRIVAL_FOLLOWERS: list[str] = [
    "shelters.arrivals.stays",
    "asylum.arrivals.applications",
]
CASE_ACCESS_SOURCES: list[str] = [
    "shelters.access.residents_and_waiting",
    "asylum.access.referred_to_legal",
]
DUE_SOURCES: list[str] = [
    "shelters.due.paid_until",
    "shelters.due.contracts_ending",
    "shelters.due.stays_ending",
    "shelters.due.surge_reviews",
    "shelters.due.beds_back",
    "casework.due.assignments.cases_assigned",
    "casework.due.tasks.tasks_due",
    "casework.due.plan.plan_reviews",
    "casework.due.subject_requests.subject_requests",
    "asylum.due.permits_expiring",
    "asylum.due.appeals",
    "asylum.due.interviews",
    "asylum.due.legal_terms",
    "asylum.due.first_applications",
    "asylum.due.renunciations_to_verify",
    "aid.due.commitments_ending",
    "aid.due.agreements_ending",
    "casework.due.detentions.reviews",
    "casework.due.consents.consents_expiring",
    "casework.due.referrals.referrals_due",
    "casework.due.requests.requests_unanswered",
    "casework.due.needs.reviews",
    "casework.due.needs.restricted_reviews",
]
# What every list gets beside its rows: callables (request, queryset, filterset) that give more of its context.
LIST_ADDITIONS: list[str] = [
    "accounts.views.saved_views.saved_views",
]
# What stands on the Today page, in this order; everybody sees the blocks whose permission they hold.
TODAY_BLOCKS: list[str] = [
    "worklist.blocks.arrivals.new_arrival",
    "worklist.blocks.beds.tonight",
    "worklist.blocks.beds.coming_and_going",
    "worklist.blocks.beds.without_a_bed",
    "worklist.blocks.tasks.my_tasks",
    "worklist.blocks.dates.dates",
    "worklist.blocks.aid.losing_aid",
    "worklist.blocks.aid.losing_aid_by_payer",
    "worklist.blocks.arrivals.recent_arrivals",
    "worklist.blocks.duplicates.possible_duplicates",
    "worklist.blocks.incomplete.incomplete_arrivals",
    "worklist.blocks.arrivals.my_drafts",
    "worklist.blocks.imports.my_imports",
    "worklist.blocks.beds.paid_until",
]
