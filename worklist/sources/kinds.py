"""The names of kinds of dates and notices that need rules of their own in the worklist."""

# The kind of date that is a task.
TASK_DUE = "task_due"
# Kinds of notices: somebody gave the reader a task, or a case.
TASK_NEWS, CASE_ASSIGNED = ("task_given", "task_passed"), "case_assigned"
# The kinds of date that are terms of law of a claim. A term has an owner (`asylum.terms.slots`).
TERMS_OF_LAW = ("appeal_term", "interview", "legal_term", "legal_term_behind")
# The kinds of date of an interview with the authority. They belong to the owner of the interview
# (`asylum.interviews.slots`).
OF_INTERVIEWS = ("interview_to_prepare", "interview_missed", "interview_in_doubt")
# Nobody can hide an overdue date of these kinds from those who are responsible for the office: terms of law, children
# without an adult, losses to confirm.
NEVER_HIDDEN = (
    "child_missing",
    "child_alone",
    "child_back",
    "age_to_ask",
    "appeal_term",
    "legal_term",
    "application_to_lodge",
    "interview",
    "interview_missed",
    "interview_in_doubt",
    "loss_to_confirm",
)
# Dates that no other page settles: the list of dates has a button that settles them.
WITHOUT_AN_ACT = (
    "bed_back",
    "loss_known",
    "agreement_ends",
    "site_paid_until",
    "site_contract_ends",
    "site_notice",
    "commitment_ends",
)
# The kind of notice about a date that a colleague handed over.
DATE_HANDED = "date_handed"
