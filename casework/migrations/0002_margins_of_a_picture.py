"""What is cut off a picture that is sent again to be cropped."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casework', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='documentupload',
            name='margins',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), default=list, size=None),
        ),
    ]
