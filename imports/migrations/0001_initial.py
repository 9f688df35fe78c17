"""Sheets of arrivals; and what takes an import back, which reads tables of casework and the audit log."""

import django.db.models.deletion
import uuid
import vault.fields
from django.conf import settings
from django.db import migrations, models
from pathlib import Path

UNDO = Path(__file__).with_name("undo.sql").read_text(encoding="utf-8")
WITHOUT = "DROP FUNCTION public.imports_undo(uuid); DROP FUNCTION public.imports_refusals(uuid)"


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('casework', '0001_initial'),
        ('reference', '0001_initial'),
        ('vault', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ImportBatch',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('status', models.CharField(default='mapping', max_length=8)),
                ('title', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('kind', models.CharField(max_length=4)),
                ('stored_name', models.CharField(blank=True, max_length=60)),
                ('heading_row', models.PositiveIntegerField(default=1)),
                ('sheet', models.PositiveIntegerField(default=0)),
                ('sheets', vault.fields.EncryptedJSONField(null=True)),
                ('headings', vault.fields.EncryptedJSONField(null=True)),
                ('filled', vault.fields.EncryptedJSONField(null=True)),
                ('columns', vault.fields.EncryptedJSONField(null=True)),
                ('rows_hidden', models.PositiveIntegerField(default=0)),
                ('comments', models.PositiveIntegerField(default=0)),
                ('words', vault.fields.EncryptedJSONField(null=True)),
                ('start', vault.fields.EncryptedJSONField(null=True)),
                ('arrived_on', models.DateField()),
                ('is_staged', models.BooleanField(default=False)),
                ('rows_total', models.PositiveIntegerField(default=0)),
                ('rows_checked', models.PositiveIntegerField(default=0)),
                ('rows_good', models.PositiveIntegerField(default=0)),
                ('rows_wrong', models.PositiveIntegerField(default=0)),
                ('rows_doubtful', models.PositiveIntegerField(default=0)),
                ('rows_dropped', models.PositiveIntegerField(default=0)),
                ('rows_done', models.PositiveIntegerField(default=0)),
                ('families_done', models.PositiveIntegerField(default=0)),
                ('rows_to_do', models.PositiveIntegerField(default=0)),
                ('uploaded_at', models.DateTimeField(auto_now_add=True)),
                ('committed_at', models.DateTimeField(null=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('committed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('crossing', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='reference.crossingpoint')),
                ('directorate', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='reference.regionaldirectorate')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.team')),
                ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_sheet', models.PositiveIntegerField(null=True)),
                ('fault', models.JSONField(default=dict)),
                ('rows_held', models.PositiveIntegerField(default=0)),
                ('rows_unread', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': ['-uploaded_at'],
            },
        ),
        migrations.CreateModel(
            name='ImportChunk',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('place', models.PositiveIntegerField()),
                ('is_compared', models.BooleanField(default=False)),
                ('rows', vault.fields.EncryptedJSONField()),
                ('good', models.PositiveIntegerField(default=0)),
                ('wrong', models.PositiveIntegerField(default=0)),
                ('doubtful', models.PositiveIntegerField(default=0)),
                ('dropped', models.PositiveIntegerField(default=0)),
                ('done', models.PositiveIntegerField(default=0)),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='imports.importbatch')),
                ('held', models.PositiveIntegerField(default=0)),
                ('unread', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': ['place'],
            },
        ),
        migrations.CreateModel(
            name='ImportedFamily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('submission', models.UUIDField(unique=True)),
                ('number', models.CharField(max_length=16)),
                ('first_row', models.PositiveIntegerField()),
                ('people', models.PositiveSmallIntegerField()),
                ('documents', models.PositiveSmallIntegerField(default=0)),
                ('services', models.PositiveSmallIntegerField(default=0)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('batch', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='families', to='imports.importbatch')),
                ('case', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='casework.case')),
            ],
            options={
                'ordering': ['first_row'],
            },
        ),
        migrations.CreateModel(
            name='WordMemory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20)),
                ('word_token', models.BigIntegerField()),
                ('meaning', models.CharField(max_length=30)),
                ('confirmed_at', models.DateTimeField(auto_now=True)),
                ('confirmed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.office')),
            ],
        ),
        migrations.CreateModel(
            name='ColumnMemory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('headings_token', models.BigIntegerField()),
                ('columns', models.JSONField()),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.office')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('office', 'user', 'headings_token'), name='one_memory_per_headings')],
            },
        ),
        migrations.AddIndex(
            model_name='importbatch',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['changed_at'], name='imports_still_open'),
        ),
        migrations.AddConstraint(
            model_name='importchunk',
            constraint=models.UniqueConstraint(fields=('batch', 'place'), name='one_chunk_per_place'),
        ),
        migrations.AddConstraint(
            model_name='wordmemory',
            constraint=models.UniqueConstraint(fields=('office', 'kind', 'word_token'), name='one_meaning_per_word'),
        ),
        migrations.RunSQL(UNDO, WITHOUT),
    ]
