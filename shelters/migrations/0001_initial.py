import casework.register.models.case
import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.db.models.deletion
import pages.order
import pghistory.utils
import pgtrigger.compiler
import pgtrigger.migrations
import shelters.models.placement
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
        ('reference', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=40)),
                ('kind', models.CharField(default='room', max_length=12)),
                ('floor', models.SmallIntegerField(default=0)),
                ('is_women_only', models.BooleanField(default=False)),
                ('is_step_free', models.BooleanField(default=False)),
                ('has_cot', models.BooleanField(default=False)),
                ('has_own_bathroom', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Bed',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=20)),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('kind', models.CharField(default='bed', max_length=10)),
                ('opened_on', models.DateField()),
                ('closed_on', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=20)),
                ('review_on', models.DateField(blank=True, null=True)),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='beds', to='shelters.room')),
            ],
            options={
                'ordering': ['position', 'name'],
            },
        ),
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
                ('asked_about', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ('not_kept', models.JSONField(default=dict)),
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
                ('case_office_id', models.UUIDField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['case_id'], name='waiting_of_a_case'), models.Index(fields=['night', 'case_office_id'], include=('case_id',), name='waiting_of_an_office')],
                'constraints': [models.UniqueConstraint(fields=('night', 'case_id'), name='waiting_kept_once')],
            },
        ),
        migrations.CreateModel(
            name='Placement',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('planned_end_on', models.DateField(blank=True, null=True)),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('checked_out_at', models.DateTimeField(blank=True, null=True)),
                ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                ('cancel_reason', models.CharField(blank=True, max_length=12)),
                ('placed_at', models.DateTimeField(auto_now_add=True)),
                ('bed', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='shelters.bed')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='casework.case')),
                ('individual', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='casework.individual')),
                ('placed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('previous', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moved_on', to='shelters.placement')),
            ],
            options={
                'ordering': ['-starts_on', '-placed_at'],
            },
        ),
        migrations.CreateModel(
            name='Site',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('kind', models.CharField(max_length=20)),
                ('accommodation_type', models.CharField(default='C', max_length=1)),
                ('opened_on', models.DateField()),
                ('closed_on', models.DateField(blank=True, null=True)),
                ('contract_starts_on', models.DateField(blank=True, null=True)),
                ('contract_ends_on', models.DateField(blank=True, null=True)),
                ('paid_until', models.DateField(blank=True, null=True)),
                ('usable_area_m2', models.DecimalField(blank=True, decimal_places=1, max_digits=8, null=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('municipality', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reference.municipality')),
                ('office', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sites', to='accounts.office')),
                ('organisation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='partners.organisation')),
            ],
            options={
                'ordering': [pages.order.ByName('name'), 'name'],
            },
        ),
        migrations.AddField(
            model_name='room',
            name='site',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rooms', to='shelters.site'),
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('granted_at', models.DateTimeField(auto_now_add=True)),
                ('granted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to=settings.AUTH_USER_MODEL)),
                ('site', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='shelters.site')),
            ],
            options={
                'ordering': ['-starts_on'],
            },
        ),
        migrations.CreateModel(
            name='PlacementEvent',
            fields=[
                ('pgh_id', models.AutoField(primary_key=True, serialize=False)),
                ('pgh_created_at', models.DateTimeField(auto_now_add=True)),
                ('pgh_label', models.TextField()),
                ('pgh_context', pghistory.utils.JSONField(null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('planned_end_on', models.DateField(blank=True, null=True)),
                ('checked_in_at', models.DateTimeField(blank=True, null=True)),
                ('checked_out_at', models.DateTimeField(blank=True, null=True)),
                ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                ('cancel_reason', models.CharField(blank=True, max_length=12)),
                ('placed_at', models.DateTimeField(auto_now_add=True)),
                ('bed', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='shelters.bed')),
                ('case', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='casework.case')),
                ('individual', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='casework.individual')),
                ('pgh_obj', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='as_known', to='shelters.placement')),
                ('placed_by', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to=settings.AUTH_USER_MODEL)),
                ('previous', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='shelters.placement')),
                ('site', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', related_query_name='+', to='shelters.site')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='placement',
            name='site',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='placements', to='shelters.site'),
        ),
        migrations.CreateModel(
            name='StayReason',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('key_id', models.UUIDField(editable=False)),
                ('recorded_at', models.DateTimeField(auto_now_add=True)),
                ('rules', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=24), size=None)),
                ('reason', vault.fields.EncryptedTextField()),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('individual', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stay_reasons', to='casework.individual')),
                ('placement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reasons', to='shelters.placement')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-recorded_at'],
            },
        ),
        migrations.CreateModel(
            name='BedClosure',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(max_length=20)),
                ('closed_at', models.DateTimeField(auto_now_add=True)),
                ('bed', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closures', to='shelters.bed')),
                ('closed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-starts_on'],
                'constraints': [django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('bed', '='), (casework.register.models.case.DateRange('starts_on', 'ends_on'), '&&')], name='one_closure_per_bed_and_night'), models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='closure_ends_after_it_starts')],
            },
        ),
        migrations.AddConstraint(
            model_name='bed',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_on', None)), fields=('room', 'name'), name='one_bed_name_per_room'),
        ),
        migrations.AddConstraint(
            model_name='bed',
            constraint=models.CheckConstraint(condition=models.Q(('closed_on', None), ('closed_on__gte', models.F('opened_on')), _connector='OR'), name='bed_closes_after_it_opens'),
        ),
        migrations.AddConstraint(
            model_name='bed',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved_by__isnull', False), ('kind', 'surge'), ('review_on__isnull', False), models.Q(('reason', ''), _negated=True)), models.Q(models.Q(('kind', 'surge'), _negated=True), ('approved_by', None), ('reason', ''), ('review_on', None)), _connector='OR'), name='surge_place_has_approver_reason_and_review'),
        ),
        migrations.AddIndex(
            model_name='site',
            index=models.Index(fields=['name'], name='sites_by_name'),
        ),
        migrations.AddConstraint(
            model_name='site',
            constraint=models.UniqueConstraint(fields=('office', 'name'), name='one_site_name_per_office'),
        ),
        migrations.AddConstraint(
            model_name='site',
            constraint=models.CheckConstraint(condition=models.Q(('closed_on', None), ('closed_on__gte', models.F('opened_on')), _connector='OR'), name='site_closes_after_it_opens'),
        ),
        migrations.AddConstraint(
            model_name='site',
            constraint=models.CheckConstraint(condition=models.Q(('contract_ends_on', None), ('contract_starts_on', None), ('contract_ends_on__gt', models.F('contract_starts_on')), _connector='OR'), name='contract_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='room',
            constraint=models.UniqueConstraint(fields=('site', 'name'), name='one_room_name_per_site'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('user', '='), ('site', '='), (casework.register.models.case.DateRange('starts_on', 'ends_on'), '&&')], name='one_posting_per_user_site_and_day'),
        ),
        migrations.AddConstraint(
            model_name='posting',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='posting_ends_after_it_starts'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='placementevent',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='245ea6ac3e0e69d377fdd72dd907adc7963e396d', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_63d4c', table='shelters_placementevent', when='BEFORE')),
        ),
        migrations.AddIndex(
            model_name='placement',
            index=models.Index(fields=['site', 'starts_on'], name='stays_of_a_site'),
        ),
        migrations.AddIndex(
            model_name='placement',
            index=models.Index(condition=models.Q(('cancelled_at', None), ('checked_in_at', None)), fields=['starts_on'], name='stays_to_begin'),
        ),
        migrations.AddIndex(
            model_name='placement',
            index=models.Index(condition=models.Q(('cancelled_at', None), ('ends_on', None)), fields=['planned_end_on'], name='stays_to_end'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(condition=models.Q(('cancelled_at', None)), expressions=[('bed', '='), (shelters.models.placement.NightsHeld(), '&&')], name='one_stay_per_bed_and_night'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(condition=models.Q(('cancelled_at', None)), expressions=[('individual', '='), (shelters.models.placement.NightsHeld(), '&&')], name='one_stay_per_individual_and_night'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled_at', None), ('checked_in_at__isnull', False), ('ends_on', None)), fields=('bed',), name='one_checked_in_stay_per_bed'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled_at', None), ('checked_in_at__isnull', False), ('ends_on', None)), fields=('individual',), name='one_checked_in_stay_per_individual'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled_at', None)), fields=('previous',), name='one_standing_stay_after_a_move'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='stay_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.CheckConstraint(condition=models.Q(('planned_end_on', None), ('planned_end_on__gt', models.F('starts_on')), _connector='OR'), name='stay_is_planned_to_end_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.CheckConstraint(condition=models.Q(('checked_out_at', None), models.Q(('checked_in_at__isnull', False), ('ends_on__isnull', False)), _connector='OR'), name='stay_is_left_after_being_entered'),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cancel_reason', ''), ('cancelled_at', None)), models.Q(('cancelled_at__isnull', False), ('checked_in_at', None), models.Q(('cancel_reason', ''), _negated=True)), _connector='OR'), name='cancelled_stay_has_reason_and_nobody_came'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='placement',
            trigger=pgtrigger.compiler.Trigger(name='bed_of_the_same_site', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (NEW."bed_id" IS NOT NULL)', func="\n                    IF NOT EXISTS (\n                        SELECT 1 FROM shelters_bed bed\n                        JOIN shelters_room room ON room.id = bed.room_id\n                        WHERE bed.id = NEW.bed_id AND room.site_id = NEW.site_id\n                    ) THEN\n                        RAISE EXCEPTION 'the bed is not of this site'\n                            USING ERRCODE = 'check_violation', CONSTRAINT = 'bed_of_the_same_site';\n                    END IF;\n                    RETURN NEW;\n                ", hash='0100f1f2e1160bf9ddbdb09cb4f1f42b558a9c96', operation='INSERT OR UPDATE OF "bed_id", "site_id"', pgid='pgtrigger_bed_of_the_same_site_480b1', table='shelters_placement', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='placement',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "shelters_placementevent" ("bed_id", "cancel_reason", "cancelled_at", "case_id", "checked_in_at", "checked_out_at", "ends_on", "id", "individual_id", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "placed_at", "placed_by_id", "planned_end_on", "previous_id", "site_id", "starts_on") VALUES (NEW."bed_id", NEW."cancel_reason", NEW."cancelled_at", NEW."case_id", NEW."checked_in_at", NEW."checked_out_at", NEW."ends_on", NEW."id", NEW."individual_id", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'insert\', NEW."id", NEW."placed_at", NEW."placed_by_id", NEW."planned_end_on", NEW."previous_id", NEW."site_id", NEW."starts_on"); RETURN NULL;', hash='a4280617bd64e116b457a4bc90b3990ccd5391b9', operation='INSERT', pgid='pgtrigger_insert_insert_01eb0', table='shelters_placement', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='placement',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "shelters_placementevent" ("bed_id", "cancel_reason", "cancelled_at", "case_id", "checked_in_at", "checked_out_at", "ends_on", "id", "individual_id", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "placed_at", "placed_by_id", "planned_end_on", "previous_id", "site_id", "starts_on") VALUES (NEW."bed_id", NEW."cancel_reason", NEW."cancelled_at", NEW."case_id", NEW."checked_in_at", NEW."checked_out_at", NEW."ends_on", NEW."id", NEW."individual_id", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'update\', NEW."id", NEW."placed_at", NEW."placed_by_id", NEW."planned_end_on", NEW."previous_id", NEW."site_id", NEW."starts_on"); RETURN NULL;', hash='ed8bb7cd1b718f6c47218b8556c0561b189ccc34', operation='UPDATE', pgid='pgtrigger_update_update_2b13d', table='shelters_placement', when='AFTER')),
        ),
    ]
