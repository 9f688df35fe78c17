"""The arrival that somebody logged last is found without sorting all of theirs: each new one begins with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casework", "0007_individuals_as_counted")]

    operations = [
        migrations.AddIndex(
            model_name="arrival",
            index=models.Index(fields=["logged_by", "-logged_at"], name="arrivals_last_logged_by"),
        ),
    ]
