"""The lists that have filters, by the names of their addresses."""

# Lists with filters of which one at least finds a row in the world.
FILLED = {
    "absence-list", "agreement-list", "application-list", "case-list", "commitment-list", "consent-list", "contact-list",
    "detention-list", "distribution-list", "due-list", "exit-list", "group-report-list", "inbox", "individual-list",
    "organisation-list", "outing-list", "permit-list", "permit-missing", "placement-list", "pledge-list", "referral-list",
    "renunciation-list", "report-list", "reported-figure-list", "request-list", "sent-list",
    "site-incident-list", "site-list", "start-list", "task-list", "tension-list", "user-list",
}  # fmt: skip
# Lists with filters that find nothing there by the first of their values: all count to nought.
EMPTY = {
    "activity-missing", "document-list", "duplicate-list", "family-without-bed-list",
    "import-list", "inbox", "named-list-list", "need-list", "retention-list", "work-right-missing",
}  # fmt: skip
