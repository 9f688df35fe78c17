"""Contracts, payments, bills and notices of sites as dated rows; what they add up to stands with the site."""

import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.db.models.deletion
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def rows_of_sites(apps, schema_editor):
    """Writes what stands on file of each site as its first contract and payment. Nobody on file recorded them."""
    sites, contracts, payments = (
        apps.get_model('shelters', each).objects.using(schema_editor.connection.alias)
        for each in ('Site', 'SiteContract', 'SitePayment')
    )
    for site in sites.all():
        if site.contract_starts_on or site.contract_ends_on:
            starts_on = site.contract_starts_on or site.opened_on
            if site.contract_ends_on is None or site.contract_ends_on > starts_on:
                contracts.create(site=site, starts_on=starts_on, ends_on=site.contract_ends_on)
        if site.paid_until:
            day = min(site.paid_until, timezone.localdate())
            payments.create(site=site, paid_until=site.paid_until, paid_on=day)


class Migration(migrations.Migration):

    dependencies = [
        ('partners', '0001_initial'),
        ('shelters', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='site',
            name='contract_gaps',
            field=django.contrib.postgres.fields.ArrayField(base_field=django.contrib.postgres.fields.ranges.DateRangeField(), blank=True, default=list, size=None),
        ),
        migrations.AddField(
            model_name='site',
            name='must_leave_on',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='SiteBill',
            fields=[
                ('is_mistake', models.BooleanField(default=False)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('paper', models.CharField(blank=True, max_length=255)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('billed_on', models.DateField()),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14)),
                ('currency', models.CharField(max_length=3)),
                ('settled_on', models.DateField(blank=True, null=True)),
                ('recorded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('site', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='shelters.site')),
            ],
            options={
                'ordering': ['-billed_on', '-recorded_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__gt', models.F('starts_on'))), name='site_bill_is_for_a_night'), models.CheckConstraint(condition=models.Q(('amount__gt', Decimal('0'))), name='site_bill_has_an_amount'), models.CheckConstraint(condition=models.Q(('settled_on', None), ('settled_on__gte', models.F('billed_on')), _connector='OR'), name='site_bill_is_settled_after_it_came')],
            },
        ),
        migrations.CreateModel(
            name='SiteContract',
            fields=[
                ('is_mistake', models.BooleanField(default=False)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('paper', models.CharField(blank=True, max_length=255)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('rate', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True)),
                ('rate_per', models.CharField(blank=True, max_length=4)),
                ('currency', models.CharField(blank=True, max_length=3)),
                ('payer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
                ('recorded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('site', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='shelters.site')),
            ],
            options={
                'ordering': ['-starts_on', '-recorded_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='site_contract_covers_a_night'), models.CheckConstraint(condition=models.Q(models.Q(('currency', ''), ('rate', None), ('rate_per', '')), models.Q(('rate__isnull', False), models.Q(('rate_per', ''), _negated=True), models.Q(('currency', ''), _negated=True)), _connector='OR'), name='site_rate_has_unit_and_currency')],
            },
        ),
        migrations.CreateModel(
            name='SiteNotice',
            fields=[
                ('is_mistake', models.BooleanField(default=False)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('paper', models.CharField(blank=True, max_length=255)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('received_on', models.DateField()),
                ('leaves_on', models.DateField()),
                ('given_by', models.CharField(max_length=10)),
                ('cause', models.CharField(max_length=10)),
                ('withdrawn_on', models.DateField(blank=True, null=True)),
                ('recorded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('site', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='shelters.site')),
            ],
            options={
                'ordering': ['-received_on', '-recorded_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('leaves_on__gte', models.F('received_on'))), name='site_notice_looks_ahead'), models.CheckConstraint(condition=models.Q(('withdrawn_on', None), ('withdrawn_on__gte', models.F('received_on')), _connector='OR'), name='site_notice_is_withdrawn_after_it_came')],
            },
        ),
        migrations.CreateModel(
            name='SitePayment',
            fields=[
                ('is_mistake', models.BooleanField(default=False)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('paper', models.CharField(blank=True, max_length=255)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('paid_until', models.DateField()),
                ('paid_on', models.DateField()),
                ('amount', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True)),
                ('currency', models.CharField(blank=True, max_length=3)),
                ('recorded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('site', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='shelters.site')),
            ],
            options={
                'ordering': ['-paid_until', '-recorded_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('amount', None), ('currency', '')), models.Q(('amount__gt', 0), models.Q(('currency', ''), _negated=True)), _connector='OR'), name='site_payment_amount_has_a_currency')],
            },
        ),
        migrations.RunPython(rows_of_sites, migrations.RunPython.noop),
    ]
