"""What the forecast counts, kept as Today's families are: with the next look all of it anew."""

import django.contrib.postgres.fields
from django.db import migrations, models

import aid.querysets.cover


class Migration(migrations.Migration):

    dependencies = [
        ('worklist', '0036_whose_task_it_was'),
    ]

    operations = [
        migrations.RunSQL(
            "INSERT INTO worklist_toucheddue (case_id, person_id, kind) VALUES (NULL, NULL, 'families_ahead')",
            migrations.RunSQL.noop,
        ),
        migrations.AddField(
            model_name='keptahead',
            name='essential',
            field=aid.querysets.cover.DateMultiRangeField(null=True),
        ),
        migrations.AddField(
            model_name='keptahead',
            name='losses',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.DateField(), default=list, size=None),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='keptahead',
            name='number',
            field=models.CharField(default='', max_length=16),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name='KeptStretch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('case_id', models.UUIDField()),
                ('kind', models.CharField(max_length=10)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(null=True)),
                ('people', models.PositiveSmallIntegerField()),
                ('case_team_id', models.UUIDField()),
                ('case_office_id', models.UUIDField()),
                ('case_is_restricted', models.BooleanField()),
            ],
            options={
                'indexes': [models.Index(fields=['day', 'kind', 'starts_on', 'ends_on'], include=('people', 'case_id', 'case_team_id', 'case_office_id', 'case_is_restricted'), name='stretches_alike'), models.Index(fields=['case_id'], name='stretches_of_a_case')],
            },
        ),
    ]
