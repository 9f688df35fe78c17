"""Kinds of dates and of notices that the work list treats in a way of their own."""

# The kind of date that is a task.
TASK_DUE = "task_due"
# Kinds of notices about a task or a case given to somebody.
TASK_NEWS, CASE_ASSIGNED = ("task_given", "task_passed"), "case_assigned"
# The kinds of date that are terms of a claim and have an owner (`asylum.due`).
TERMS_OF_LAW = ("appeal_term", "interview", "legal_term", "legal_term_behind")
# Dates of an interview with the authority. They belong to the owner of the interview (`asylum.interviews.slots`).
OF_INTERVIEWS = ("interview_to_prepare", "interview_missed", "interview_in_doubt")
# Terms of law and children alone: an overdue one is never hidden from those who answer for the office.
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
# Dates that no page settles: the list itself has a button for that.
WITHOUT_AN_ACT = (
    "bed_back",
    "loss_known",
    "agreement_ends",
    "site_paid_until",
    "site_contract_ends",
    "commitment_ends",
)
# The kind of notice about a date that a colleague handed over.
DATE_HANDED = "date_handed"
