"""What falls due, kept; and the triggers that say what changed since."""

from pathlib import Path

from django.db import migrations, models

FOLLOWED = Path(__file__).with_name("kept_due.sql").read_text(encoding="utf-8")
NO_LONGER = (
    "DROP FUNCTION worklist_touch() CASCADE; DROP FUNCTION worklist_touch_everything() CASCADE"
)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0002_guards"),
        ("aid", "0002_cover"),
        ("asylum", "0001_initial"),
        ("casework", "0001_initial"),
        ("reference", "0001_initial"),
        ("shelters", "0001_initial"),
        ('worklist', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='TouchedDue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('case_id', models.UUIDField(null=True)),
                ('person_id', models.UUIDField(null=True)),
                ('kind', models.CharField(db_default='', max_length=40)),
            ],
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
            ],
            options={
                'indexes': [models.Index(fields=['day', 'due_on', 'case_id'], name='kept_by_day'), models.Index(fields=['case_id'], name='kept_of_a_case'), models.Index(fields=['kind', 'about_id'], name='kept_about')],
            },
        ),
        migrations.CreateModel(
            name='KeptKind',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('kind', models.CharField(max_length=40)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'kind'), name='kind_kept_once')],
            },
        ),
        migrations.RunSQL(FOLLOWED, NO_LONGER),
    ]
