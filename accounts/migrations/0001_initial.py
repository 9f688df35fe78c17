"""Who works here; and what the database itself keeps of roles and of the audit log."""

import accounts.models.office
import django.db.models.deletion
import django.utils.timezone
import pages.order
import uuid
import vault.fields
from django.conf import settings
from django.db import migrations, models
from pathlib import Path

GUARDS = Path(__file__).with_name("guards.sql").read_text(encoding="utf-8")
WITHOUT = """
DROP TRIGGER accounts_audit_now ON accounts_auditevent;
DROP TRIGGER accounts_grant_is_given ON accounts_grant;
DROP TRIGGER accounts_grant_stands ON accounts_grant;
DROP TRIGGER accounts_grant_stays_refused ON accounts_grant;
DROP FUNCTION public.accounts_audit_now();
DROP FUNCTION public.accounts_grant_is_given();
DROP FUNCTION public.accounts_grant_stands();
DROP FUNCTION public.accounts_grant_stays_refused();
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Office',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=100, unique=True)),
                ('country', models.CharField(default='CO', max_length=2)),
                ('time_zone', models.CharField(default='America/Bogota', max_length=50, validators=[accounts.models.office.validate_time_zone])),
                ('address', models.CharField(blank=True, max_length=200)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('organisation', models.CharField(blank=True, max_length=150)),
                ('phone', models.CharField(blank=True, max_length=60)),
            ],
            options={
                'ordering': [pages.order.ByName('name'), 'name'],
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128)),
                ('last_login', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254, unique=True)),
                ('full_name', models.CharField(max_length=150)),
                ('language', models.CharField(default='es', max_length=2)),
                ('has_no_letter_keys', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('office', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='staff', to='accounts.office')),
                ('title', models.CharField(blank=True, max_length=80)),
            ],
            options={
                'ordering': [pages.order.ByName('full_name'), 'full_name'],
            },
        ),
        migrations.CreateModel(
            name='SavedView',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('page', models.CharField(max_length=40)),
                ('name', vault.fields.EncryptedTextField()),
                ('query', vault.fields.EncryptedTextField()),
                ('saved_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_views', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['saved_at'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('session_data', models.TextField()),
                ('expire_date', models.DateTimeField(db_index=True)),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-last_seen_at'],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=100)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='accounts.office')),
            ],
            options={
                'ordering': [pages.order.ByName('office__name'), pages.order.ByName('name')],
            },
        ),
        migrations.CreateModel(
            name='Grant',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('role', models.CharField(max_length=20)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('granted_at', models.DateTimeField(auto_now_add=True)),
                ('needs_approval', models.BooleanField(default=False)),
                ('approved_at', models.DateTimeField(null=True)),
                ('refused_at', models.DateTimeField(null=True)),
                ('refused_because', models.CharField(blank=True, db_default='', default='', max_length=20)),
                ('approved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('granted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('refused_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='grants', to=settings.AUTH_USER_MODEL)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='grants', to='accounts.office')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='grants', to='accounts.team')),
            ],
            options={
                'ordering': ['-starts_on'],
            },
        ),
        migrations.CreateModel(
            name='WantedPasswordLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('verb', models.CharField(max_length=60)),
                ('is_read', models.BooleanField(default=False)),
                ('about_type', models.CharField(blank=True, max_length=60)),
                ('about_id', models.CharField(blank=True, max_length=40)),
                ('case_id', models.UUIDField(null=True)),
                ('details', models.JSONField(default=dict)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('office', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
            ],
            options={
                'ordering': ['-at'],
                'indexes': [models.Index(fields=['-at'], name='audit_newest'), models.Index(fields=['case_id', '-at'], name='audit_of_a_case'), models.Index(fields=['actor', '-at'], name='audit_of_an_actor'), models.Index(fields=['about_id', '-at'], name='audit_of_a_row')],
            },
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('office', 'name'), name='one_team_name_per_office'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='grant_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('role', 'caseworker'), ('team__isnull', False)), models.Q(models.Q(('role', 'caseworker'), _negated=True), ('team__isnull', True)), _connector='OR'), name='grant_names_a_team_for_caseworkers_only'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved_at', None), ('approved_by', None)), models.Q(('approved_at__isnull', False), ('approved_by__isnull', False)), _connector='OR'), name='grant_approval_has_a_name_and_a_moment'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('role', 'screener'), _negated=True), ('ends_on__isnull', False), _connector='OR'), name='grant_of_a_screener_ends'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved_by', models.F('granted_by')), _negated=True), models.Q(('approved_by', models.F('user')), _negated=True)), name='grant_is_approved_by_a_third_person'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('refused_at', None), ('refused_because', ''), ('refused_by', None)), models.Q(('approved_at', None), ('refused_at__isnull', False), ('refused_by__isnull', False), models.Q(('refused_because', ''), _negated=True)), _connector='OR'), name='grant_refusal_has_a_name_a_moment_and_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('refused_by', models.F('granted_by')), _negated=True), models.Q(('refused_by', models.F('user')), _negated=True)), name='grant_is_refused_by_a_third_person'),
        ),
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
        migrations.CreateModel(
            name="OfficeLogo",
            fields=[
                (
                    "office",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="accounts.office",
                    ),
                ),
                ("content", models.BinaryField()),
            ],
        ),
        migrations.RunSQL(GUARDS, WITHOUT),
    ]
