from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("worklist", "0037_kept_stretches"),
        ("shelters", "0005_waiting_of_an_office"),
    ]

    operations = [
        # With the next look everything is worked out anew.
        migrations.RunSQL(
            "INSERT INTO worklist_toucheddue (case_id, person_id, kind) VALUES (NULL, NULL, '')",
            migrations.RunSQL.noop,
        ),
    ]
