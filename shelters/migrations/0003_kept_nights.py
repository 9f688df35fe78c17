"""What is counted of a night, kept."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('shelters', '0002_sites_by_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptOccupancy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('night', models.DateField()),
                ('site_id', models.UUIDField()),
                ('beds_in_service', models.PositiveIntegerField()),
                ('free_beds', models.PositiveIntegerField()),
                ('surge_places', models.PositiveIntegerField()),
                ('free_surge_places', models.PositiveIntegerField()),
                ('sleepers', models.PositiveIntegerField()),
                ('kept_places', models.PositiveIntegerField()),
                ('is_asked_about', models.BooleanField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('night', 'site_id'), name='occupancy_kept_once')],
            },
        ),
        migrations.CreateModel(
            name='KeptWaiting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('night', models.DateField()),
                ('case_id', models.UUIDField()),
            ],
            options={
                'indexes': [models.Index(fields=['case_id'], name='waiting_of_a_case')],
                'constraints': [models.UniqueConstraint(fields=('night', 'case_id'), name='waiting_kept_once')],
            },
        ),
    ]
