"""Rules that Decreto 0089 of 2025 may have changed get a version from its first day: counted as before, not confirmed.

A copy of the version that stood that day, so that what an office corrected or verified goes on. On an empty list
nothing happens: the tables hold both versions.
"""

import datetime

from django.db import migrations
from django.db.models import Q

SINCE = datetime.date(2025, 1, 25)
CODES = (
    "refugee-application",
    "claim-forwarding",
    "admission-decision",
    "claim-ratification",
    "sc2-validity",
    "leave-after-refusal",
    "visa-after-recognition",
    "visa-registration",
)
UNREAD = "Decreto 0089 sin leer aquí: se cuenta como antes"
NOT_CONFIRMED = "M"


def begin_a_version(apps, schema_editor):
    alias = schema_editor.connection.alias
    rules = apps.get_model("reference", "DeadlineRule").objects.using(alias)
    standing = rules.filter(
        Q(valid_from=None) | Q(valid_from__lt=SINCE),
        Q(valid_to=None) | Q(valid_to__gt=SINCE),
        country="CO",
        code__in=CODES,
    )
    for rule in standing:
        if rules.filter(country="CO", code=rule.code, valid_from=SINCE).exists():
            continue
        newer = rules.get(pk=rule.pk)
        newer.pk, newer._state.adding = None, True
        newer.valid_from = SINCE
        if newer.verified_on is None:
            newer.source, newer.confidence = UNREAD, NOT_CONFIRMED
        newer.save(using=alias)
        rules.filter(pk=rule.pk).update(valid_to=SINCE, perhaps_superseded_by="")


class Migration(migrations.Migration):
    dependencies = [("reference", "0001_initial")]

    operations = [migrations.RunPython(begin_a_version, migrations.RunPython.noop)]
