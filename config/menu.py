"""What the frame of every page leads to: the menu, the lists by subject, the buttons."""

from django.utils.translation import gettext_lazy as _

# The menu: label, URL name (perhaps with the filters to start with), permission that shows it and, if
# wanted, the dotted path of a callable that takes the user and counts what waits there. In the order
# people read it: what does not fit in one line stands on the page of the last entry.
NAVIGATION: list[tuple[object, ...]] = [
    (_("Today"), "today", "inbox_read"),
    (_("Cases"), "case-list", "case_read"),
    (_("New arrival"), "arrival-log", "case_log"),
    (_("Sites"), "site-list", "site_read"),
    (_("Without a bed"), "family-without-bed-list", "placement_read"),
    (_("Applications"), "application-list", "application_change"),
    (_("Permits"), "permit-list", "permit_read"),
    (_("Renunciations"), "renunciation-missing", "renunciation_change"),
    (_("Due"), "due-list", "task_read"),
    (_("Aid"), "forecast", "forecast_read"),
    (_("Aid"), "forecast-counts", "forecast_counts"),
    (_("Tasks"), "task-list?whose=mine&state=open", "task_change"),
    (_("Notices"), "inbox", "inbox_read", "worklist.inbox.unread_notices"),
    (_("Imports"), "import-list", "import_run"),
    (_("Residents"), "placement-list", "placement_read"),
    (_("Agreements"), "agreement-list", "agreement_read"),
    (_("Figures"), "figures", "report_own_read"),
    (_("Reports"), "report-list", "report_released_read"),
    (_("Users"), "user-list", "user_read"),
    (_("Offices and teams"), "office-list", "office_change"),
    (_("Roles to approve"), "grant-list", "grant_approve"),
    (_("Audit log"), "audit", "audit_read"),
    (_("Audit log"), "audit-office", "audit_office_read"),
    (_("More"), "list-index", "inbox_read"),
]
# As many as fit in one line of a laptop's screen.
MENU_LENGTH = 12
# Lists that do not fit the menu, by subject: label, address, permission, what it is for.
_ASYLUM = [
    (
        _("Applications"),
        "application-list",
        "application_read",
        _("Who applied for asylum, where it stands, what comes next."),
    ),
    (
        _("Renunciations"),
        "renunciation-missing",
        "renunciation_read",
        _("Former members of a force without a verified renunciation."),
    ),
    (
        _("Without the right to work on paper"),
        "work-right-missing",
        "permit_read",
        _("Papers and permits that do not state the right to work, to ask for better ones."),
    ),
]
_PEOPLE = [
    (
        _("People"),
        "individual-list",
        "individual_read",
        _("Everybody, by force, rank band, contacts abroad and plans to travel on."),
    ),
    (
        _("Possible duplicates"),
        "duplicate-list",
        "duplicate_decide",
        _("Two records that may be one person, to compare and decide."),
    ),
    (
        _("People with specific needs"),
        "need-list",
        "need_read",
        _("Who has which need, who provides for others, and what to look at again."),
    ),
    (
        _("In confidence"),
        "account-list",
        "compartment_read",
        _("What was written down for whoever is named to read it."),
    ),
    (
        _("Readers in confidence"),
        "reader-list",
        "compartment_name",
        _("Who reads what is said about violence, and concerns of exclusion."),
    ),
    (
        _("Without activity"),
        "activity-missing",
        "wellbeing_read",
        _("Who has had no course, sport or other activity for 30 days."),
    ),
    (
        _("Without notice or basis"),
        "start-list",
        "consent_read",
        _("Who was not told the privacy notice, or on whose file nothing says why it is kept."),
    ),
    (
        _("Consents"),
        "consent-list",
        "consent_read",
        _("What people agreed to, and who agreed to an older text."),
    ),
    (
        _("Detained relatives"),
        "detention-list",
        "home_read",
        _("Relatives at home who are detained, since when and by whom."),
    ),
    (
        _("Referrals"),
        "referral-list",
        "referral_read",
        _("Who was referred to which service outside, and what came of it."),
    ),
    (_("Documents"), "document-list", "document_read", _("Papers of all files, the newest first.")),
    (
        _("Exits"),
        "exit-list",
        "exit_record",
        _("Who left, how and where to, and how many are still here."),
    ),
    (
        _("Kept long enough"),
        "retention-list",
        "individual_erase",
        _("Whose file ended so long ago that it is to be looked at and erased."),
    ),
    (
        _("Lists with names"),
        "named-list-list",
        "named_list_make",
        _("For partners, of those who agreed to it, and who was left out and why."),
    ),
]
_PARTNERS = [
    (
        _("Organisations"),
        "organisation-list",
        "partner_read",
        _("Who gives, pays or decides, and whom to call there."),
    ),
    (
        _("Who does what"),
        "who-does-what",
        "partner_read",
        _("A table to print: organisations by what they give."),
    ),
    (_("Contacts"), "contact-list", "partner_read", _("Whom to call at which organisation.")),
    (
        _("Requests and offers"),
        "request-list",
        "partner_read",
        _("Who asked whom for what, and what has no answer yet."),
    ),
    (
        _("Tensions"),
        "tension-list",
        "partner_read",
        _("What strained the peace with neighbours and authorities."),
    ),
    (
        _("Reported figures"),
        "reported-figure-list",
        "partner_read",
        _("What others reported, with its source."),
    ),
]
_AID = [
    (
        _("Pledges"),
        "pledge-list",
        "agreement_read",
        _("Money that is sought, pledged or received."),
    ),
    (
        _("Gap per month"),
        "pledge-gap",
        "agreement_read",
        _("What is needed in a month less what was received."),
    ),
    (
        _("Things handed out"),
        "distribution-list",
        "aid_read",
        _("Kits, blankets and clothes: who gave what to whom."),
    ),
    (
        _("Things and visits by provider"),
        "provider-table",
        "aid_read",
        _("How much each provider gave, volunteers too."),
    ),
]
_FIGURES = [
    (
        _("Claims and work"),
        "figures-rights",
        "work_read",
        _("Adults with a claim, who knew of the right to work, why employers refused."),
    ),
    (
        _("Reported figures and our own"),
        "figures-reported",
        "report_exact_read",
        _("What others reported beside our own count of that day."),
    ),
]
_REFERENCE = [
    (
        _("Reference lists"),
        "catalogue",
        "inbox_read",
        _("Rules of law with their sources, crossing points, forces and ranks."),
    ),
    (
        _("Working calendar"),
        "working-calendar",
        "inbox_read",
        _("Public holidays, and days on which terms stood still."),
    ),
    (
        _("Texts that are read to people"),
        "text-list",
        "inbox_read",
        _("The privacy notice and what people agree to, in every version and language."),
    ),
]
LIST_INDEX = [
    (_("Asylum"), _ASYLUM),
    (_("People and families"), _PEOPLE),
    (_("Partners"), _PARTNERS),
    (_("Aid"), _AID),
    (_("Figures"), _FIGURES),
    (_("Reference lists"), _REFERENCE),
]
# Where the buttons of every page's frame lead; one that this installation lacks is not shown.
FRAME_URLS = {
    "search": "search",
    "account": "account",
    "guide": "guide",
    "login": "account_login",
    "logout": "account_logout",
    "language": "account-language",
    "quick_exit": "quick-exit",
    "session_extend": "session-extend",
}
# Buttons that only those get who hold a permission.
FRAME_PERMISSIONS = {"search": "case_card"}
