"""Whether a person was asked about service in a force: of those on file before, nobody knows."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casework', '0003_facts_change'),
    ]

    operations = [
        migrations.AddField(
            model_name='individual',
            name='is_service_asked',
            field=models.BooleanField(default=False),
        ),
    ]
