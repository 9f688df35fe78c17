"""How the audit log describes changes of reference lists, by event code."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "crossing.added": _("added a crossing point"),
    "crossing.corrected": _("corrected a crossing point"),
    "directorate.added": _("added a regional directorate"),
    "directorate.corrected": _("corrected a regional directorate"),
    "force.added": _("added a force"),
    "force.corrected": _("corrected a force"),
    "holiday.added": _("added a public holiday"),
    "holiday.corrected": _("corrected a public holiday"),
    "instrument.added": _("added a decree or order"),
    "instrument.corrected": _("corrected a decree or order"),
    "municipality.added": _("added a municipality"),
    "municipality.corrected": _("corrected a municipality"),
    "rank.added": _("added a rank"),
    "rank.corrected": _("corrected a rank"),
    "rule.corrected": _("corrected a rule of law"),
    "rule.version_added": _("added a version of a rule of law"),
    "suspension.added": _("added a suspension of terms"),
    "suspension.withdrawn": _("took back a suspension of terms"),
    "work_rule.added": _("added a version of the law about work"),
    "work_rule.corrected": _("corrected what the law says about work"),
    "text.version_added": _("added a version of a text that is read to people"),
}
