"""Whether a paper states the right to work is said of the paper, not of its scan: what was said of scans is carried over."""

from django.db import migrations

from casework.rules.numbers import tail_of
from vault import cipher
from vault.errors import KeyDestroyed
from vault.keys import KeyRing
from vault.search import exact_token

STAY_PAPER, OTHER = "stay_paper", "other"
LONGEST = 60


def carry(apps, schema_editor):
    """Each scan that was read becomes a paper in use of that person, known by the scan's title."""
    alias = schema_editor.connection.alias
    documents = apps.get_model("casework", "CaseDocument").objects.using(alias)
    papers = apps.get_model("casework", "IdentityDocument").objects.using(alias)
    for scan in documents.exclude(work_statement="").order_by("filed_at").iterator():
        if (person := holder(apps, alias, scan)) is None:
            continue
        title = opened(scan)
        papers.create(
            key_id=person.key_id,
            individual_id=person.pk,
            type=STAY_PAPER if scan.kind == "permit" else OTHER,
            country="CO",
            number=title,
            number_token=exact_token(title, purpose="document"),
            tail_token=exact_token(tail_of(title), purpose="document tail"),
            states_work_right=scan.work_statement,
            ended_on=scan.withdrawn_on,
            end_reason="replaced" if scan.withdrawn_on else "",
        )


def holder(apps, alias, scan):
    """Whom the scan is about or, where it is about the whole case, its principal; nobody who was erased."""
    people = apps.get_model("casework", "Individual").objects.using(alias)
    found = people.filter(pk=scan.individual_id).first() if scan.individual_id else None
    if found is None:
        members = apps.get_model("casework", "FamilyMember").objects.using(alias)
        heads = members.filter(case_id=scan.case_id, relation_to_principal="FP")
        head = heads.order_by("-joined_on").first() or (
            members.filter(case_id=scan.case_id).order_by("joined_on").first()
        )
        found = people.filter(pk=head.individual_id).first() if head else None
    return None if found is None or found.erased_on else found


def opened(scan):
    """The scan's title, short enough for a paper's number."""
    field = scan._meta.get_field("title")
    try:
        key = KeyRing().key(scan.key_id)
    except KeyDestroyed:
        return "?"
    return field.unpack(cipher.unseal(key, getattr(scan, field.attname), field.place(scan.pk)))[
        :LONGEST
    ]


class Migration(migrations.Migration):
    dependencies = [("casework", "0026_catalogued_rows")]

    operations = [migrations.RunPython(carry, migrations.RunPython.noop)]
