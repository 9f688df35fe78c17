"""The audit log's verbs of casework, in words."""

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "arrival.listed": _("looked at the list of arrivals"),
    "arrival.logged": _("logged the arrival"),
    "arrival.read": _("opened an arrival"),
    "card.read": _("opened the reduced card"),
    "case.assigned": _("said who looks after the case"),
    "case.unassigned": _("left the case without anybody who looks after it"),
    "case.closed": _("closed the case"),
    "case.listed": _("looked at the list of cases"),
    "case.moved": _("moved the case to another team"),
    "case.read": _("opened the file"),
    "case.reopened": _("reopened the case"),
    "case.restricted": _("restricted the case"),
    "case.unrestricted": _("lifted the restriction"),
    "detention.ended": _("recorded the end of a detention at home"),
    "detention.listed": _("looked at the list of detained relatives"),
    "detention.recorded": _("recorded that a relative is detained"),
    "detention.reviewed": _("wrote what is known of a detention at home"),
    "contact.added": _("added somebody to the contact directory"),
    "contact.changed": _("changed an entry of the contact directory"),
    "contact.ended": _("took somebody off the contact directory"),
    "contact.listed": _("looked at the contact directory"),
    "document.downloaded": _("downloaded a document"),
    "document.filed": _("filed a document"),
    "document.previewed": _("looked at the picture of a document"),
    "document.read": _("opened a document"),
    "document.replaced": _("filed a newer version of a document"),
    "document.withdrawn": _("withdrew a document"),
    "document.added": _("added a document"),
    "draft.discarded": _("discarded a draft"),
    "draft.read": _("opened a draft"),
    "draft.saved": _("kept a draft"),
    "history.read": _("looked at who opened the file"),
    "home.read": _("looked at relatives and incidents at home"),
    "incident.corrected": _("corrected an incident at home"),
    "incident.recorded": _("recorded an incident at home"),
    "import.checked": _("checked the rows of an import"),
    "import.committed": _("put the rows of an import on file"),
    "import.downloaded": _("downloaded the rows of an import that wait"),
    "import.dropped": _("dropped the rows of an import that waited"),
    "import.ended": _("an import ended and its sheet was destroyed"),
    "import.listed": _("looked at the list of imports"),
    "import.read": _("looked at the rows of an import"),
    "import.row_dropped": _("dropped a row of an import"),
    "import.row_mended": _("mended a row of an import"),
    "import.rows_accepted": _("took doubtful rows of an import as new people"),
    "import.undone": _("undid an import"),
    "import.uploaded": _("uploaded a sheet of arrivals"),
    "individual.corrected": _("corrected a person's record"),
    "individual.listed": _("looked at the list of people"),
    "individual.read": _("opened a person's record"),
    "member.added": _("added somebody to the family"),
    "member.left": _("recorded that somebody left the family"),
    "note.corrected": _("corrected a note"),
    "note.edited": _("mended a note"),
    "note.listed": _("looked at the list of notes"),
    "note.read": _("opened a note"),
    "note.written": _("wrote a note"),
    "organisation.added": _("added an organisation"),
    "organisation.changed": _("changed an organisation"),
    "participation.recorded": _("recorded whether an organisation takes part"),
    "partner_role.ended": _("ended what an organisation does"),
    "partner_role.given": _("recorded what an organisation does"),
    "principal.changed": _("changed the principal"),
    "referral.made": _("referred the case"),
    "relative.corrected": _("corrected what is on file of a relative at home"),
    "relative.recorded": _("recorded a relative at home"),
    "reported_figure.added": _("recorded a reported figure"),
    "reported_figure.corrected": _("corrected a reported figure"),
    "request.answered": _("recorded the answer to a request"),
    "request.listed": _("looked at the list of requests"),
    "request.made": _("recorded a request"),
    "search.made": _("found the case in a search"),
    "service.recorded": _("recorded service in a force"),
    "task.assigned": _("gave a task to somebody"),
    "task.listed": _("looked at the list of tasks"),
    "task.moved": _("moved a task to another day"),
    "task.read": _("opened a task"),
    "task.reopened": _("took up a settled task again"),
    "task.set": _("set a task"),
    "task.settled": _("settled a task"),
    "tension.listed": _("looked at the list of tensions"),
    "tension.recorded": _("recorded a tension"),
}


def in_words(verb: str) -> str | Promise:
    """What somebody did, as a sentence without subject; the verb itself where no room has words for it.

    settings.AUDIT_VERBS names the rooms' dictionaries, this one among them.
    """
    for path in settings.AUDIT_VERBS:
        if words := import_string(path).get(verb):
            return words
    return verb
