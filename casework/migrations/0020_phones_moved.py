"""Takes the phone away from the person's row; in a migration of its own, because rows were written before."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("casework", "0019_person")]

    operations = [
        migrations.RemoveField(
            model_name="individual",
            name="is_safe_to_call",
        ),
        migrations.RemoveField(
            model_name="individual",
            name="phone",
        ),
        migrations.RemoveField(
            model_name="individual",
            name="phone_token",
        ),
    ]
