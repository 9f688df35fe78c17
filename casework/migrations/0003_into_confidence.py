"""What stood among the needs and is none moves into the compartment of exclusion; who read of it gets the role for it.

Alleged perpetrator (LP-AP), criminal record (LP-CR) and threat to staff (LP-ST) were needs that every legal officer of a
case read. Each becomes an account in confidence: its code and days, what it is known from and its note, sealed anew. The
need goes, with the notices, dates and corrections about it; the audit log keeps that a need was recorded, which never said
which. Of who was erased nothing is left to move.

Whoever was named to read of exclusion without a last day, and is a legal officer still, gets the role of a screener for
half a year; a supervisor named them. Backwards nothing happens: moved back it would lie open again to who may not see it.
"""

import datetime

from django.db import migrations
from django.db.models import Q
from django.utils import timezone

from vault.errors import KeyDestroyed, KeyMissing, Tampered
from vault.fields import open_value

CODES = ("LP-AP", "LP-CR", "LP-ST")
NEED = "casework.specificneed"
SOURCES = {"own_account": "person", "family": "relative", "observed": "seen"}
TOLD_ABOUT = ("worklist_notice", "worklist_duedecision", "worklist_keptdue")
HALF_A_YEAR = datetime.timedelta(days=183)


class Tables:
    """The tables as this step knows them, on the connection that migrates."""

    def __init__(self, apps, schema_editor):
        self._apps, self.connection = apps, schema_editor.connection

    def model(self, label):
        return self._apps.get_model(label)

    def rows(self, label):
        return self.model(label).objects.using(self.connection.alias)

    def add(self, label, **values):
        row = self.model(label)(**values)
        row.save(force_insert=True, using=self.connection.alias)
        return row


def move_needs(apps, schema_editor):
    """Each need becomes an account about the record under which it was written."""
    tables = Tables(apps, schema_editor)
    moving = tables.rows("casework.SpecificNeed").filter(code__in=CODES)
    needs = list(moving.select_related("individual", "code"))
    was_about = _before_merges(tables, needs)
    for need in needs:
        _confide(tables, need, was_about.get(str(need.pk), need.individual))
    _forget(tables, [str(need.pk) for need in needs])
    moving.delete()
    tables.rows("reference.NeedCode").filter(pk__in=CODES).delete()


def _confide(tables, need, individual):
    if individual.erased_on:
        return
    said = [_opened(tables, need, name) for name in ("note", "withdrawn_because")]
    lasted = f"{need.starts_on} – {need.ended_on or ''}".strip(" –")
    name = f"{need.code_id} {need.code.name_es}"
    account = tables.add(
        "casework.SealedAccount",
        key_id=individual.key_id,
        office_id=individual.office_id,
        individual=individual,
        compartment="exclusion",
        written_on=timezone.localdate(need.recorded_at),
        kind="concern",
        source=SOURCES.get(need.source, "others"),
        text="\n".join([f"{name} · {lasted}", *filter(None, said)]),
        recorded_by_id=need.recorded_by_id,
    )
    # Django would say that it was written down today.
    written = tables.rows("casework.SealedAccount").filter(pk=account.pk)
    written.update(recorded_at=need.recorded_at)
    tables.add(
        "casework.AccountHandling",
        account=account,
        what="written",
        by_id=need.recorded_by_id,
    )


def _opened(tables, need, name):
    """What a sealed column says; nothing where its key is gone or it is damaged."""
    sealed = tables.rows("casework.SpecificNeed").values_list(name, flat=True).get(pk=need.pk)
    try:
        return open_value(type(need), name, sealed, pk=need.pk, key_id=need.key_id) if sealed else ""
    except (KeyDestroyed, KeyMissing, Tampered):
        return ""


def _before_merges(tables, needs):
    """Whose record a need was written about, where a merge that stands moved it since."""
    moved = tables.rows("casework.MovedValue").filter(
        model=NEED, row__in=[str(need.pk) for need in needs], merge__undone_at=None
    )
    first = {}
    for each in moved.filter(column__startswith="individual").order_by("-pk"):
        first[each.row] = each.before
    people = tables.rows("casework.Individual").in_bulk(list(first.values()))
    by_key = {str(key): person for key, person in people.items()}
    return {row: by_key[before] for row, before in first.items() if before in by_key}


def _forget(tables, keys):
    """What else named these needs: a notice or a correction without its row would tell that there was one."""
    tables.rows("casework.MovedValue").filter(model=NEED, row__in=keys).delete()
    tables.rows("casework.Correction").filter(about_type=NEED, about_id__in=keys).delete()
    with tables.connection.cursor() as cursor:
        for table in TOLD_ABOUT:
            cursor.execute("SELECT to_regclass(%s)", [f"public.{table}"])
            if cursor.fetchone()[0]:
                cursor.execute(
                    f"DELETE FROM {table} WHERE about_type = %s AND about_id = ANY (%s)",  # noqa: S608
                    [NEED, keys],
                )


def give_roles(apps, schema_editor):
    """A naming for exclusion of a legal officer becomes a grant with an end, and ends itself."""
    tables = Tables(apps, schema_editor)
    today = timezone.localdate()
    in_force = Q(ends_on=None) | Q(ends_on__gt=today)
    officers = tables.rows("accounts.Grant").filter(
        in_force, role="legal_officer", starts_on__lte=today
    )
    counting = officers.exclude(needs_approval=True, approved_at=None)
    lawyers = set(counting.values_list("user_id", "office_id"))
    for naming in tables.rows("casework.AccountReader").filter(in_force, compartment="exclusion"):
        day = max(today, naming.starts_on)
        if (naming.reader_id, naming.office_id) in lawyers:
            _give(tables, naming, starts_on=day)
        naming.ends_on = day
        naming.save(update_fields=["ends_on"])


def _give(tables, naming, *, starts_on):
    grant = tables.add(
        "accounts.Grant",
        user_id=naming.reader_id,
        role="screener",
        office_id=naming.office_id,
        starts_on=starts_on,
        ends_on=naming.ends_on or starts_on + HALF_A_YEAR,
        granted_by_id=naming.named_by_id,
    )
    tables.add(
        "accounts.AuditEvent",
        office_id=naming.office_id,
        verb="grant.given",
        about_type="accounts.grant",
        about_id=str(grant.pk),
        details={"user": str(naming.reader_id), "role": "screener", "waits": False},
    )


class Migration(migrations.Migration):
    dependencies = [
        ("casework", "0002_accounts_hold_nobody"),
        ("accounts", "0003_screeners_end"),
        ("reference", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(move_needs, migrations.RunPython.noop),
        migrations.RunPython(give_roles, migrations.RunPython.noop),
    ]
