from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shelters", "0004_stays_that_ask")]

    operations = [
        migrations.AddField(
            model_name="keptwaiting",
            name="case_office_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddIndex(
            model_name="keptwaiting",
            index=models.Index(
                fields=["night", "case_office_id"], include=("case_id",), name="waiting_of_an_office"
            ),
        ),
    ]
