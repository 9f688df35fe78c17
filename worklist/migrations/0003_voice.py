"""A notice whose date moved is withdrawn, and may be written again if the date comes back."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('worklist', '0002_notices_to_leave')]

    operations = [
        migrations.AddField('notice', 'withdrawn_at', models.DateTimeField(null=True)),
        migrations.RemoveConstraint('notice', 'one_notice_per_warning'),
        migrations.AddConstraint(
            'notice',
            models.UniqueConstraint(
                condition=models.Q(('withdrawn_at', None)),
                fields=['user', 'kind', 'about_type', 'about_id', 'due_on', 'warning_days'],
                name='one_notice_per_warning',
            ),
        ),
    ]
