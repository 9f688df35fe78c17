"""A summons tells the hour and the place of the interview."""

import vault.fields
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('asylum', '0005_standing_overrides'),
    ]

    operations = [
        migrations.AddField(
            model_name='claiminterview',
            name='at_time',
            field=models.TimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='claiminterview',
            name='place',
            field=vault.fields.EncryptedTextField(blank=True, max_length=255, null=True),
        ),
        migrations.AddField(
            model_name='legaldeadline',
            name='at_time',
            field=models.TimeField(blank=True, null=True),
        ),
    ]
