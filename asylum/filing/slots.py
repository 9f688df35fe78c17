"""First applications as due items, and as a warning when a case closes."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.permissions import Permission
from asylum.filing.querysets import to_lodge
from casework.children.querysets import grown_this_year
from casework.register.models.case import Case
from casework.register.models.individual import Individual

# An item stays due until an application is made: a late application is possible, with a reason.
first_applications = due.Source(
    kind="application_to_lodge",
    title=gettext_lazy("Application to lodge"),
    permission=Permission.APPLICATION_READ,
    about=Individual,
    key="individual_id",
    date="last_day",
    case="case_id",
    office="individual__office_id",
    rows_on=to_lodge,
    say=lambda individual: _("No application yet: %(number)s") % {"number": individual.number},
    person="individual_id",
    what=lambda individual: _("the last day to apply for asylum"),
    warns="warn_days",
    asks_first=grown_this_year,
    actions=(
        due.DueAction(gettext_lazy("Lodge"), "application-lodge", Permission.APPLICATION_CHANGE),
    ),
    shown_in_panel="deadlines",
)


def waiting_to_apply(case: Case) -> list[str]:
    """Returns a warning if current or former members of the case have not applied and still may."""
    count = to_lodge(case.office.today(), [case.pk]).filter(case=case).count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d person has made no application: the last day to apply leaves what falls due.",
        "%(count)d people have made no application: the last day to apply leaves what falls due.",
        count,
    )
    return [sentence % {"count": count}]
