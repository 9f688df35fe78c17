"""What payers promise; and the view behind aid.models.Cover."""

import aid.models.commitment
import django.contrib.postgres.fields
import django.db.models.deletion
import pghistory.utils
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
import vault.fields
from django.conf import settings
from django.db import migrations, models
from pathlib import Path

COVER = Path(__file__).with_name("cover.sql").read_text(encoding="utf-8")
WITHOUT = "DROP VIEW aid_cover"


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('casework', '0001_initial'),
        ('partners', '0001_initial'),
        ('shelters', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Cover',
            fields=[
                ('pk', models.CompositePrimaryKey('reach_id', 'individual_id', 'starts_on', blank=True, editable=False, primary_key=True, serialize=False)),
                ('reach_id', models.UUIDField()),
                ('kind', models.CharField(max_length=10)),
                ('starts_on', models.DateField()),
                ('until', models.DateField(null=True)),
                ('agreement_ends_on', models.DateField(null=True)),
                ('is_firm', models.BooleanField()),
            ],
            options={
                'db_table': 'aid_cover',
                'managed': False,
            },
        ),
        migrations.CreateModel(
            name='Agreement',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reference', models.CharField(max_length=60)),
                ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), size=None)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('amount', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True)),
                ('currency', models.CharField(blank=True, default='', max_length=3)),
                ('condition', models.CharField(blank=True, default='', max_length=10)),
                ('condition_text', models.CharField(blank=True, default='', max_length=500)),
                ('notice_given_on', models.DateField(blank=True, null=True)),
                ('notice_recorded_at', models.DateTimeField(blank=True, null=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to='accounts.office')),
                ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to='partners.organisation')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('ends_on'), nulls_last=True), 'reference'],
            },
        ),
        migrations.CreateModel(
            name='Commitment',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('kind', models.CharField(max_length=10)),
                ('starts_on', models.DateField()),
                ('until', models.DateField(blank=True, null=True)),
                ('is_firm', models.BooleanField()),
                ('source', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('committed_at', models.DateTimeField(auto_now_add=True)),
                ('agreement', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='commitments', to='aid.agreement')),
                ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='commitments', to='casework.case')),
                ('committed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('individual', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='commitments', to='casework.individual')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='commitments', to='accounts.office')),
                ('site', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='commitments', to='shelters.site')),
            ],
            options={
                'ordering': ['-starts_on', '-committed_at'],
            },
            bases=(aid.models.commitment.ForOneTarget, models.Model),
        ),
        migrations.CreateModel(
            name='CommitmentEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField()),
                ('pgh_context', pghistory.utils.JSONField(null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('kind', models.CharField(max_length=10)),
                ('starts_on', models.DateField()),
                ('until', models.DateField(blank=True, null=True)),
                ('is_firm', models.BooleanField()),
                ('source', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('committed_at', models.DateTimeField(auto_now_add=True)),
                ('agreement', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='aid.agreement')),
                ('case', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='casework.case')),
                ('committed_by', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                ('individual', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='casework.individual')),
                ('office', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='accounts.office')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='as_known', to='aid.commitment')),
                ('site', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='shelters.site')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ItemDistribution',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('article', models.CharField(max_length=10)),
                ('quantity', models.PositiveIntegerField()),
                ('on', models.DateField()),
                ('remark', vault.fields.EncryptedTextField(blank=True, null=True)),
                ('is_mistake', models.BooleanField(default=False)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='casework.case')),
                ('individual', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='casework.individual')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('provider', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('site', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='shelters.site')),
            ],
            options={
                'ordering': ['-on', '-recorded_at'],
            },
            bases=(aid.models.commitment.ForOneTarget, models.Model),
        ),
        migrations.CreateModel(
            name='Pledge',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), size=None)),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14)),
                ('currency', models.CharField(max_length=3)),
                ('first_month', models.DateField()),
                ('months', models.PositiveSmallIntegerField(default=1)),
                ('status', models.CharField(default='sought', max_length=8)),
                ('moved_on', models.DateField()),
                ('is_mistake', models.BooleanField(default=False)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('funder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pledges', to='partners.organisation')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-first_month', '-recorded_at'],
            },
        ),
        migrations.CreateModel(
            name='PledgeMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('status', models.CharField(max_length=8)),
                ('on', models.DateField()),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pledge', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='aid.pledge')),
            ],
            options={
                'ordering': ['-at'],
            },
        ),
        migrations.CreateModel(
            name='StatedNeed',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=10)),
                ('month', models.DateField()),
                ('amount', models.DecimalField(decimal_places=2, max_digits=14)),
                ('currency', models.CharField(max_length=3)),
                ('stated_at', models.DateTimeField(auto_now=True)),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.office')),
                ('stated_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['month', 'kind'],
            },
        ),
        migrations.AddConstraint(
            model_name='agreement',
            constraint=models.UniqueConstraint(fields=('office', 'payer', 'reference'), name='one_agreement_per_reference'),
        ),
        migrations.AddConstraint(
            model_name='agreement',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='agreement_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='agreement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('amount', None), ('currency', '')), models.Q(('amount__isnull', False), models.Q(('currency', ''), _negated=True)), _connector='OR'), name='agreement_amount_has_a_currency'),
        ),
        migrations.AddConstraint(
            model_name='agreement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('condition', ''), ('condition_text', '')), models.Q(models.Q(('condition', ''), _negated=True), models.Q(('condition_text', ''), _negated=True)), _connector='OR'), name='agreement_condition_has_its_text'),
        ),
        migrations.AddConstraint(
            model_name='agreement',
            constraint=models.CheckConstraint(condition=models.Q(('kinds__len__gt', 0)), name='agreement_pays_for_something'),
        ),
        migrations.AddConstraint(
            model_name='commitment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('case__isnull', True), ('individual__isnull', True), ('site__isnull', False)), models.Q(('case__isnull', False), ('individual__isnull', True), ('site__isnull', True)), models.Q(('case__isnull', True), ('individual__isnull', False), ('site__isnull', True)), _connector='OR'), name='commitment_is_for_one_target'),
        ),
        migrations.AddConstraint(
            model_name='commitment',
            constraint=models.CheckConstraint(condition=models.Q(('until', None), ('until__gte', models.F('starts_on')), _connector='OR'), name='commitment_ends_after_it_starts'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='commitment',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "aid_commitmentevent" ("agreement_id", "case_id", "committed_at", "committed_by_id", "id", "individual_id", "is_firm", "key_id", "kind", "office_id", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "site_id", "source", "starts_on", "until") VALUES (NEW."agreement_id", NEW."case_id", NEW."committed_at", NEW."committed_by_id", NEW."id", NEW."individual_id", NEW."is_firm", NEW."key_id", NEW."kind", NEW."office_id", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'insert\', NEW."id", NEW."site_id", NEW."source", NEW."starts_on", NEW."until"); RETURN NULL;', hash='ea8cd48ae2b34c244c78ea733045de5d81d41416', operation='INSERT', pgid='pgtrigger_insert_insert_999f1', table='aid_commitment', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='commitment',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "aid_commitmentevent" ("agreement_id", "case_id", "committed_at", "committed_by_id", "id", "individual_id", "is_firm", "key_id", "kind", "office_id", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "site_id", "source", "starts_on", "until") VALUES (NEW."agreement_id", NEW."case_id", NEW."committed_at", NEW."committed_by_id", NEW."id", NEW."individual_id", NEW."is_firm", NEW."key_id", NEW."kind", NEW."office_id", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'update\', NEW."id", NEW."site_id", NEW."source", NEW."starts_on", NEW."until"); RETURN NULL;', hash='49715f502d89394ae5b40959178eebd524b4c932', operation='UPDATE', pgid='pgtrigger_update_update_9d540', table='aid_commitment', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='commitmentevent',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='615cb28d1c4b1a3c7a2eabb2153e09083e3273dc', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_84c85', table='aid_commitmentevent', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='itemdistribution',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('case__isnull', True), ('individual__isnull', True), ('site__isnull', False)), models.Q(('case__isnull', False), ('individual__isnull', True), ('site__isnull', True)), models.Q(('case__isnull', True), ('individual__isnull', False), ('site__isnull', True)), _connector='OR'), name='distribution_is_for_one_target'),
        ),
        migrations.AddConstraint(
            model_name='itemdistribution',
            constraint=models.CheckConstraint(condition=models.Q(('quantity__gt', 0)), name='something_was_handed_out'),
        ),
        migrations.AddConstraint(
            model_name='pledge',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('first_month__day', 1), ('months__gte', 1)), name='pledge_has_money_and_whole_months'),
        ),
        migrations.AddConstraint(
            model_name='pledge',
            constraint=models.CheckConstraint(condition=models.Q(('kinds__len__gt', 0)), name='pledge_pays_for_something'),
        ),
        migrations.AddConstraint(
            model_name='statedneed',
            constraint=models.UniqueConstraint(fields=('office', 'kind', 'month', 'currency'), name='one_need_per_kind_and_month'),
        ),
        migrations.AddConstraint(
            model_name='statedneed',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0), ('month__day', 1)), name='need_is_of_a_whole_month'),
        ),
        migrations.RunSQL(COVER, WITHOUT),
    ]
