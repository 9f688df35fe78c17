"""How many places of a night are held for people who have not arrived."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('shelters', '0002_contracts'),
    ]

    operations = [
        migrations.AddField(
            model_name='keptoccupancy',
            name='expected_places',
            field=models.PositiveIntegerField(default=0),
        ),
    ]
