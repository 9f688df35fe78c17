import django.db.models.deletion
import uuid
import vault.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('casework', '0001_initial'),
        ('partners', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='NamedList',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('status', models.CharField(default='queued', max_length=8)),
                ('prepared_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('made_at', models.DateTimeField(null=True)),
                ('purpose', models.CharField(max_length=16)),
                ('reason', vault.fields.EncryptedTextField()),
                ('file_name', models.CharField(blank=True, max_length=200)),
                ('left_out', models.JSONField(default=dict)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('prepared_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
            ],
            options={
                'ordering': ['-prepared_at'],
            },
        ),
        migrations.CreateModel(
            name='NamedListLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('is_named', models.BooleanField()),
                ('individual', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='casework.individual')),
                ('named_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='reporting.namedlist')),
            ],
        ),
        migrations.CreateModel(
            name='FunderTable',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('status', models.CharField(default='queued', max_length=8)),
                ('prepared_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('made_at', models.DateTimeField(null=True)),
                ('audience', models.CharField(max_length=8)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('steps_done', models.PositiveIntegerField(default=0)),
                ('steps_total', models.PositiveIntegerField(default=0)),
                ('csv_name', models.CharField(blank=True, max_length=200)),
                ('xlsx_name', models.CharField(blank=True, max_length=200)),
                ('counts_name', models.CharField(blank=True, max_length=200)),
                ('manifest', models.JSONField(default=dict)),
                ('released_at', models.DateTimeField(null=True)),
                ('funder', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('prepared_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('released_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-prepared_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__gt', models.F('starts_on'))), name='table_covers_at_least_a_day'), models.CheckConstraint(condition=models.Q(models.Q(('released_at', None), ('released_by', None)), models.Q(('released_at__isnull', False), ('released_by__isnull', False), ('status', 'ready'), models.Q(('released_by', models.F('prepared_by')), _negated=True)), _connector='OR'), name='table_is_released_by_a_second_person')],
            },
        ),
    ]
