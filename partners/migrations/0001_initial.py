import django.db.models.deletion
import pages.order
import uuid
import vault.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('reference', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Organisation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=120, unique=True)),
                ('short_name', models.CharField(blank=True, max_length=30)),
                ('kind', models.CharField(max_length=20)),
                ('is_named_in_exports', models.BooleanField(default=True)),
            ],
            options={
                'ordering': [pages.order.ByName('short_name', 'name'), 'name'],
            },
        ),
        migrations.CreateModel(
            name='Participation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('status', models.CharField(max_length=10)),
                ('on', models.DateField()),
                ('reason', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='participations', to='partners.organisation')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-on', '-recorded_at'],
            },
        ),
        migrations.CreateModel(
            name='PartnerContact',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('post', vault.fields.EncryptedTextField(blank=True, max_length=120, null=True)),
                ('name', vault.fields.EncryptedTextField(blank=True, max_length=150, null=True)),
                ('phone', vault.fields.EncryptedTextField(blank=True, max_length=40, null=True)),
                ('email', vault.fields.EncryptedTextField(blank=True, max_length=254, null=True)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contacts', to='partners.organisation')),
            ],
            options={
                'ordering': [pages.order.ByName('organisation__name'), 'changed_at'],
            },
        ),
        migrations.CreateModel(
            name='TensionEvent',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('on', models.DateField()),
                ('kind', models.CharField(max_length=10)),
                ('level', models.PositiveSmallIntegerField()),
                ('source', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('account', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('is_mistake', models.BooleanField(default=False)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='reference.municipality')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-on', '-recorded_at'],
            },
        ),
        migrations.CreateModel(
            name='OrganisationRole',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('role', models.CharField(max_length=10)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roles', to='partners.organisation')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['role', '-starts_on'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ends_on', None)), fields=('office', 'organisation', 'role'), name='one_running_role_of_a_kind'), models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='role_ends_after_it_starts')],
            },
        ),
        migrations.CreateModel(
            name='PartnerRequest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('kind', models.CharField(max_length=10)),
                ('on', models.DateField()),
                ('words', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('outcome', models.CharField(default='open', max_length=10)),
                ('answered_on', models.DateField(blank=True, null=True)),
                ('reason', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('is_mistake', models.BooleanField(default=False)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
                ('asked_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-on', '-recorded_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('asked_by__isnull', False), ('asked_of__isnull', False), _connector='OR'), name='request_names_a_partner'), models.CheckConstraint(condition=models.Q(('asked_by', None), ('asked_of', None), models.Q(('asked_by', models.F('asked_of')), _negated=True), _connector='OR'), name='request_goes_to_somebody_else'), models.CheckConstraint(condition=models.Q(models.Q(('answered_on', None), ('outcome', 'open')), models.Q(models.Q(('outcome', 'open'), _negated=True), ('answered_on__gte', models.F('on')), ('answered_on__isnull', False)), _connector='OR'), name='answered_request_has_a_day')],
            },
        ),
        migrations.CreateModel(
            name='ReportedFigure',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('code', models.CharField(blank=True, editable=False, max_length=40, null=True, unique=True)),
                ('metric', models.CharField(max_length=16)),
                ('on', models.DateField()),
                ('is_day_approximate', models.BooleanField(default=False)),
                ('operator', models.CharField(max_length=10)),
                ('value', models.PositiveIntegerField()),
                ('value_to', models.PositiveIntegerField(blank=True, null=True)),
                ('source', models.CharField(max_length=200)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('recorded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['metric', 'on', 'value'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('operator', 'between'), ('value_to__gt', models.F('value'))), models.Q(models.Q(('operator', 'between'), _negated=True), ('value_to', None)), _connector='OR'), name='only_a_range_has_two_ends')],
            },
        ),
    ]
