import django.db.models.deletion
import pages.order
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Department',
            fields=[
                ('code', models.CharField(max_length=2, primary_key=True, serialize=False)),
                ('iso_code', models.CharField(blank=True, max_length=6)),
                ('name', models.CharField(max_length=60)),
            ],
            options={
                'ordering': [pages.order.ByName('name')],
            },
        ),
        migrations.CreateModel(
            name='Force',
            fields=[
                ('name_en', models.CharField(blank=True, max_length=80)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('code', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('short_name', models.CharField(max_length=20)),
                ('kind', models.CharField(max_length=12)),
                ('country', models.CharField(default='VE', max_length=2)),
            ],
            options={
                'ordering': ['kind', 'name'],
            },
        ),
        migrations.CreateModel(
            name='NeedCode',
            fields=[
                ('code', models.CharField(max_length=8, primary_key=True, serialize=False)),
                ('family', models.CharField(max_length=2)),
                ('name_en', models.CharField(max_length=80)),
                ('name_es', models.CharField(max_length=80)),
                ('is_restricted', models.BooleanField(default=False)),
                ('room_needs', models.JSONField(blank=True, default=list)),
            ],
            options={
                'ordering': ['code'],
            },
        ),
        migrations.CreateModel(
            name='Rank',
            fields=[
                ('name_en', models.CharField(blank=True, max_length=80)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('code', models.CharField(max_length=30, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60)),
                ('band', models.CharField(max_length=12)),
                ('order', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'ordering': ['order'],
            },
        ),
        migrations.CreateModel(
            name='SanctionInstrument',
            fields=[
                ('code', models.CharField(max_length=30, primary_key=True, serialize=False)),
                ('on', models.DateField()),
                ('name_en', models.CharField(max_length=120)),
                ('name_es', models.CharField(max_length=120)),
                ('source', models.CharField(max_length=120)),
                ('confidence', models.CharField(max_length=10)),
            ],
            options={
                'ordering': ['on'],
            },
        ),
        migrations.CreateModel(
            name='State',
            fields=[
                ('code', models.CharField(max_length=6, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60)),
                ('country', models.CharField(max_length=2)),
            ],
            options={
                'ordering': ['country', pages.order.ByName('name')],
            },
        ),
        migrations.CreateModel(
            name='DeadlineRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('code', models.CharField(max_length=40)),
                ('country', models.CharField(default='CO', max_length=2)),
                ('trigger_event', models.CharField(max_length=120)),
                ('target_event', models.CharField(max_length=160)),
                ('amount', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('unit', models.CharField(max_length=12)),
                ('fixed_on', models.DateField(blank=True, null=True)),
                ('counts_from_next_day', models.BooleanField(default=True)),
                ('extends_to_open_day', models.BooleanField(default=False)),
                ('stops_when_suspended', models.BooleanField(default=False)),
                ('is_renewable', models.BooleanField(default=False)),
                ('warn_days', models.JSONField(default=list)),
                ('valid_from', models.DateField(blank=True, null=True)),
                ('valid_to', models.DateField(blank=True, null=True)),
                ('legal_reference', models.CharField(max_length=200)),
                ('perhaps_superseded_by', models.CharField(blank=True, max_length=200)),
                ('source', models.CharField(max_length=200)),
                ('confidence', models.CharField(max_length=10)),
                ('verified_by', models.CharField(blank=True, max_length=120)),
                ('verified_on', models.DateField(blank=True, null=True)),
            ],
            options={
                'ordering': ['code', 'valid_from'],
                'constraints': [models.UniqueConstraint(fields=('country', 'code', 'valid_from'), name='one_version_of_a_rule_per_day', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('valid_to', None), ('valid_from', None), ('valid_to__gt', models.F('valid_from')), _connector='OR'), name='rule_ends_after_it_starts')],
            },
        ),
        migrations.CreateModel(
            name='HouseText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('code', models.CharField(max_length=30)),
                ('version', models.PositiveSmallIntegerField()),
                ('language', models.CharField(max_length=2)),
                ('title', models.CharField(max_length=120)),
                ('body', models.TextField()),
                ('in_force_from', models.DateField(blank=True, null=True)),
            ],
            options={
                'ordering': ['code', '-version', 'language'],
                'constraints': [models.UniqueConstraint(fields=('code', 'version', 'language'), name='one_text_per_version_and_language')],
            },
        ),
        migrations.CreateModel(
            name='Municipality',
            fields=[
                ('code', models.CharField(max_length=5, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60)),
                ('department', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='municipalities', to='reference.department')),
            ],
            options={
                'ordering': [pages.order.ByName('name')],
            },
        ),
        migrations.CreateModel(
            name='CrossingPoint',
            fields=[
                ('name_en', models.CharField(blank=True, max_length=80)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('code', models.CharField(max_length=30, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('is_official', models.BooleanField(default=True)),
                ('municipality', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='reference.municipality')),
            ],
            options={
                'ordering': [pages.order.ByName('name')],
            },
        ),
        migrations.CreateModel(
            name='PublicHoliday',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('country', models.CharField(max_length=2)),
                ('on', models.DateField()),
                ('name', models.CharField(max_length=80)),
                ('is_worked', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['on'],
                'constraints': [models.UniqueConstraint(fields=('country', 'on'), name='one_holiday_per_day')],
            },
        ),
        migrations.CreateModel(
            name='RegionalDirectorate',
            fields=[
                ('name_en', models.CharField(blank=True, max_length=80)),
                ('ended_on', models.DateField(blank=True, null=True)),
                ('code', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=60)),
                ('departments', models.ManyToManyField(blank=True, related_name='directorates', to='reference.department')),
            ],
            options={
                'ordering': [pages.order.ByName('name')],
            },
        ),
        migrations.CreateModel(
            name='TermSuspension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('country', models.CharField(max_length=2)),
                ('starts_on', models.DateField()),
                ('through_on', models.DateField()),
                ('legal_reference', models.CharField(max_length=200)),
                ('source', models.CharField(max_length=200)),
                ('confidence', models.CharField(max_length=10)),
                ('withdrawn_on', models.DateField(blank=True, editable=False, null=True)),
                ('withdrawn_because', models.CharField(blank=True, editable=False, max_length=200)),
            ],
            options={
                'ordering': ['-starts_on'],
                'constraints': [models.CheckConstraint(condition=models.Q(('through_on__gte', models.F('starts_on'))), name='suspension_ends_after_it_starts')],
            },
        ),
        migrations.CreateModel(
            name='WorkRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('country', models.CharField(max_length=2)),
                ('paper', models.CharField(max_length=6)),
                ('name_en', models.CharField(max_length=80)),
                ('name_es', models.CharField(max_length=80)),
                ('allows', models.CharField(max_length=10)),
                ('condition_en', models.CharField(blank=True, max_length=160)),
                ('condition_es', models.CharField(blank=True, max_length=160)),
                ('valid_from', models.DateField(blank=True, null=True)),
                ('valid_to', models.DateField(blank=True, null=True)),
                ('legal_reference', models.CharField(max_length=200)),
                ('source', models.CharField(max_length=200)),
                ('confidence', models.CharField(max_length=10)),
            ],
            options={
                'ordering': ['country', 'paper', 'valid_from'],
                'constraints': [models.UniqueConstraint(fields=('country', 'paper', 'valid_from'), name='one_version_of_a_work_rule_per_day', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('valid_to', None), ('valid_from', None), ('valid_to__gt', models.F('valid_from')), _connector='OR'), name='work_rule_ends_after_it_starts')],
            },
        ),
        migrations.CreateModel(
            name='TermDay',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('country', models.CharField(max_length=2)),
                ('code', models.CharField(max_length=40)),
                ('starts_on', models.DateField()),
                ('last_on', models.DateField()),
                ('rule', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days', to='reference.deadlinerule')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('country', 'code', 'starts_on'), name='one_last_day_per_rule_and_start')],
            },
        ),
    ]
