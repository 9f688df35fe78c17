"""What figures count of people stands in an index of its own, beside which the wide rows are not read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casework", "0006_former_members_by_birth_year")]

    operations = [
        migrations.AddIndex(
            model_name="individual",
            index=models.Index(
                fields=["id"],
                include=["category", "sex", "birth_year", "birth_precision"],
                name="individuals_as_counted",
            ),
        ),
    ]
