from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddConstraint(
            model_name="grant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("granted_by", None),
                    models.Q(("granted_by", models.F("user")), _negated=True),
                    _connector="OR",
                ),
                name="grant_is_given_by_somebody_else",
            ),
        ),
    ]
