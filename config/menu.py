"""Navigation of every page: the rooms of the menu with their lists, the main action, the buttons."""

from django.utils.translation import gettext_lazy as _

# A page of a room is (label, URL name, optionally with initial filters, permission, description). Two entries with one
# label are one page for two kinds of users. The first visible entry is the room's link.
_TODAY = [
    (_("Today"), "today", "inbox_read", _("What comes first, and what waits.")),
    (
        _("Due"),
        "due-list",
        "task_read",
        _("Everything with a day: terms, papers, aid, beds, tasks."),
    ),
    (
        _("Tasks"),
        "task-list?whose=mine&state=open",
        "task_change",
        _("What you or a colleague took on."),
    ),
    (
        _("Notices"),
        "inbox",
        "inbox_read",
        _("What others did that concerns you, and what nobody acts on."),
    ),
    (
        _("Imports"),
        "import-list",
        "import_run",
        _("Sheets of arrivals, checked before they are filed."),
    ),
]
_CASES = [
    (
        _("Cases"),
        "case-list?status=open",
        "case_read",
        _("Every family on file, and who looks after it."),
    ),
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
        _("Referrals"),
        "referral-list",
        "referral_read",
        _("Who was referred to which service outside, and what came of it."),
    ),
    (
        _("Consents"),
        "consent-list",
        "consent_read",
        _("What people agreed to, and who agreed to an older text."),
    ),
    (_("Documents"), "document-list", "document_read", _("Papers of all files, the newest first.")),
    (
        _("Without notice or basis"),
        "start-list",
        "consent_read",
        _("Who was not told the privacy notice, or on whose file nothing says why it is kept."),
    ),
    (
        _("Without activity"),
        "activity-missing",
        "wellbeing_read",
        _("Who has had no course, sport or other activity for 30 days."),
    ),
    (
        _("Detained relatives"),
        "detention-list",
        "home_read",
        _("Relatives at home who are detained, since when and by whom."),
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
        _("Who reads what is said about torture and violence."),
    ),
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
_BEDS = [
    (
        _("Sites"),
        "site-list",
        "site_read",
        _("Shelters and hotels, how many sleep there and until when they are paid."),
    ),
    (
        _("Board"),
        "board",
        "site_read",
        _("Every bed by nights, who is in it, and where a family fits."),
    ),
    (
        _("Places for a call"),
        "place-search",
        "placement_change",
        _("Free places for people who have no file yet, held for two hours."),
    ),
    (
        _("Without a bed"),
        "family-without-bed-list",
        "placement_read",
        _("Families in which somebody has no bed tonight."),
    ),
    (
        _("Residents"),
        "placement-list",
        "placement_read",
        _("Who arrives, stays and leaves, site by site."),
    ),
]
_ASYLUM = [
    (_("Permits"), "permit-list", "permit_read", _("Permits to stay, and when they end.")),
    (
        _("Without a valid paper today"),
        "permit-missing",
        "permit_read",
        _("Who holds no paper to stay, since when, and from when one holds again."),
    ),
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
    (
        _("Screening"),
        "screening-list",
        "screening_read",
        _("What was handed in about exclusion, what was done, and what came of it."),
    ),
]
_SUPPORT = [
    (_("Aid that ends"), "forecast", "forecast_read", _("Who loses which aid in the next days.")),
    (
        _("Aid that ends"),
        "forecast-counts",
        "forecast_counts",
        _("How many lose which aid, by payer."),
    ),
    (
        _("Agreements"),
        "agreement-list",
        "agreement_read",
        _("Who pays for what, from when to when."),
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
        _("Organisations"),
        "organisation-list",
        "partner_read",
        _("Who gives, pays or decides, and whom to call there."),
    ),
    (_("Contacts"), "contact-list", "partner_read", _("Whom to call at which organisation.")),
    (
        _("Who does what"),
        "who-does-what",
        "partner_read",
        _("A table to print: organisations by what they give."),
    ),
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
]
_FIGURES = [
    (_("Figures"), "figures", "report_own_read", _("Arrivals, people and beds in numbers.")),
    (
        _("Reports"),
        "report-list",
        "report_released_read",
        _("Tables for funders: prepared, released, sent."),
    ),
    (
        _("Claims and work"),
        "figures-rights",
        "work_read",
        _("Adults with a claim, who knew of the right to work, why employers refused."),
    ),
    (
        _("Asylum and renunciations"),
        "figures-asylum",
        "application_read",
        _("Claims, papers, decisions, appeals and declarations in a period."),
    ),
    (
        _("Reported figures and our own"),
        "figures-reported",
        "report_exact_read",
        _("What others reported beside our own count of that day."),
    ),
    (
        _("Reported figures"),
        "reported-figure-list",
        "partner_read",
        _("What others reported, with its source."),
    ),
]
_OFFICE = [
    (
        _("Roles to approve"),
        "grant-list",
        "grant_approve",
        _("Roles that wait for a second person."),
    ),
    (_("Audit log"), "audit", "audit_read", _("Who did and who read what.")),
    (
        _("Audit log"),
        "audit-office",
        "audit_office_read",
        _("Who did and who read what in your office."),
    ),
    (_("Users"), "user-list", "user_read", _("Accounts, what each may do and until when.")),
    (
        _("Offices and teams"),
        "office-list",
        "office_change",
        _("Where the work is done, and by which teams."),
    ),
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
    (
        _("First steps"),
        "first-steps",
        "office_change",
        _("What has to be there before the first arrival, and who did it."),
    ),
    (
        _("Days of warning"),
        "warning-days-list",
        "office_change",
        _("How many days before a date of each kind people are told."),
    ),
]
# The rooms in the order of the menu; a room without visible pages is hidden.
ROOMS = [
    (_("Today"), _TODAY),
    (_("Cases"), _CASES),
    (_("Beds"), _BEDS),
    (_("Asylum"), _ASYLUM),
    (_("Support"), _SUPPORT),
    (_("Figures"), _FIGURES),
    (_("Office"), _OFFICE),
]
# How many rooms the menu shows (the others are under the account), and how many pages the row of a room shows.
MENU_LENGTH = 6
ROW_LENGTH = 6
# The width of that row in letters on a laptop, with the link to the other lists; a gap counts as four letters.
ROW_LETTERS = 120
# The primary button of every page: the first of these that the user may do. Label, URL name, permission.
FIRST_ACTS = [
    (_("New arrival"), "arrival-log", "case_log"),
    (_("Give a bed"), "family-without-bed-list", "placement_change"),
    (_("Prepare a table"), "report-prepare", "report_prepare"),
]
# Unread notices for the bell: dotted path of a callable that takes the user.
BELL = "worklist.notices.unread.unread_notices"
# URL names of the buttons on every page; one that is not installed is hidden.
FRAME_URLS = {
    "search": "search",
    "bell": "inbox",
    "all_lists": "list-index",
    "account": "account",
    "guide": "guide",
    "login": "account_login",
    "logout": "account_logout",
    "language": "account-language",
    "quick_exit": "quick-exit",
    "session_extend": "session-extend",
}
# Permissions needed for buttons.
FRAME_PERMISSIONS = {"search": "case_card"}
