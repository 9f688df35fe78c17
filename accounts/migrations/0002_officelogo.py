"""The logo at the head of an office's letters."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="OfficeLogo",
            fields=[
                (
                    "office",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="accounts.office",
                    ),
                ),
                ("content", models.BinaryField()),
            ],
        ),
    ]
