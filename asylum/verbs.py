"""The audit log's verbs of asylum, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "application.listed": _("looked at the list of applications"),
    "application.corrected": _("corrected an application"),
    "application.lodged": _("lodged an application"),
    "application.moved": _("recorded a step of an application"),
    "application.prepared": _("began an application"),
    "application.read": _("opened an application"),
    "application.step_corrected": _("corrected the day of a step of an application"),
    "deadline.computed_anew": _("computed a legal term anew, as the day of arrival was corrected"),
    "deadline.moved": _("moved a legal term, as the working calendar changed"),
    "deadline.settled": _("settled a legal term"),
    "flight.read": _("opened an account of flight"),
    "flight.recorded": _("recorded an account of flight"),
    "permit.cancelled": _("cancelled a permit"),
    "permit.corrected": _("corrected a permit"),
    "permit.listed": _("looked at the list of permits"),
    "permit.read": _("opened a permit"),
    "permit.recorded": _("recorded a permit"),
    "permit.retracted": _("took back a permit that was recorded by mistake"),
    "permit.renewed": _("renewed a permit"),
    "work_right.listed": _("looked at papers without the right to work"),
    "renunciation.corrected": _("corrected a renunciation"),
    "renunciation.demanded": _("recorded whether the authority asks for a renunciation"),
    "renunciation.listed": _("looked at the list of renunciations"),
    "renunciation.mistaken": _("took back a renunciation that was recorded by mistake"),
    "renunciation.not_yet": _("postponed the verification of a renunciation"),
    "renunciation.read": _("opened a renunciation"),
    "renunciation.recorded": _("recorded a renunciation"),
    "renunciation.refused": _("refused a renunciation"),
    "renunciation.step_corrected": _("corrected the day of a step of a renunciation"),
    "renunciation.submitted": _("handed a renunciation to the authority"),
    "renunciation.verified": _("verified a renunciation"),
    "renunciation.withdrawn": _("withdrew a renunciation"),
}
