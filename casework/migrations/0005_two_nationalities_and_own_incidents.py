"""A second nationality, and incidents done to the person of the file or on this side of the border."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_letterhead'),
        ('casework', '0004_service_asked'),
        ('reference', '0002_order_of_names'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='homeincident',
            name='is_here',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='homeincident',
            name='is_own',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='individual',
            name='second_nationality',
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddConstraint(
            model_name='homeincident',
            constraint=models.CheckConstraint(condition=models.Q(('is_own', False), ('relative', None), _connector='OR'), name='own_incident_is_no_relatives'),
        ),
        migrations.AddConstraint(
            model_name='homeincident',
            constraint=models.CheckConstraint(condition=models.Q(('is_here', False), ('state', None), _connector='OR'), name='incident_here_is_in_no_state_of_origin'),
        ),
        migrations.AddConstraint(
            model_name='individual',
            constraint=models.CheckConstraint(condition=models.Q(('second_nationality', ''), models.Q(models.Q(('nationality', ''), _negated=True), models.Q(('second_nationality', models.F('nationality')), _negated=True)), _connector='OR'), name='second_nationality_is_another_one'),
        ),
    ]
