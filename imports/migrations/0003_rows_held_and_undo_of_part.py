"""Rows that wait for their family are counted apart; of an import the cases are taken back on which nobody has built.

The kind of a remembered word may be as long as the name of its column.
"""

from pathlib import Path

from django.db import migrations, models

UNDO = Path(__file__).with_name("undo.sql").read_text(encoding="utf-8")
CHANGES = (
    (
        """    made_keys uuid[];
BEGIN""",
        """    made_keys uuid[];
    kept_numbers text[];
    reasons text[];
BEGIN""",
    ),
    (
        """    RETURN QUERY SELECT * FROM public.imports_refusals(import_id);
    IF FOUND THEN
        RETURN;
    END IF;
""",
        """    SELECT coalesce(array_agg(r.case_number), '{}'), coalesce(array_agg(r.reason), '{}')
      INTO kept_numbers, reasons FROM public.imports_refusals(import_id) r;
    RETURN QUERY SELECT * FROM unnest(kept_numbers, reasons);
    -- Whatever was said of a case keeps that case alone.
    SELECT coalesce(array_agg(c.id), '{}') INTO made_cases
      FROM public.casework_case c
     WHERE c.id = ANY (made_cases) AND c.number <> ALL (kept_numbers)
       -- The number in the import's own table is the application's to write, and may not be another case's.
       AND NOT EXISTS (SELECT 1 FROM public.imports_importedfamily f
                        WHERE f.batch_id = import_id AND f.case_id = c.id AND f.number <> c.number);
    IF cardinality(made_cases) = 0 THEN
        RETURN;
    END IF;
    SELECT coalesce(array_agg(a.id), '{}') INTO made_arrivals
      FROM public.casework_arrival a WHERE a.case_id = ANY (made_cases);
""",
    ),
)


def undo() -> str:
    """The function that takes an import back, as it was."""
    return UNDO[UNDO.index("CREATE OR REPLACE FUNCTION public.imports_undo") :]


def changed(sql: str) -> str:
    """The same, for the cases that may go. Raises ValueError where it is not what this was written for."""
    for old, new in CHANGES:
        if sql.count(old) != 1:
            raise ValueError(old)
        sql = sql.replace(old, new)
    return sql


class Migration(migrations.Migration):
    dependencies = [("imports", "0002_families_of_several_days")]

    operations = [
        migrations.AddField("importbatch", "rows_held", models.PositiveIntegerField(default=0)),
        migrations.AddField("importchunk", "held", models.PositiveIntegerField(default=0)),
        migrations.AlterField("wordmemory", "kind", models.CharField(max_length=20)),
        migrations.RunSQL(changed(undo()), undo()),
    ]
