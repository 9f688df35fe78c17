"""The schema of keys, apart from everything else, and the index operators that name search needs."""

import uuid
from django.contrib.postgres.operations import CreateExtension
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.RunSQL("CREATE SCHEMA IF NOT EXISTS vault", migrations.RunSQL.noop),
        CreateExtension("intarray"),
        migrations.CreateModel(
            name='DamagedValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('model', models.CharField(max_length=60)),
                ('field', models.CharField(max_length=60)),
                ('row_id', models.UUIDField()),
                ('found_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('model', 'field', 'row_id'), name='damage_is_told_once')],
            },
        ),
        migrations.CreateModel(
            name='SubjectKey',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('wrapped', models.BinaryField(null=True)),
                ('wrapped_with', models.CharField(max_length=16)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('destroyed_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': '"vault"."subject_key"',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('destroyed_at__isnull', False), ('wrapped__isnull', True)), models.Q(('destroyed_at__isnull', True), ('wrapped__isnull', False)), _connector='OR'), name='subject_key_is_there_or_destroyed')],
            },
        ),
    ]
