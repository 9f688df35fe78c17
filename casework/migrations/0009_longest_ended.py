"""Files that ended longest ago stand in the order of an index: nobody sorts all of them to show the first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casework", "0008_arrivals_last_logged_by")]

    operations = [
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_on__isnull", False)),
                fields=["closed_on"],
                name="cases_closed",
            ),
        ),
        migrations.AddIndex(
            model_name="familymember",
            index=models.Index(
                condition=models.Q(("is_latest", True), ("left_on__isnull", False)),
                fields=["left_on"],
                name="memberships_left",
            ),
        ),
    ]
