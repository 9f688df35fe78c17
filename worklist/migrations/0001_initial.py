"""What falls due, kept; and the triggers that say what changed since."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models
from pathlib import Path

TOUCHED = Path(__file__).with_name("touched.sql").read_text(encoding="utf-8")
WITHOUT = """
DROP FUNCTION worklist_touch() CASCADE;
DROP FUNCTION worklist_touch_everything() CASCADE;
DROP FUNCTION worklist_touch_ahead() CASCADE;
DROP FUNCTION worklist_touch_nights() CASCADE;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('aid', '0001_initial'),
        ('asylum', '0001_initial'),
        ('casework', '0001_initial'),
        ('reference', '0001_initial'),
        ('shelters', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=30, primary_key=True, serialize=False)),
                ('beat_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='TouchedDue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('case_id', models.UUIDField(null=True)),
                ('person_id', models.UUIDField(null=True)),
                ('site_id', models.UUIDField(null=True)),
                ('kind', models.CharField(db_default='', max_length=40)),
                ('table_name', models.CharField(db_default='', max_length=63)),
            ],
        ),
        migrations.CreateModel(
            name='KeptAhead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('case_id', models.UUIDField()),
                ('has_nothing_now', models.BooleanField()),
                ('is_left_with_nothing', models.BooleanField()),
                ('first_loss_on', models.DateField(null=True)),
                ('lost', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), size=None)),
                ('case_team_id', models.UUIDField()),
                ('case_office_id', models.UUIDField()),
                ('case_is_restricted', models.BooleanField()),
            ],
            options={
                'indexes': [models.Index(fields=['day', 'has_nothing_now', 'is_left_with_nothing'], include=('case_id', 'case_team_id', 'case_office_id', 'case_is_restricted'), name='ahead_with_nothing'), models.Index(condition=models.Q(('first_loss_on__isnull', False)), fields=['day', 'first_loss_on'], name='ahead_losing'), models.Index(fields=['case_id'], name='ahead_of_a_case')],
            },
        ),
        migrations.CreateModel(
            name='KeptDue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('kind', models.CharField(max_length=40)),
                ('due_on', models.DateField()),
                ('about_type', models.CharField(max_length=60)),
                ('about_id', models.CharField(max_length=40)),
                ('case_id', models.UUIDField(null=True)),
                ('permission', models.CharField(max_length=40)),
                ('office_id', models.UUIDField(null=True)),
                ('severity', models.CharField(max_length=10)),
                ('warn_days', models.JSONField(null=True)),
                ('person_id', models.UUIDField(null=True)),
                ('case_team_id', models.UUIDField(null=True)),
                ('case_office_id', models.UUIDField(null=True)),
                ('case_is_restricted', models.BooleanField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['day', 'due_on', 'case_id', 'kind', 'about_id'], name='kept_by_day'), models.Index(fields=['day', 'kind', 'due_on', 'case_id', 'about_id'], include=('id', 'office_id', 'case_team_id', 'case_office_id', 'case_is_restricted'), name='kept_of_a_kind'), models.Index(fields=['case_id'], name='kept_of_a_case'), models.Index(fields=['person_id'], name='kept_of_a_person'), models.Index(fields=['kind', 'about_id'], name='kept_about')],
            },
        ),
        migrations.CreateModel(
            name='KeptKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('kind', models.CharField(max_length=40)),
                ('tables', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=63), db_default=[], default=list, size=None)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'kind'), name='kind_kept_once')],
            },
        ),
        migrations.CreateModel(
            name='DueDecision',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=40)),
                ('about_type', models.CharField(max_length=60)),
                ('about_id', models.CharField(max_length=40)),
                ('due_on', models.DateField()),
                ('what', models.CharField(max_length=10)),
                ('until', models.DateField(null=True)),
                ('reason', models.CharField(blank=True, max_length=10)),
                ('outcome', models.CharField(blank=True, max_length=10)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='casework.case')),
                ('office', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('taken_from', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('to', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at'],
                'indexes': [models.Index(condition=models.Q(('undone_at', None)), fields=['kind', 'about_id'], name='standing_decisions')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('to', None), ('until__isnull', False), ('what', 'postponed'), models.Q(('reason', ''), _negated=True)), models.Q(('to', None), ('until', None), ('what', 'done'), models.Q(('outcome', ''), _negated=True)), models.Q(('to__isnull', False), ('until', None), ('what', 'handed')), _connector='OR'), name='decision_says_until_when_or_how_or_to_whom')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=40)),
                ('about_type', models.CharField(max_length=60)),
                ('about_id', models.CharField(max_length=40)),
                ('due_on', models.DateField()),
                ('warning_days', models.SmallIntegerField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('read_at', models.DateTimeField(null=True)),
                ('mailed_at', models.DateTimeField(null=True)),
                ('case', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='casework.case')),
                ('office', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', 'due_on', 'id'],
                'indexes': [models.Index(condition=models.Q(('mailed_at', None)), fields=['user'], name='notices_to_mail'), models.Index(condition=models.Q(('read_at', None)), fields=['user'], name='notices_unread'), models.Index(fields=['user', '-created_at'], name='notices_of_somebody')],
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'about_type', 'about_id', 'due_on', 'warning_days'), name='one_notice_per_warning')],
            },
        ),
        migrations.CreateModel(
            name='StepSaid',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('step', models.CharField(max_length=20)),
                ('holds_for', models.CharField(blank=True, max_length=200)),
                ('said_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_back_at', models.DateTimeField(null=True)),
                ('said_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('taken_back_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-said_at'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('step', 'holds_for'), name='one_standing_word_per_step'), models.CheckConstraint(condition=models.Q(models.Q(('taken_back_at', None), ('taken_back_by', None)), models.Q(('taken_back_at__gte', models.F('said_at')), ('taken_back_by__isnull', False)), _connector='OR'), name='a_word_is_taken_back_by_somebody')],
            },
        ),
        migrations.RunSQL(TOUCHED, WITHOUT),
    ]
