from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casework", "0009_longest_ended")]

    operations = [
        migrations.AddIndex(
            model_name="individual",
            index=models.Index(
                fields=["id"],
                include=["sex", "birth_year", "birth_precision"],
                name="individuals_as_sleepers",
            ),
        ),
    ]
