"""What changed says in which table, and what is kept of which tables it was read: only what read them is worked out again."""

import django.contrib.postgres.fields
from django.db import migrations, models

# {target}: the columns that the question of a trigger fills.
WITH_TABLE = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    written text := format(
        'INSERT INTO worklist_toucheddue ({target}, table_name) SELECT asked.*, %L FROM (%s) AS asked', TG_TABLE_NAME, TG_ARGV[0]
    );
BEGIN
    IF TG_OP = 'UPDATE' THEN
        written := 'WITH changed AS (SELECT * FROM was UNION ALL SELECT * FROM became) ' || written;
    END IF;
    EXECUTE written;
    RETURN NULL;
END
$$;
"""
WITHOUT_TABLE = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        EXECUTE 'WITH changed AS (SELECT * FROM was UNION ALL SELECT * FROM became)'
            || ' INSERT INTO worklist_toucheddue ({target}) ' || TG_ARGV[0];
    ELSE
        EXECUTE 'INSERT INTO worklist_toucheddue ({target}) ' || TG_ARGV[0];
    END IF;
    RETURN NULL;
END
$$;
"""
FUNCTIONS = {"worklist_touch": "case_id, person_id, kind", "worklist_touch_sites": "site_id"}


def functions(template: str) -> str:
    return "".join(
        template.replace("{name}", name).replace("{target}", target)
        for name, target in FUNCTIONS.items()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("worklist", "0038_waiting_of_an_office"),
    ]

    operations = [
        migrations.AddField(
            model_name="toucheddue",
            name="table_name",
            field=models.CharField(db_default="", max_length=63),
        ),
        migrations.AddField(
            model_name="keptkind",
            name="tables",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=63), db_default=[], default=list, size=None
            ),
        ),
        migrations.AddIndex(
            model_name="keptdue",
            index=models.Index(fields=["person_id"], name="kept_of_a_person"),
        ),
        migrations.RunSQL(functions(WITH_TABLE), functions(WITHOUT_TABLE)),
        # With the next look everything is worked out anew.
        migrations.RunSQL(
            "INSERT INTO worklist_toucheddue (case_id, person_id, kind) VALUES (NULL, NULL, '')",
            migrations.RunSQL.noop,
        ),
    ]
