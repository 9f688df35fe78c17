"""Every table of the project says how a slip in it is put right, or why none can be made or mended there."""

from collections import Counter
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.models import Model

from tests.test_url_permissions import addresses

# Old and new stay readable, with who put it right and why; or one says on that page that it was a mistake.
CORRECTED = {
    "aid.agreement": "agreement-notice-correct",
    "aid.commitment": "commitment-correct",
    "aid.itemdistribution": "distribution-correct",
    "aid.opengap": "gap-correct",
    "aid.pledge": "pledge-correct",
    "asylum.applicationstatuschange": "application-step-correct",
    "asylum.asylumapplication": "application-correct",
    "asylum.flightaccount": "flight-correct",
    "asylum.legaldeadline": "deadline-correct",
    "asylum.permit": "permit-correct",
    "asylum.renunciation": "renunciation-correct",
    "asylum.renunciationstatuschange": "renunciation-step-correct",
    "casework.activity": "activity-correct",
    "casework.alias": "alias-correct",
    "casework.anonymitywish": "anonymity-correct",
    "casework.arrival": "arrival-correct",
    "casework.casetask": "task-correct",
    "casework.consent": "consent-step-correct",
    "casework.consentstep": "consent-step-correct",
    "casework.contactabroad": "contact-abroad-correct",
    "casework.factchange": "change-correct",
    "casework.familymember": "member-correct",
    "casework.filebasis": "basis-correct",
    "casework.healthscreening": "screening-correct",
    "casework.healthvisit": "visit-correct",
    "casework.identitydocument": "paper-correct",
    "casework.individual": "individual-correct",
    "casework.informalwork": "informal-work-correct",
    "casework.informationgiven": "information-correct",
    "casework.jobapplication": "job-application-correct",
    "casework.mediarestriction": "media-correct",
    "casework.note": "note-correct",
    "casework.originsanction": "sanction-correct",
    "casework.outsideinterview": "interview-correct",
    "casework.phone": "phone-correct",
    "casework.planreview": "review-correct",
    "casework.privacynotice": "notice-correct",
    "casework.referral": "referral-correct",
    "casework.referralstep": "referral-step-correct",
    "casework.relationship": "relationship-correct",
    "casework.servicerecord": "service-correct",
    "casework.subjectrequest": "subject-request-correct",
    "casework.wellbeingnote": "wellbeing-correct",
    "casework.workauthorisation": "work-right-correct",
    "partners.organisationrole": "partner-role-correct",
    "partners.partnerrequest": "request-correct",
    "partners.tensionevent": "tension-correct",
    "shelters.bedclosure": "bed-closure-correct",
    "shelters.mealservice": "meals-day",
    "shelters.outing": "outing-correct",
    "shelters.placement": "placement-correct",
    "shelters.rollanswer": "roll-call",
    "shelters.room": "room-change",
    "shelters.sitebill": "site-bill-correct",
    "shelters.sitecontract": "site-contract-correct",
    "shelters.siteincident": "site-incident-correct",
    "shelters.sitenotice": "site-notice-correct",
    "shelters.sitepayment": "site-payment-correct",
}
# The same page that shows the row lets it be typed anew; the audit log says who did.
REWRITTEN = {
    "accounts.office": "office-change",
    "accounts.officelogo": "logo-change",
    "accounts.team": "team-change",
    "accounts.user": "user-rename",
    "aid.statedneed": "need-state",
    "asylum.claiminterview": "claim-interview",
    "asylum.interpreter": "interpreter-change",
    "asylum.pathwaypaper": "pathway-paper-correct",
    "asylum.pathwaystage": "pathway-stage-correct",
    "asylum.permitkind": "permit-kind-correct",
    "casework.arrivaldraft": "draft-continue",
    "casework.detention": "detention-review",
    "casework.disarmament": "disarmament-record",
    "casework.homeincident": "incident-correct",
    "casework.relativeabroad": "relative-correct",
    "partners.organisation": "organisation-change",
    "partners.partnercontact": "contact-change",
    "partners.reportedfigure": "reported-figure-correct",
    "reference.crossingpoint": "crossing-correct",
    "reference.deadlinerule": "rule-correct",
    "reference.force": "force-correct",
    "reference.municipality": "municipality-correct",
    "reference.publicholiday": "holiday-correct",
    "reference.rank": "rank-correct",
    "reference.regionaldirectorate": "directorate-correct",
    "reference.sanctioninstrument": "instrument-correct",
    "reference.workrule": "work-rule-correct",
    "worklist.warningdays": "warning-days-change",
    "shelters.moveline": "move-plan-family",
    "shelters.site": "site-change",
    "shelters.siteaddress": "site-address-change",
}
# Taken back, ended or withdrawn, and recorded anew where something else is right.
TAKEN_BACK = {
    "accounts.grant": "grant-end",
    "accounts.savedview": "view-forget",
    "accounts.standin": "stand-in-end",
    "asylum.letter": "letter-revoke",
    "asylum.dismissedcontradiction": "contradiction-restore",
    "asylum.evidence": "evidence-withdraw",
    "asylum.groupreport": "group-report-withdraw",
    "asylum.identificationcontest": "contest-withdraw",
    "asylum.individualreview": "individual-review-withdraw",
    "asylum.measure": "measure-withdraw",
    "asylum.observation": "observation-withdraw",
    "asylum.paperscan": "scan-withdraw",
    "asylum.recruitmentapproach": "approach-withdraw",
    "asylum.renunciationdemand": "word-withdraw",
    "asylum.screening": "screening-take-back",
    "asylum.screeningpaper": "screening-take-back",
    "asylum.screeningstep": "screening-take-back",
    "asylum.screeningupload": "screening-take-back",
    "asylum.termextension": "extension-retract",
    "casework.accountreader": "reader-end",
    "casework.arrivalslip": "slip-revoke",
    "casework.authoritytold": "authority-told-withdraw",
    "casework.caregiver": "caregiver-withdraw",
    "casework.case": "case-reopen",
    "casework.caseassignment": "cases-assign-undo",
    "casework.casedocument": "document-withdraw",
    "casework.documentupload": "document-replace",
    "casework.documentversion": "document-replace",
    "casework.exit": "exit-back",
    "casework.familychange": "family-undo",
    "casework.interviewedperson": "part-retract",
    "casework.legalreferral": "legal-referral-take-back",
    "casework.lossreport": "loss-withdraw",
    "casework.merge": "merge-undo",
    "casework.namedaccess": "case-unrestrict",
    "casework.plangoal": "goal-move",
    "casework.planstep": "step-move",
    "casework.specificneed": "need-withdraw",
    "worklist.duedecision": "due-decision-undo",
    "imports.importbatch": "import-undo",
    "imports.importedfamily": "import-undo",
    "imports.importchunk": "import-row-mend",
    "reference.termsuspension": "suspension-withdraw",
    "shelters.bed": "bed-remove",
    "shelters.moveplan": "move-plan-drop",
    "shelters.posting": "posting-end",
    "worklist.stepsaid": "first-step-take-back",
}
# A newer word counts from its day on, and the older one stays readable as what was said before.
FOLLOWED = {
    "asylum.evidencereply": "evidence-reply",
    "asylum.measurereview": "measure-review-retract",
    "asylum.observationreview": "observation-review-retract",
    "asylum.standingreview": "standing-review-resolve",
    "casework.caseplan": "plan-review",
    "casework.duplicatepair": "duplicate-decide",
    "casework.livelihood": "livelihood-record",
    "casework.onwardplan": "onward-record",
    "casework.pairdecision": "duplicate-decide",
    "imports.columnmemory": "import-columns",
    "imports.wordmemory": "import-words",
    "partners.participation": "participation-record",
    "reference.housetext": "text-version-add",
    "shelters.bedhold": "call-release",
    "shelters.doorrule": "door-rule",
    "shelters.siteincidentdecision": "site-incident-decide",
}
# Never changed, for the reason beside it.
KEPT_AS_THEY_ARE = {
    "accounts.auditevent": "says what was done, also what was done wrongly",
    "aid.commitmentevent": "history",
    "aid.pledgemove": "steps; the right one follows, written by pledge-correct",
    "asylum.asylumapplicationevent": "history",
    "asylum.checklistmark": "what was said; the next one follows, and the newest counts",
    "asylum.permitevent": "history",
    "asylum.renunciationevent": "history",
    "asylum.screeninglook": "who looked at a screening for exclusion",
    "asylum.termpassed": "that a term went to a colleague; it is handed back, and the row says so",
    "asylum.termmove": "what moved a term; a holiday or suspension that was wrong is itself put right",
    "casework.accounthandling": "who opened an account in confidence",
    "casework.caseevent": "history",
    "casework.casestatuschange": "steps; reopening follows a wrong closing",
    "casework.caseteamchange": "steps; moving back follows a wrong move",
    "casework.correction": "what was put right, itself",
    "casework.erasure": "that a file was erased, which nothing undoes",
    "casework.familymemberevent": "history",
    "casework.movedvalue": "what a merge changed, from which it is undone",
    "casework.noteversion": "former words of a note",
    "casework.planmove": "steps; the status moves on from each",
    "casework.sealedaccount": "whoever wrote it has no way back to it, lest it be asked for",
    "casework.taskmove": "steps; reopening follows a wrong one",
    "casework.workpassed": "who passed work on to whom",
    "reporting.fundertable": "says what left the house; a right one follows",
    "reporting.namedlist": "says what left the house; a right one follows",
    "reporting.namedlistline": "says what left the house; a right one follows",
    "shelters.placementevent": "history",
    "shelters.stayreason": "why somebody was placed in spite of a rule; falls with the act it was given for",
}
# No page of ours takes typed words for them.
NEVER_TYPED = {
    "accounts.session": "log-ins",
    "accounts.wantedpasswordlink": "mails that wait",
    "aid.cover": "a view of the database",
    "asylum.permitpair": "loaded from tables",
    "casework.namesearch": "typed words that nobody keeps; forgotten within the hour",
    "casework.numberseries": "counters",
    "casework.waitingfile": "a chosen file, kept for a day at most",
    "reference.department": "loaded from tables",
    "reference.needcode": "loaded from tables",
    "reference.state": "loaded from tables",
    "reference.termday": "counted from holidays and suspensions",
    "shelters.keptoccupancy": "worked out",
    "shelters.keptwaiting": "worked out",
    "vault.damagedvalue": "what the vault met",
    "vault.subjectkey": "keys",
    "worklist.heartbeat": "the clock's",
    "worklist.keptahead": "worked out",
    "worklist.keptdue": "worked out",
    "worklist.keptkind": "worked out",
    "worklist.notice": "written by the clock",
    "worklist.toucheddue": "written by triggers",
}
BY_A_PAGE = (CORRECTED, REWRITTEN, TAKEN_BACK, FOLLOWED)
GROUPS = (*BY_A_PAGE, KEPT_AS_THEY_ARE, NEVER_TYPED)


def tables() -> dict[str, type[Model]]:
    """Every model of the project by its label, made of rows or shown as a view."""
    ours = [app for app in apps.get_app_configs() if Path(app.path).parent == settings.BASE_DIR]
    return {model._meta.label_lower: model for app in ours for model in app.get_models()}


def unsaid(known: set[str]) -> set[str]:
    """Tables of which no group says how a slip in them is put right."""
    return known - {name for group in GROUPS for name in group}


def nowhere(routes: set[str]) -> set[str]:
    """Routes that a group names and that do not exist."""
    return {route for group in BY_A_PAGE for route in group.values()} - routes


def route_names() -> set[str]:
    return {pattern.name for _, pattern in addresses() if pattern.name}


def test_every_table_says_how_a_slip_is_put_right():
    assert unsaid(set(tables())) == set()


def test_a_table_that_nobody_sorted_is_noticed():
    assert unsaid({*tables(), "casework.newtable"}) == {"casework.newtable"}


def test_every_page_that_puts_right_exists():
    assert nowhere(route_names()) == set()


def test_a_page_that_is_gone_is_noticed():
    assert nowhere(route_names() - {"phone-correct"}) == {"phone-correct"}


def test_no_table_is_sorted_twice_and_none_that_is_gone():
    names = Counter(name for group in GROUPS for name in group)
    assert [name for name, times in names.items() if times > 1] == []
    assert set(names) - set(tables()) == set()


def test_what_only_grows_is_rewritten_by_no_page():
    grows = {name for name, model in tables().items() if getattr(model, "append_only", False)}
    assert grows
    assert grows & {*REWRITTEN, *NEVER_TYPED} == set()


def test_whatever_can_be_a_mistake_has_a_page_to_say_so():
    mistakable = {
        name
        for name, model in tables().items()
        if "is_mistake" in {field.name for field in model._meta.get_fields()}
    }
    assert mistakable
    assert mistakable - {*CORRECTED, *REWRITTEN, *TAKEN_BACK} == set()
