from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shelters", "0003_kept_nights")]

    operations = [
        migrations.AddIndex(
            model_name="placement",
            index=models.Index(
                condition=models.Q(cancelled_at=None, checked_in_at=None),
                fields=["starts_on"],
                name="stays_to_begin",
            ),
        ),
        migrations.AddIndex(
            model_name="placement",
            index=models.Index(
                condition=models.Q(cancelled_at=None, ends_on=None),
                fields=["planned_end_on"],
                name="stays_to_end",
            ),
        ),
    ]
