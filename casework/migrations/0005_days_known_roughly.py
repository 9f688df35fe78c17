"""Days of which the month or the year may be all that is known: kept as the days among which they lie.

Service, what was handed over and sanctions were known to the day; incidents and detentions at home had a word for it beside.
"""

from django.db import migrations, models

import pages.rough_days

HOME = {"homeincident": "happened_on", "detention": "since"}
EXACT = {
    "disarmament": ("on",),
    "originsanction": ("on",),
    "servicerecord": ("served_from", "served_until"),
    "detention": ("ended_on",),
}
TO_DAYS = """ALTER TABLE casework_{table} ALTER COLUMN "{column}" TYPE daterange
USING CASE WHEN "{column}" IS NOT NULL THEN daterange("{column}", {until}) END"""
TO_A_DAY = 'ALTER TABLE casework_{table} ALTER COLUMN "{column}" TYPE date USING lower("{column}")'
A_DAY_LATER = '"{column}" + 1'
AS_KNOWN = """CASE precision WHEN 'month' THEN ("{column}" + interval '1 month')::date
WHEN 'year' THEN ("{column}" + interval '1 year')::date ELSE "{column}" + 1 END"""
KNOWN_BY = """UPDATE casework_{table} SET precision = CASE WHEN "{column}" IS NULL THEN 'unknown'
WHEN upper("{column}") - lower("{column}") > 31 THEN 'year'
WHEN upper("{column}") - lower("{column}") > 1 THEN 'month' ELSE 'day' END"""


def _days(table, column, until=A_DAY_LATER, reverse=(TO_A_DAY,)):
    until = until.format(column=column)
    return migrations.RunSQL(
        TO_DAYS.format(table=table, column=column, until=until),
        [each.format(table=table, column=column) for each in reverse],
        state_operations=[
            migrations.AlterField(
                table, column, pages.rough_days.RoughDayColumn(blank=True, null=True)
            )
        ],
    )


def _check(table, name, end, start):
    condition = ~models.Q(**{f"{end}__fully_lt": models.F(start)})
    return migrations.AddConstraint(table, models.CheckConstraint(condition=condition, name=name))


class Migration(migrations.Migration):
    dependencies = [("casework", "0004_service_asked")]

    operations = [
        migrations.RemoveConstraint("servicerecord", "service_ends_after_it_starts"),
        migrations.RemoveConstraint("detention", "detention_ends_after_it_starts"),
        migrations.RemoveConstraint("detention", "detention_has_a_day_unless_unknown"),
        migrations.RemoveConstraint("homeincident", "incident_has_a_day_unless_unknown"),
        *(_days(table, column) for table, columns in EXACT.items() for column in columns),
        *(_days(table, column, AS_KNOWN, (KNOWN_BY, TO_A_DAY)) for table, column in HOME.items()),
        migrations.RemoveField("homeincident", "precision"),
        migrations.RemoveField("detention", "precision"),
        _check("servicerecord", "service_ends_after_it_starts", "served_until", "served_from"),
        _check("detention", "detention_ends_after_it_starts", "ended_on", "since"),
    ]
