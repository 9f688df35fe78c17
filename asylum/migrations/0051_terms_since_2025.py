"""Terms that began since Decreto 0089 of 2025, and papers issued since, count by the version of that day."""

from django.db import migrations

BY_THE_VERSION = """
    UPDATE {table} AS row SET rule_id = newer.id
    FROM reference_deadlinerule AS older
    JOIN reference_deadlinerule AS newer
        ON newer.country = older.country AND newer.code = older.code AND newer.valid_from = '2025-01-25'
    WHERE row.rule_id = older.id
        AND (older.valid_from IS NULL OR older.valid_from < newer.valid_from)
        AND row.{day} >= newer.valid_from
        AND (newer.valid_to IS NULL OR row.{day} < newer.valid_to)
"""
DAYS = {"asylum_legaldeadline": "starts_on", "asylum_permit": "issued_on"}


class Migration(migrations.Migration):
    dependencies = [
        ("asylum", "0050_individual_reviews"),
        ("reference", "0020_decree_of_2025"),
    ]

    operations = [
        migrations.RunSQL(BY_THE_VERSION.format(table=table, day=day), migrations.RunSQL.noop)
        for table, day in DAYS.items()
    ]
