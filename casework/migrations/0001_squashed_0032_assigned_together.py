"""All tables of cases and people in one step; whoever ran the thirty-two that led here has them already."""

import casework.models.case
import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import pghistory.utils
import pgtrigger.compiler
import pgtrigger.migrations
import uuid
import vault.fields
import vault.indexes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("casework", "0001_initial"),
        ("casework", "0002_assignment"),
        ("casework", "0003_notes_and_tasks"),
        ("casework", "0004_home"),
        ("casework", "0005_partners"),
        ("casework", "0006_arrival_draft"),
        ("casework", "0007_document"),
        ("casework", "0008_importing"),
        ("casework", "0009_undo_import"),
        ("casework", "0010_family_change"),
        ("casework", "0011_disarmament_and_slip"),
        ("casework", "0012_consent"),
        ("casework", "0013_referral"),
        ("casework", "0014_duplicate"),
        ("casework", "0015_relationship"),
        ("casework", "0016_work"),
        ("casework", "0017_relationship_words"),
        ("casework", "0018_exit"),
        ("casework", "0019_person"),
        ("casework", "0020_phones_moved"),
        ("casework", "0021_people_situation"),
        ("casework", "0022_undo_import_with_phones"),
        ("casework", "0023_running_file"),
        ("casework", "0024_import_sheet"),
        ("casework", "0025_erasure"),
        ("casework", "0026_catalogued_rows"),
        ("casework", "0027_work_statement_carried"),
        ("casework", "0028_work_statement_gone"),
        ("casework", "0029_referral_came_with"),
        ("casework", "0030_offer_followed"),
        ("casework", "0031_arrival_version"),
        ("casework", "0032_assigned_together"),
    ]

    dependencies = [
        ("accounts", "0003_saved_view"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Consent",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("storing", "Keeping the file"),
                            ("legal_aid", "Sharing with legal aid"),
                            ("health", "Sharing with a health provider"),
                            ("unhcr", "Sharing with UNHCR and other UN agencies"),
                            ("government", "Sharing with a government authority"),
                            ("aid_organisation", "Sharing with another aid organisation"),
                            ("interviews", "Interviews with outsiders and media"),
                            ("photos", "Photos"),
                            ("named_export", "Export with the name"),
                        ],
                        max_length=16,
                        verbose_name="purpose",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("given", "Given"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=10,
                        verbose_name="answer",
                    ),
                ),
                ("status_on", models.DateField(verbose_name="since")),
                ("expires_on", models.DateField(blank=True, null=True, verbose_name="good until")),
            ],
            options={
                "ordering": ["purpose"],
            },
        ),
        migrations.CreateModel(
            name="CrossingPoint",
            fields=[
                (
                    "name_en",
                    models.CharField(
                        blank=True,
                        help_text="Where it has another one.",
                        max_length=80,
                        verbose_name="name in English",
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer offered since"),
                ),
                (
                    "code",
                    models.CharField(
                        max_length=30, primary_key=True, serialize=False, verbose_name="code"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "is_official",
                    models.BooleanField(default=True, verbose_name="official crossing"),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Department",
            fields=[
                (
                    "code",
                    models.CharField(
                        max_length=2, primary_key=True, serialize=False, verbose_name="DIVIPOLA"
                    ),
                ),
                ("iso_code", models.CharField(blank=True, max_length=6, verbose_name="ISO 3166-2")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Force",
            fields=[
                (
                    "name_en",
                    models.CharField(
                        blank=True,
                        help_text="Where it has another one.",
                        max_length=80,
                        verbose_name="name in English",
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer offered since"),
                ),
                (
                    "code",
                    models.CharField(
                        max_length=20, primary_key=True, serialize=False, verbose_name="code"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("short_name", models.CharField(max_length=20, verbose_name="short name")),
                (
                    "kind",
                    models.CharField(
                        choices=[("armed_force", "Armed force"), ("police", "Police body")],
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        default="VE", help_text="ISO 3166-1", max_length=2, verbose_name="country"
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "name"],
            },
        ),
        migrations.CreateModel(
            name="NeedCode",
            fields=[
                (
                    "code",
                    models.CharField(
                        max_length=8, primary_key=True, serialize=False, verbose_name="code"
                    ),
                ),
                (
                    "family",
                    models.CharField(
                        choices=[
                            ("CR", "Child at risk"),
                            ("SC", "Unaccompanied or separated child"),
                            ("WR", "Woman at risk"),
                            ("ER", "Older person at risk"),
                            ("SP", "Single parent or caregiver"),
                            ("DS", "Disability"),
                            ("SM", "Serious medical condition"),
                            ("FU", "Family unity"),
                            ("LP", "Legal and physical protection"),
                            ("TR", "Torture"),
                            ("SV", "Gender-based violence"),
                        ],
                        max_length=2,
                        verbose_name="family",
                    ),
                ),
                ("name_en", models.CharField(max_length=80, verbose_name="name in English")),
                ("name_es", models.CharField(max_length=80, verbose_name="name in Spanish")),
                ("is_restricted", models.BooleanField(default=False, verbose_name="restricted")),
                (
                    "room_needs",
                    models.JSONField(
                        blank=True, default=list, verbose_name="what a place must offer"
                    ),
                ),
            ],
            options={
                "ordering": ["code"],
            },
        ),
        migrations.CreateModel(
            name="NumberSeries",
            fields=[
                ("year", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("last", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Organisation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True, verbose_name="name")),
                (
                    "short_name",
                    models.CharField(blank=True, max_length=30, verbose_name="short name"),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("state", "State body"),
                            ("un", "United Nations"),
                            ("ngo", "Non-governmental organisation"),
                            ("church", "Church"),
                            ("volunteers", "Volunteers"),
                            ("business", "Business"),
                        ],
                        max_length=20,
                        verbose_name="kind",
                    ),
                ),
                (
                    "is_named_in_exports",
                    models.BooleanField(
                        default=True,
                        help_text="Some partners take part only if they are not named.",
                        verbose_name="may be named in exports",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Rank",
            fields=[
                (
                    "name_en",
                    models.CharField(
                        blank=True,
                        help_text="Where it has another one.",
                        max_length=80,
                        verbose_name="name in English",
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer offered since"),
                ),
                (
                    "code",
                    models.CharField(
                        max_length=30, primary_key=True, serialize=False, verbose_name="code"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "band",
                    models.CharField(
                        choices=[
                            ("enlisted", "Enlisted troops"),
                            ("professional", "Professional troops"),
                            ("officer", "Officers"),
                            ("general", "Generals"),
                            ("police", "Police and intelligence bodies"),
                            ("unknown", "Not known"),
                        ],
                        max_length=12,
                        verbose_name="band",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["order"],
            },
        ),
        migrations.CreateModel(
            name="SanctionInstrument",
            fields=[
                (
                    "code",
                    models.CharField(
                        max_length=30, primary_key=True, serialize=False, verbose_name="code"
                    ),
                ),
                ("on", models.DateField(verbose_name="date")),
                ("name_en", models.CharField(max_length=120, verbose_name="name in English")),
                ("name_es", models.CharField(max_length=120, verbose_name="name in Spanish")),
                ("source", models.CharField(max_length=120, verbose_name="source read")),
                (
                    "confidence",
                    models.CharField(
                        choices=[
                            ("V1", "Read in the official text"),
                            ("V2", "Read in a secondary source"),
                            ("V2-weak", "One secondary source only"),
                            ("X", "Sources contradict each other"),
                            ("M", "Not confirmed"),
                        ],
                        max_length=10,
                        verbose_name="confidence",
                    ),
                ),
            ],
            options={
                "ordering": ["on"],
            },
        ),
        migrations.CreateModel(
            name="State",
            fields=[
                (
                    "code",
                    models.CharField(
                        max_length=6, primary_key=True, serialize=False, verbose_name="ISO 3166-2"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "country",
                    models.CharField(help_text="ISO 3166-1", max_length=2, verbose_name="country"),
                ),
            ],
            options={
                "ordering": ["country", "name"],
            },
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("number", models.CharField(max_length=16, unique=True, verbose_name="number")),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed")],
                        default="open",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("opened_on", models.DateField(verbose_name="opened on")),
                ("closed_on", models.DateField(blank=True, null=True, verbose_name="closed on")),
                (
                    "end_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("settled", "Lives on its own means"),
                            ("onward", "Travelled on to another country"),
                            ("returned", "Returned to the country of origin"),
                            ("resettled", "Resettled"),
                            ("lost_contact", "Contact lost"),
                            ("transferred", "Handed over to another organisation"),
                            ("withdrew", "No longer wants support"),
                            ("died", "Died"),
                            ("joined", "Joined with another case"),
                            ("duplicate", "Opened by mistake"),
                        ],
                        max_length=16,
                        verbose_name="reason of closing",
                    ),
                ),
                ("is_restricted", models.BooleanField(default=False, verbose_name="restricted")),
                ("people_numbered", models.PositiveSmallIntegerField(default=0)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="accounts.office",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="accounts.team",
                        verbose_name="team",
                    ),
                ),
            ],
            options={
                "verbose_name": "case",
                "verbose_name_plural": "cases",
                "ordering": ["-opened_on", "-number"],
                "indexes": [
                    models.Index(fields=["-opened_on", "-number"], name="cases_newest_first"),
                    models.Index(fields=["team", "-opened_on"], name="cases_of_a_team"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_on", None), ("end_reason", ""), ("status", "open")),
                            models.Q(
                                ("closed_on__isnull", False),
                                ("status", "closed"),
                                models.Q(("end_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="closed_case_has_day_and_reason",
                        violation_error_message="A closed case needs the day and the reason.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseAssignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts_on", models.DateField(verbose_name="from")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="until")),
                ("assigned_at", models.DateTimeField(auto_now_add=True)),
                (
                    "together",
                    models.UUIDField(
                        db_index=True, help_text="What was assigned in one go.", null=True
                    ),
                ),
                (
                    "displaced",
                    models.JSONField(
                        default=list,
                        help_text="Rows that it ended, each with the end that it had before.",
                    ),
                ),
                (
                    "assigned_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to="casework.case",
                    ),
                ),
                (
                    "caseworker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="looks after the case",
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_on", "-assigned_at"],
                "indexes": [
                    models.Index(fields=["caseworker", "starts_on"], name="cases_of_a_colleague")
                ],
                "constraints": [
                    django.contrib.postgres.constraints.ExclusionConstraint(
                        expressions=[
                            ("case", "="),
                            (casework.models.case.DateRange("starts_on", "ends_on"), "&&"),
                        ],
                        name="one_caseworker_per_case_and_day",
                        violation_error_message="Somebody else looks after the case on these days.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on", None),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="assignment_ends_after_it_starts",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseDocument",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("identity", "Identity paper"),
                            ("military", "Military paper"),
                            ("permit", "Permit or stay paper"),
                            ("medical", "Medical"),
                            ("legal", "Legal"),
                            ("photo", "Photo"),
                            ("other", "Other document"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("title", vault.fields.EncryptedTextField(max_length=120, verbose_name="title")),
                ("filed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "withdrawn_on",
                    models.DateField(blank=True, null=True, verbose_name="withdrawn on"),
                ),
                (
                    "withdrawal_reason",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="reason"),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="documents",
                        to="casework.case",
                    ),
                ),
                (
                    "filed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("case", "number"), name="one_number_per_case_document"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("withdrawn_by", None), ("withdrawn_on", None)),
                            models.Q(
                                ("withdrawal_reason__isnull", False),
                                ("withdrawn_by__isnull", False),
                                ("withdrawn_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="withdrawn_document_says_who_and_why",
                        violation_error_message="Say why the document is withdrawn.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseEvent",
            fields=[
                ("pgh_id", models.AutoField(primary_key=True, serialize=False)),
                ("pgh_created_at", models.DateTimeField(auto_now_add=True)),
                ("pgh_label", models.TextField(help_text="The event label.")),
                ("pgh_context", pghistory.utils.JSONField(null=True)),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, serialize=False)),
                ("key_id", models.UUIDField(editable=False)),
                ("number", models.CharField(max_length=16, verbose_name="number")),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed")],
                        default="open",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("opened_on", models.DateField(verbose_name="opened on")),
                ("closed_on", models.DateField(blank=True, null=True, verbose_name="closed on")),
                (
                    "end_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("settled", "Lives on its own means"),
                            ("onward", "Travelled on to another country"),
                            ("returned", "Returned to the country of origin"),
                            ("resettled", "Resettled"),
                            ("lost_contact", "Contact lost"),
                            ("transferred", "Handed over to another organisation"),
                            ("withdrew", "No longer wants support"),
                            ("died", "Died"),
                            ("joined", "Joined with another case"),
                            ("duplicate", "Opened by mistake"),
                        ],
                        max_length=16,
                        verbose_name="reason of closing",
                    ),
                ),
                ("is_restricted", models.BooleanField(default=False, verbose_name="restricted")),
                ("people_numbered", models.PositiveSmallIntegerField(default=0)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "changed_by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        related_query_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        related_query_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "pgh_obj",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="as_known",
                        to="casework.case",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        related_query_name="+",
                        to="accounts.team",
                        verbose_name="team",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="CasePlan",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("drawn_up_on", models.DateField(verbose_name="drawn up on")),
                ("review_on", models.DateField(verbose_name="next review on")),
                (
                    "is_agreed",
                    models.BooleanField(default=False, verbose_name="agreed with the family"),
                ),
                ("agreed_on", models.DateField(blank=True, null=True, verbose_name="agreed on")),
                (
                    "case",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plan",
                        to="casework.case",
                    ),
                ),
                (
                    "responsible",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who is responsible",
                    ),
                ),
            ],
            options={
                "verbose_name": "case plan",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("agreed_on", None), ("is_agreed", False)),
                            models.Q(("agreed_on__isnull", False), ("is_agreed", True)),
                            _connector="OR",
                        ),
                        name="agreed_plan_has_a_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("review_on__gt", models.F("drawn_up_on"))),
                        name="plan_is_reviewed_after_it_is_drawn_up",
                        violation_error_message="The review lies after the day of the plan.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseStatusChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("closed", "Closed")], max_length=8
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("settled", "Lives on its own means"),
                            ("onward", "Travelled on to another country"),
                            ("returned", "Returned to the country of origin"),
                            ("resettled", "Resettled"),
                            ("lost_contact", "Contact lost"),
                            ("transferred", "Handed over to another organisation"),
                            ("withdrew", "No longer wants support"),
                            ("died", "Died"),
                            ("joined", "Joined with another case"),
                            ("duplicate", "Opened by mistake"),
                        ],
                        max_length=16,
                    ),
                ),
                ("on", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="status_changes",
                        to="casework.case",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="CaseTeamChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("on", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="team_changes",
                        to="casework.case",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.team",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="ColumnMemory",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("headings_token", models.BigIntegerField()),
                ("columns", models.JSONField()),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("office", "user", "headings_token"), name="one_memory_per_headings"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ConsentStep",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("given", "Given"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=10,
                        verbose_name="answer",
                    ),
                ),
                ("on", models.DateField(verbose_name="day")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "basis",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("written", "In writing"),
                            ("spoken", "By word of mouth"),
                            ("guardian", "By a parent or guardian"),
                            ("vital", "Vital interest, the person could not be asked"),
                        ],
                        max_length=8,
                        verbose_name="given",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("es", "Spanish"),
                            ("guc", "Wayuunaiki"),
                            ("en", "English"),
                            ("mis", "Another language"),
                        ],
                        max_length=3,
                        verbose_name="language",
                    ),
                ),
                (
                    "explained_by",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=120, null=True, verbose_name="who explained it"
                    ),
                ),
                (
                    "had_interpreter",
                    models.BooleanField(default=False, verbose_name="with an interpreter"),
                ),
                ("expires_on", models.DateField(blank=True, null=True, verbose_name="good until")),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "consent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="casework.consent",
                    ),
                ),
            ],
            options={
                "ordering": ["-place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("consent", "place"), name="consent_steps_in_order"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Arrival",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="arrived on")),
                ("at_time", models.TimeField(blank=True, null=True, verbose_name="at")),
                (
                    "entry_mode",
                    models.CharField(
                        choices=[
                            ("bridge", "On foot over a bridge"),
                            ("river", "Over the river"),
                            ("trail", "On a trail"),
                            ("vehicle", "In a vehicle"),
                            ("air", "By air"),
                            ("other", "Another way"),
                            ("unknown", "Not known"),
                        ],
                        default="unknown",
                        max_length=12,
                        verbose_name="entry",
                    ),
                ),
                (
                    "is_stamped",
                    models.BooleanField(blank=True, null=True, verbose_name="stamped on entry"),
                ),
                (
                    "first_contact_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="first contact at"),
                ),
                (
                    "circumstances",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="circumstances"
                    ),
                ),
                ("logged_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "group",
                    models.UUIDField(
                        db_index=True,
                        help_text="Shared by families that arrived together.",
                        null=True,
                    ),
                ),
                (
                    "submission",
                    models.UUIDField(
                        help_text="Token of the form, so that a double click makes one arrival.",
                        null=True,
                        unique=True,
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "logged_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="arrivals",
                        to="casework.case",
                        verbose_name="case",
                    ),
                ),
                (
                    "crossing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="casework.crossingpoint",
                        verbose_name="crossing point",
                    ),
                ),
                (
                    "first_contact_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="first contact with",
                    ),
                ),
                (
                    "received_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="casework.organisation",
                        verbose_name="received by",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-logged_at"],
            },
        ),
        migrations.CreateModel(
            name="DeadlineRule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=40, verbose_name="rule")),
                (
                    "country",
                    models.CharField(
                        default="CO", help_text="ISO 3166-1", max_length=2, verbose_name="country"
                    ),
                ),
                ("trigger_event", models.CharField(max_length=120, verbose_name="starts with")),
                ("target_event", models.CharField(max_length=160, verbose_name="must happen")),
                (
                    "amount",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="length"),
                ),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("hour", "hours"),
                            ("calendar_day", "calendar days"),
                            ("business_day", "business days"),
                            ("month", "calendar months"),
                            ("date", "fixed date"),
                        ],
                        max_length=12,
                        verbose_name="unit",
                    ),
                ),
                ("fixed_on", models.DateField(blank=True, null=True, verbose_name="fixed date")),
                (
                    "counts_from_next_day",
                    models.BooleanField(default=True, verbose_name="counted from the next day"),
                ),
                (
                    "extends_to_open_day",
                    models.BooleanField(
                        default=False,
                        help_text="When the last day is a holiday or a weekend.",
                        verbose_name="moves to the next working day",
                    ),
                ),
                ("is_renewable", models.BooleanField(default=False, verbose_name="renewable")),
                (
                    "warn_days",
                    models.JSONField(
                        default=list,
                        help_text="for example 30, 15, 7",
                        verbose_name="remind so many days before",
                    ),
                ),
                (
                    "valid_from",
                    models.DateField(blank=True, null=True, verbose_name="in force from"),
                ),
                (
                    "valid_to",
                    models.DateField(blank=True, null=True, verbose_name="in force until"),
                ),
                (
                    "legal_reference",
                    models.CharField(max_length=200, verbose_name="legal reference"),
                ),
                ("source", models.CharField(max_length=200, verbose_name="source read")),
                (
                    "confidence",
                    models.CharField(
                        choices=[
                            ("V1", "Read in the official text"),
                            ("V2", "Read in a secondary source"),
                            ("V2-weak", "One secondary source only"),
                            ("X", "Sources contradict each other"),
                            ("M", "Not confirmed"),
                        ],
                        max_length=10,
                        verbose_name="confidence",
                    ),
                ),
                (
                    "verified_by",
                    models.CharField(blank=True, max_length=120, verbose_name="verified by"),
                ),
                (
                    "verified_on",
                    models.DateField(blank=True, null=True, verbose_name="verified on"),
                ),
            ],
            options={
                "ordering": ["code", "valid_from"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("country", "code", "valid_from"),
                        name="one_version_of_a_rule_per_day",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("valid_to", None),
                            ("valid_from", None),
                            ("valid_to__gt", models.F("valid_from")),
                            _connector="OR",
                        ),
                        name="rule_ends_after_it_starts",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DocumentVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("number", models.PositiveSmallIntegerField(verbose_name="version")),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("pdf", "PDF"),
                            ("jpg", "JPEG"),
                            ("png", "PNG"),
                            ("webp", "WebP"),
                            ("docx", "Word (DOCX)"),
                            ("txt", "Plain text"),
                        ],
                        max_length=4,
                        verbose_name="type",
                    ),
                ),
                ("size", models.PositiveIntegerField(verbose_name="bytes")),
                ("extent", models.PositiveIntegerField(null=True)),
                ("width", models.PositiveIntegerField(null=True)),
                ("height", models.PositiveIntegerField(null=True)),
                ("file_name", models.CharField(max_length=40)),
                ("preview_name", models.CharField(blank=True, max_length=40)),
                (
                    "remark",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="remark"),
                ),
                ("filed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="casework.casedocument",
                    ),
                ),
                (
                    "filed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("document", "number"), name="one_number_per_document_version"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FamilyChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "step",
                    models.CharField(
                        choices=[
                            ("joined", "People of another case joined"),
                            ("split", "People left for a case of their own"),
                            ("principal", "Another principal"),
                        ],
                        max_length=10,
                        verbose_name="step",
                    ),
                ),
                ("on", models.DateField(verbose_name="day")),
                ("moved", models.JSONField(default=list)),
                ("has_closed_other", models.BooleanField(default=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="family_changes",
                        to="casework.case",
                    ),
                ),
                (
                    "other_case",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="family_changes_of_others",
                        to="casework.case",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at", None), ("undone_by", None)),
                            models.Q(("undone_at__isnull", False), ("undone_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="undone_family_change_says_by_whom",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CaseReferral",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "service",
                    models.CharField(
                        choices=[("legal", "Legal aid")], max_length=10, verbose_name="service"
                    ),
                ),
                ("made_on", models.DateField(verbose_name="made on")),
                ("ended_on", models.DateField(blank=True, null=True, verbose_name="ended on")),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="referrals",
                        to="casework.case",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "came_with",
                    models.ForeignKey(
                        help_text="The step of the family that brought it along; undoing that ends it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="referrals",
                        to="casework.familychange",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_on"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_on", None)),
                        fields=("case", "service"),
                        name="one_open_referral_per_service",
                        violation_error_message="This case is with that service already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="FamilyMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "relation_to_principal",
                    models.CharField(
                        choices=[
                            ("FP", "Principal"),
                            ("SPO", "Spouse"),
                            ("PAR", "Partner"),
                            ("SON", "Son"),
                            ("DAU", "Daughter"),
                            ("STC", "Stepchild"),
                            ("FOC", "Foster child"),
                            ("FAT", "Father"),
                            ("MOT", "Mother"),
                            ("BRO", "Brother"),
                            ("SIS", "Sister"),
                            ("GRP", "Grandparent"),
                            ("GRC", "Grandchild"),
                            ("UNC", "Uncle"),
                            ("AUN", "Aunt"),
                            ("NEP", "Nephew"),
                            ("NIE", "Niece"),
                            ("COU", "Cousin"),
                            ("INL", "In-law"),
                            ("OTR", "Other relative"),
                            ("NON", "Not related"),
                        ],
                        default="OTR",
                        max_length=3,
                        verbose_name="relation",
                    ),
                ),
                ("joined_on", models.DateField(verbose_name="joined on")),
                ("left_on", models.DateField(blank=True, null=True, verbose_name="left on")),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="casework.case",
                    ),
                ),
            ],
            options={
                "ordering": ["joined_on", "individual__number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("left_on", None),
                            ("left_on__gte", models.F("joined_on")),
                            _connector="OR",
                        ),
                        name="member_leaves_after_joining",
                        violation_error_message="The day of leaving is before the day of joining.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("left_on", None), ("relation_to_principal", "FP")),
                        fields=("case",),
                        name="one_principal_per_case",
                        violation_error_message="A case has one principal.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportBatch",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("mapping", "Columns to confirm"),
                            ("words", "Words to confirm"),
                            ("checking", "Being checked"),
                            ("checked", "Checked"),
                            ("queued", "Queued"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("undone", "Undone"),
                            ("dropped", "Dropped"),
                            ("ended", "Ended"),
                        ],
                        default="mapping",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                (
                    "title",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="file"),
                ),
                ("kind", models.CharField(max_length=4)),
                ("stored_name", models.CharField(blank=True, max_length=60)),
                ("heading_row", models.PositiveIntegerField(default=1)),
                (
                    "sheet",
                    models.PositiveIntegerField(
                        default=0, help_text="Place in the workbook, from 0."
                    ),
                ),
                (
                    "sheets",
                    vault.fields.EncryptedJSONField(
                        help_text="Places and names of the sheets that are filled.", null=True
                    ),
                ),
                ("headings", vault.fields.EncryptedJSONField(null=True)),
                (
                    "columns",
                    vault.fields.EncryptedJSONField(
                        help_text="Column, from 0, and what it holds.", null=True
                    ),
                ),
                (
                    "words",
                    vault.fields.EncryptedJSONField(
                        help_text="Kind, word and what it means.", null=True
                    ),
                ),
                ("arrived_on", models.DateField(verbose_name="arrived on")),
                (
                    "is_staged",
                    models.BooleanField(
                        default=False, help_text="Understood with its present columns."
                    ),
                ),
                ("rows_total", models.PositiveIntegerField(default=0)),
                ("rows_checked", models.PositiveIntegerField(default=0)),
                ("rows_good", models.PositiveIntegerField(default=0)),
                ("rows_wrong", models.PositiveIntegerField(default=0)),
                ("rows_doubtful", models.PositiveIntegerField(default=0)),
                ("rows_dropped", models.PositiveIntegerField(default=0)),
                ("rows_done", models.PositiveIntegerField(default=0)),
                ("families_done", models.PositiveIntegerField(default=0)),
                ("rows_to_do", models.PositiveIntegerField(default=0)),
                ("uploaded_at", models.DateTimeField(auto_now_add=True)),
                ("committed_at", models.DateTimeField(null=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "committed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "crossing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="casework.crossingpoint",
                        verbose_name="crossing point",
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.team",
                        verbose_name="team",
                    ),
                ),
                (
                    "uploaded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "import",
                "ordering": ["-uploaded_at"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at", None)),
                        fields=["changed_at"],
                        name="imports_still_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportChunk",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("place", models.PositiveIntegerField()),
                (
                    "is_compared",
                    models.BooleanField(default=False, help_text="With the people on file."),
                ),
                ("rows", vault.fields.EncryptedJSONField()),
                ("good", models.PositiveIntegerField(default=0)),
                ("wrong", models.PositiveIntegerField(default=0)),
                ("doubtful", models.PositiveIntegerField(default=0)),
                ("dropped", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chunks",
                        to="casework.importbatch",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(fields=("batch", "place"), name="one_chunk_per_place")
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportedFamily",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("submission", models.UUIDField(unique=True)),
                ("number", models.CharField(max_length=16, verbose_name="case")),
                ("first_row", models.PositiveIntegerField(verbose_name="row")),
                ("people", models.PositiveSmallIntegerField(verbose_name="people")),
                ("documents", models.PositiveSmallIntegerField(default=0)),
                ("services", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="families",
                        to="casework.importbatch",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.case",
                    ),
                ),
            ],
            options={
                "ordering": ["first_row"],
            },
        ),
        migrations.CreateModel(
            name="Individual",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("number", models.CharField(max_length=20, unique=True, verbose_name="number")),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("former_member", "Former member of a force"),
                            ("relative", "Relative"),
                        ],
                        max_length=16,
                        verbose_name="category",
                    ),
                ),
                (
                    "given_names",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="given names"
                    ),
                ),
                (
                    "family_names",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="family names"
                    ),
                ),
                (
                    "alias",
                    vault.fields.EncryptedTextField(
                        blank=True,
                        help_text="Shown in lists when the person asked for anonymity.",
                        null=True,
                        verbose_name="alias",
                    ),
                ),
                (
                    "is_anonymous",
                    models.BooleanField(default=False, verbose_name="asked for anonymity"),
                ),
                (
                    "sex",
                    models.CharField(
                        choices=[
                            ("f", "Female"),
                            ("m", "Male"),
                            ("x", "Other"),
                            ("u", "Not known"),
                        ],
                        default="u",
                        max_length=1,
                        verbose_name="sex",
                    ),
                ),
                (
                    "born_on",
                    vault.fields.EncryptedDateField(
                        blank=True, null=True, verbose_name="date of birth"
                    ),
                ),
                (
                    "birth_year",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="year of birth"
                    ),
                ),
                (
                    "birth_precision",
                    models.CharField(
                        choices=[
                            ("day", "Exact date"),
                            ("year", "Year only"),
                            ("age", "From a stated age"),
                            ("unknown", "Not known"),
                        ],
                        default="unknown",
                        max_length=8,
                        verbose_name="birth known by",
                    ),
                ),
                (
                    "languages",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("spa", "Spanish"),
                                ("guc", "Wayuu"),
                                ("guh", "Guahibo (Hiwi)"),
                                ("yae", "Pumé"),
                                ("yup", "Yukpa"),
                                ("mot", "Barí"),
                                ("wba", "Warao"),
                                ("aoc", "Pemón"),
                                ("mch", "Ye'kuana"),
                                ("guu", "Yanomami"),
                                ("eng", "English"),
                                ("por", "Portuguese"),
                                ("fra", "French"),
                                ("ara", "Arabic"),
                                ("vsl", "Venezuelan sign language"),
                                ("csn", "Colombian sign language"),
                                ("mis", "Another language"),
                            ],
                            max_length=3,
                        ),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="languages",
                    ),
                ),
                (
                    "needs_interpreter",
                    models.BooleanField(default=False, verbose_name="needs an interpreter"),
                ),
                (
                    "nationality",
                    models.CharField(
                        default="VE",
                        help_text="ISO 3166-1",
                        max_length=2,
                        verbose_name="nationality",
                    ),
                ),
                ("name_tokens", vault.fields.TokensField(blank=True, default=list)),
                (
                    "erased_on",
                    models.DateField(
                        help_text="The day on which the key was destroyed.",
                        null=True,
                        verbose_name="erased on",
                    ),
                ),
                (
                    "compared_at",
                    models.DateTimeField(
                        help_text="When this record was last compared with the others.", null=True
                    ),
                ),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "arrival",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="individuals",
                        to="casework.arrival",
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        help_text="The record that stands for this person. Always the last one, never a chain.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged_from",
                        to="casework.individual",
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "indexes": [
                    vault.indexes.TokensIndex(
                        fastupdate=False,
                        fields=["name_tokens"],
                        name="individuals_by_name_tokens",
                        opclasses=["gin__int_ops"],
                    ),
                    models.Index(
                        condition=models.Q(
                            ("compared_at", None),
                            ("compared_at__lt", models.F("changed_at")),
                            _connector="OR",
                        ),
                        fields=["changed_at"],
                        name="individuals_to_compare",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("merged_into", None),
                            models.Q(("merged_into", models.F("id")), _negated=True),
                            _connector="OR",
                        ),
                        name="nobody_is_merged_into_themselves",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="IdentityDocument",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("national_id", "National identity card"),
                            ("passport", "Passport"),
                            ("military_id", "Military card"),
                            ("birth_certificate", "Birth certificate"),
                            ("stay_paper", "Stay paper (safe-conduct, PEP, PPT)"),
                            ("other", "Other document"),
                        ],
                        max_length=20,
                        verbose_name="type",
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        default="VE",
                        help_text="ISO 3166-1",
                        max_length=2,
                        verbose_name="issuing country",
                    ),
                ),
                ("number", vault.fields.EncryptedTextField(verbose_name="number")),
                ("number_token", models.BigIntegerField(db_index=True, null=True)),
                (
                    "tail_token",
                    vault.fields.ExactTokenField(db_index=True, editable=False, null=True),
                ),
                ("valid_from", models.DateField(blank=True, null=True, verbose_name="valid from")),
                (
                    "valid_until",
                    models.DateField(blank=True, null=True, verbose_name="valid until"),
                ),
                (
                    "states_work_right",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        default="unknown",
                        max_length=8,
                        verbose_name="states the right to work",
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer held since"),
                ),
                (
                    "end_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("replaced", "Replaced by another one"),
                            ("expired", "Expired"),
                            ("lost", "Lost"),
                            ("stolen", "Stolen"),
                            ("taken", "Taken by an authority"),
                            ("handed_back", "Handed back"),
                            ("mistake", "Recorded by mistake"),
                        ],
                        max_length=12,
                        verbose_name="what became of it",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="casework.identitydocument",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="identity_documents",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["type"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("end_reason", ""), ("ended_on", None)),
                            models.Q(
                                ("ended_on__isnull", False),
                                models.Q(("end_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="ended_document_has_day_and_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HealthScreening",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="day")),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "was_underfed",
                    models.CharField(
                        choices=[("unknown", "Not known"), ("yes", "Yes"), ("no", "No")],
                        default="unknown",
                        max_length=7,
                        verbose_name="had too little to eat",
                    ),
                ),
                (
                    "has_lost_weight",
                    models.CharField(
                        choices=[("unknown", "Not known"), ("yes", "Yes"), ("no", "No")],
                        default="unknown",
                        max_length=7,
                        verbose_name="lost weight",
                    ),
                ),
                (
                    "findings",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="findings"),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="health_screenings",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="FamilyMemberEvent",
            fields=[
                ("pgh_id", models.AutoField(primary_key=True, serialize=False)),
                ("pgh_created_at", models.DateTimeField(auto_now_add=True)),
                ("pgh_label", models.TextField(help_text="The event label.")),
                ("pgh_context", pghistory.utils.JSONField(null=True)),
                ("id", models.BigIntegerField()),
                (
                    "relation_to_principal",
                    models.CharField(
                        choices=[
                            ("FP", "Principal"),
                            ("SPO", "Spouse"),
                            ("PAR", "Partner"),
                            ("SON", "Son"),
                            ("DAU", "Daughter"),
                            ("STC", "Stepchild"),
                            ("FOC", "Foster child"),
                            ("FAT", "Father"),
                            ("MOT", "Mother"),
                            ("BRO", "Brother"),
                            ("SIS", "Sister"),
                            ("GRP", "Grandparent"),
                            ("GRC", "Grandchild"),
                            ("UNC", "Uncle"),
                            ("AUN", "Aunt"),
                            ("NEP", "Nephew"),
                            ("NIE", "Niece"),
                            ("COU", "Cousin"),
                            ("INL", "In-law"),
                            ("OTR", "Other relative"),
                            ("NON", "Not related"),
                        ],
                        default="OTR",
                        max_length=3,
                        verbose_name="relation",
                    ),
                ),
                ("joined_on", models.DateField(verbose_name="joined on")),
                ("left_on", models.DateField(blank=True, null=True, verbose_name="left on")),
                (
                    "case",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        related_query_name="+",
                        to="casework.case",
                    ),
                ),
                (
                    "pgh_obj",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="as_known",
                        to="casework.familymember",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        related_query_name="+",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Exit",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("rent_subsidy", "Own lodging with a rent subsidy"),
                            ("onward", "Travelled on to another country"),
                            ("return", "Returned to the country of origin"),
                            ("resettled", "Resettled"),
                            ("evicted", "Evicted"),
                            ("absconded", "Left without notice"),
                            ("died", "Died"),
                            ("own_means", "Lives on its own means"),
                        ],
                        max_length=12,
                        verbose_name="kind of exit",
                    ),
                ),
                ("on", models.DateField(verbose_name="day")),
                (
                    "destination_country",
                    models.CharField(
                        blank=True,
                        help_text="ISO 3166-1",
                        max_length=2,
                        verbose_name="country of destination",
                    ),
                ),
                (
                    "is_destination_known",
                    models.BooleanField(default=False, verbose_name="destination known"),
                ),
                (
                    "destination",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="destination"
                    ),
                ),
                (
                    "is_voluntary",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("yes", "Yes, of their own will"),
                            ("no", "No, against their will"),
                        ],
                        max_length=3,
                        verbose_name="of their own will",
                    ),
                ),
                (
                    "asked_by",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=120, null=True, verbose_name="who asked the person"
                    ),
                ),
                (
                    "risk_note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="risk"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "annulled_on",
                    models.DateField(blank=True, null=True, verbose_name="taken back on"),
                ),
                (
                    "annulment_reason",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="why it was taken back"
                    ),
                ),
                (
                    "annulled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exits",
                        to="casework.case",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exits",
                        to="casework.individual",
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("annulled_on", None)),
                        fields=("individual",),
                        name="one_standing_exit_per_person",
                        violation_error_message="This person has left already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("type", "return"), _negated=True),
                            models.Q(
                                ("asked_by__isnull", False),
                                ("risk_note__isnull", False),
                                ("is_voluntary__in", ["yes", "no"]),
                            ),
                            _connector="OR",
                        ),
                        name="return_is_asked_and_its_risk_noted",
                        violation_error_message="A return says who asked the person, and the risk.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_destination_known", True),
                            ("destination_country", ""),
                            _connector="OR",
                        ),
                        name="unknown_destination_has_no_country",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("on", models.DateField(verbose_name="erased on")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("asked", "The person asked for it"),
                            ("retention", "The time for keeping the file is over"),
                            ("unlawful", "It should never have been recorded"),
                            ("order", "An order of a court or authority"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="erasure",
                        to="casework.individual",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DuplicatePair",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "score",
                    models.PositiveSmallIntegerField(
                        help_text="From 0 to 100.", verbose_name="likeness"
                    ),
                ),
                (
                    "reasons",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("same_document", "same document"),
                                ("document_slip", "documents differ in one place"),
                                ("same_name", "same name"),
                                ("name_sounds_alike", "names sound alike"),
                                ("names_swapped", "given and family names swapped"),
                                ("part_of_name", "one has a name more"),
                                ("same_birth_date", "same date of birth"),
                                ("date_slip", "birth dates differ by a slip of the pen"),
                                ("same_birth_year", "same year of birth"),
                                ("near_age", "ages a year or two apart"),
                                ("same_phone", "same phone"),
                                ("same_relatives", "relatives in common"),
                                ("other_given_name", "given names differ"),
                                ("other_family_name", "family names differ"),
                                ("other_sex", "sex differs"),
                                ("other_age", "ages differ"),
                                ("other_document", "documents differ"),
                            ],
                            max_length=20,
                        ),
                        default=list,
                        size=None,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "To decide"),
                            ("same", "Same person"),
                            ("different", "Not the same"),
                            ("merged", "Merged"),
                        ],
                        default="open",
                        max_length=9,
                        verbose_name="status",
                    ),
                ),
                ("found_at", models.DateTimeField(auto_now_add=True, verbose_name="found")),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.individual",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["-score", "-found_at", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["-score"],
                        name="pairs_to_decide",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("first", "second"), name="one_row_per_pair"),
                    models.CheckConstraint(
                        condition=models.Q(("first__lt", models.F("second"))),
                        name="pair_is_of_two_in_their_order",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ContactAbroad",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "country",
                    models.CharField(
                        choices=[
                            ("VE", "Venezuela"),
                            ("CO", "Colombia"),
                            ("AR", "Argentina"),
                            ("AW", "Aruba"),
                            ("BO", "Bolivia"),
                            ("BR", "Brazil"),
                            ("CA", "Canada"),
                            ("CL", "Chile"),
                            ("CR", "Costa Rica"),
                            ("CW", "Curaçao"),
                            ("DO", "Dominican Republic"),
                            ("EC", "Ecuador"),
                            ("FR", "France"),
                            ("DE", "Germany"),
                            ("IT", "Italy"),
                            ("MX", "Mexico"),
                            ("PA", "Panama"),
                            ("PY", "Paraguay"),
                            ("PE", "Peru"),
                            ("PT", "Portugal"),
                            ("ES", "Spain"),
                            ("TT", "Trinidad and Tobago"),
                            ("US", "United States"),
                            ("UY", "Uruguay"),
                            ("ZZ", "Another country, or not known"),
                        ],
                        max_length=2,
                        verbose_name="country",
                    ),
                ),
                (
                    "relation",
                    models.CharField(
                        choices=[
                            ("FP", "Principal"),
                            ("SPO", "Spouse"),
                            ("PAR", "Partner"),
                            ("SON", "Son"),
                            ("DAU", "Daughter"),
                            ("STC", "Stepchild"),
                            ("FOC", "Foster child"),
                            ("FAT", "Father"),
                            ("MOT", "Mother"),
                            ("BRO", "Brother"),
                            ("SIS", "Sister"),
                            ("GRP", "Grandparent"),
                            ("GRC", "Grandchild"),
                            ("UNC", "Uncle"),
                            ("AUN", "Aunt"),
                            ("NEP", "Nephew"),
                            ("NIE", "Niece"),
                            ("COU", "Cousin"),
                            ("INL", "In-law"),
                            ("OTR", "Other relative"),
                            ("NON", "Not related"),
                        ],
                        default="OTR",
                        max_length=3,
                        verbose_name="relation",
                    ),
                ),
                (
                    "name",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="name"),
                ),
                (
                    "phone",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="phone"),
                ),
                (
                    "ended_on",
                    models.DateField(
                        blank=True, null=True, verbose_name="no longer in contact since"
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="contacts_abroad",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["country", "recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="CaseTask",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("task", "Task"), ("appointment", "Appointment")],
                        default="task",
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                ("title", vault.fields.EncryptedTextField(max_length=255, verbose_name="what")),
                (
                    "place",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=255, null=True, verbose_name="place"
                    ),
                ),
                ("due_on", models.DateField(verbose_name="day")),
                ("at_time", models.TimeField(blank=True, null=True, verbose_name="hour")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("done", "Done"),
                            ("not_needed", "Not needed"),
                            ("no_show", "Did not come"),
                            ("moved", "Moved to another day"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("settled_on", models.DateField(blank=True, null=True, verbose_name="settled on")),
                ("set_at", models.DateTimeField(auto_now_add=True)),
                (
                    "assigned_to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tasks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tasks",
                        to="casework.case",
                    ),
                ),
                (
                    "previous",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="next",
                        to="casework.casetask",
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tasks",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "verbose_name": "task",
                "verbose_name_plural": "tasks",
                "ordering": [
                    "due_on",
                    models.OrderBy(models.F("at_time"), nulls_last=True),
                    "set_at",
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["assigned_to", "due_on"],
                        name="open_tasks_of_somebody",
                    ),
                    models.Index(fields=["case", "due_on"], name="tasks_of_a_case"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("settled_on", None), ("status", "open")),
                            models.Q(
                                models.Q(("status", "open"), _negated=True),
                                ("settled_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="settled_task_has_a_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "appointment"),
                            models.Q(("at_time", None), ("place__isnull", True)),
                            _connector="OR",
                        ),
                        name="only_appointments_have_hour_and_place",
                        violation_error_message="Only an appointment has an hour and a place.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AnonymityWish",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("wished_on", models.DateField(verbose_name="asked for on")),
                ("ended_on", models.DateField(blank=True, null=True, verbose_name="taken back on")),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="anonymity_wishes",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["-wished_on"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_on", None)),
                        fields=("individual",),
                        name="one_open_wish_for_anonymity",
                        violation_error_message="This person has asked for anonymity already.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Alias",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("name", vault.fields.EncryptedTextField(verbose_name="name")),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer used since"),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="aliases",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="InformalWork",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "account",
                    vault.fields.EncryptedTextField(
                        verbose_name="what work, where, on which terms"
                    ),
                ),
                ("noted_on", models.DateField(verbose_name="noted on")),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer since"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="informal_work",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-noted_on", "-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="InformationGiven",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "topic",
                    models.CharField(
                        choices=[
                            ("work", "Right to work"),
                            ("asylum", "Asylum procedure"),
                            ("health", "Access to health care"),
                            ("school", "Access to school"),
                            ("papers", "Papers and their renewal"),
                            ("safety", "Safety and data"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                        verbose_name="about",
                    ),
                ),
                ("on", models.DateField(verbose_name="told on")),
                (
                    "language",
                    models.CharField(
                        choices=[
                            ("es", "Spanish"),
                            ("en", "English"),
                            ("pt", "Portuguese"),
                            ("guc", "Wayuunaiki"),
                            ("other", "Another language"),
                        ],
                        max_length=5,
                        verbose_name="language",
                    ),
                ),
                (
                    "knew_before",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        max_length=7,
                        verbose_name="knew it before",
                    ),
                ),
                (
                    "understood",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        max_length=7,
                        verbose_name="understood it",
                    ),
                ),
                (
                    "remark",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="remark"),
                ),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "given_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="information",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
                "indexes": [
                    models.Index(fields=["topic", "individual"], name="information_by_topic")
                ],
            },
        ),
        migrations.CreateModel(
            name="JobApplication",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="applied on")),
                (
                    "employer",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=200, null=True, verbose_name="employer"
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("waiting", "No answer yet"),
                            ("hired", "Hired"),
                            ("refused", "Refused"),
                            ("gave_up", "Given up"),
                        ],
                        default="waiting",
                        max_length=8,
                        verbose_name="outcome",
                    ),
                ),
                ("outcome_on", models.DateField(blank=True, null=True, verbose_name="answer on")),
                (
                    "refusal_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("document", "Document not accepted"),
                            ("rutec", "Could not be entered in RUTEC or SIRE"),
                            ("origin", "Because of origin or past"),
                            ("no_place", "No place free, or another candidate"),
                            ("other", "Another reason"),
                        ],
                        max_length=10,
                        verbose_name="why it was refused",
                    ),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="job_applications",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("outcome", "waiting"), ("outcome_on", None)),
                            models.Q(
                                models.Q(("outcome", "waiting"), _negated=True),
                                ("outcome_on__gte", models.F("on")),
                                ("outcome_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="answered_job_application_has_a_day",
                        violation_error_message="The answer is before the application.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("outcome", "refused"),
                                models.Q(("refusal_reason", ""), _negated=True),
                            ),
                            models.Q(
                                models.Q(("outcome", "refused"), _negated=True),
                                ("refusal_reason", ""),
                            ),
                            _connector="OR",
                        ),
                        name="only_a_refusal_has_a_reason",
                        violation_error_message="A refusal, and nothing else, has a reason.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Livelihood",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "dependants_abroad",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="people at home who depend on them"
                    ),
                ),
                (
                    "is_sole_breadwinner",
                    models.BooleanField(default=False, verbose_name="sole breadwinner"),
                ),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="livelihoods",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="casework.livelihood",
                    ),
                ),
            ],
            options={
                "ordering": ["-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "reason",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="reason"),
                ),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="merged")),
                ("undone_at", models.DateTimeField(null=True, verbose_name="undone")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        help_text="The case in which the merged person was: who undoes must reach it.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.case",
                    ),
                ),
                (
                    "merged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges_away",
                        to="casework.individual",
                    ),
                ),
                (
                    "survivor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merges",
                        to="casework.individual",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at", None)),
                        fields=("merged",),
                        name="merged_into_one_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MovedValue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "model",
                    models.CharField(help_text="For example shelters.placement", max_length=60),
                ),
                ("row", models.CharField(help_text="Its primary key, as text.", max_length=40)),
                ("column", models.CharField(max_length=60)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "merge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moved",
                        to="casework.merge",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Municipality",
            fields=[
                (
                    "code",
                    models.CharField(
                        max_length=5, primary_key=True, serialize=False, verbose_name="DIVIPOLA"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "department",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="municipalities",
                        to="casework.department",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "municipalities",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="NamedAccess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.DateField(blank=True, null=True, verbose_name="until")),
                ("given_at", models.DateTimeField(auto_now_add=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="named_access",
                        to="casework.case",
                    ),
                ),
                (
                    "given_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("case", "user"), name="one_named_access_per_user"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="NameSearch",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("typed", vault.fields.EncryptedTextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("contact", "Conversation"),
                            ("visit", "Visit"),
                            ("call", "Call"),
                            ("internal", "Internal"),
                        ],
                        default="contact",
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("text", vault.fields.EncryptedTextField(verbose_name="note")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="casework.case",
                    ),
                ),
                (
                    "corrects",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrected_by",
                        to="casework.note",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="casework.individual",
                    ),
                ),
            ],
            options={
                "ordering": ["-written_at"],
                "indexes": [models.Index(fields=["case", "-written_at"], name="notes_of_a_case")],
            },
        ),
        migrations.CreateModel(
            name="NoteVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("text", vault.fields.EncryptedTextField(verbose_name="note")),
                ("replaced_at", models.DateTimeField(auto_now_add=True)),
                (
                    "note",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="casework.note",
                    ),
                ),
            ],
            options={
                "ordering": ["-replaced_at"],
            },
        ),
        migrations.CreateModel(
            name="OnwardPlan",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("none", "Wants to stay"),
                            ("wants", "Wants to travel on"),
                            ("planning", "Is planning the journey"),
                            ("has_means", "Has the means to travel"),
                            ("left", "Has left"),
                        ],
                        max_length=10,
                        verbose_name="plan",
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("VE", "Venezuela"),
                            ("CO", "Colombia"),
                            ("AR", "Argentina"),
                            ("AW", "Aruba"),
                            ("BO", "Bolivia"),
                            ("BR", "Brazil"),
                            ("CA", "Canada"),
                            ("CL", "Chile"),
                            ("CR", "Costa Rica"),
                            ("CW", "Curaçao"),
                            ("DO", "Dominican Republic"),
                            ("EC", "Ecuador"),
                            ("FR", "France"),
                            ("DE", "Germany"),
                            ("IT", "Italy"),
                            ("MX", "Mexico"),
                            ("PA", "Panama"),
                            ("PY", "Paraguay"),
                            ("PE", "Peru"),
                            ("PT", "Portugal"),
                            ("ES", "Spain"),
                            ("TT", "Trinidad and Tobago"),
                            ("US", "United States"),
                            ("UY", "Uruguay"),
                            ("ZZ", "Another country, or not known"),
                        ],
                        max_length=2,
                        verbose_name="country",
                    ),
                ),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="onward_plans",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="casework.onwardplan",
                    ),
                ),
            ],
            options={
                "ordering": ["-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="MediaRestriction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("own_wish", "Own wish"),
                            ("authority", "Told so by an authority"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("on", models.DateField(verbose_name="since")),
                ("ended_on", models.DateField(blank=True, null=True, verbose_name="until")),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="media_restrictions",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "authority",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="authority",
                    ),
                ),
            ],
            options={
                "ordering": ["-on"],
            },
        ),
        migrations.CreateModel(
            name="HealthVisit",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("medical", "Medical"),
                            ("nursing", "Nursing"),
                            ("dental", "Dental"),
                            ("mental", "Mental health"),
                            ("mother_child", "Mother and child"),
                            ("other", "Other care"),
                        ],
                        max_length=14,
                        verbose_name="kind of care",
                    ),
                ),
                ("on", models.DateField(verbose_name="date")),
                (
                    "findings",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="findings"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="health_visits",
                        to="casework.individual",
                    ),
                ),
                (
                    "provider",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="provider",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="Disarmament",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "arms_carried",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        default="unknown",
                        max_length=7,
                        verbose_name="carried arms",
                    ),
                ),
                (
                    "arms_surrendered",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        default="unknown",
                        max_length=7,
                        verbose_name="surrendered the arms",
                    ),
                ),
                (
                    "uniform_handed_over",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        default="unknown",
                        max_length=7,
                        verbose_name="handed over uniform and insignia",
                    ),
                ),
                (
                    "vehicle_surrendered",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        default="unknown",
                        max_length=7,
                        verbose_name="surrendered a vehicle",
                    ),
                ),
                (
                    "receipt_number",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="number of the receipt"
                    ),
                ),
                ("on", models.DateField(blank=True, null=True, verbose_name="handed over on")),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "arrival",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disarmaments",
                        to="casework.arrival",
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disarmaments",
                        to="casework.individual",
                    ),
                ),
                (
                    "received_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="casework.organisation",
                        verbose_name="received by",
                    ),
                ),
            ],
            options={
                "ordering": ["-recorded_at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("individual", "arrival"),
                        name="one_disarmament_per_arrival",
                        nulls_distinct=False,
                        violation_error_message="This is on file for this arrival already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("arms_carried", "no"), ("arms_surrendered", "yes"), _negated=True
                        ),
                        name="no_surrender_of_arms_not_carried",
                        violation_error_message="Who carried no arms surrendered none.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Activity",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="day")),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("training", "Training or course"),
                            ("school", "School"),
                            ("sport", "Sport"),
                            ("childcare", "Childcare"),
                            ("volunteering", "Volunteering"),
                            ("group", "Support group"),
                            ("culture", "Culture or faith"),
                            ("other", "Something else"),
                        ],
                        max_length=14,
                        verbose_name="kind",
                    ),
                ),
                (
                    "remarks",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="remarks"),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="activities",
                        to="casework.individual",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="offered by",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
                "indexes": [
                    models.Index(fields=["individual", "-on"], name="activities_of_a_person")
                ],
            },
        ),
        migrations.CreateModel(
            name="OrganisationRole",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("lodging", "Lodging"),
                            ("meals", "Meals"),
                            ("health", "Health care"),
                            ("legal", "Legal aid"),
                            ("cash", "Cash"),
                            ("items", "Household items"),
                            ("authority", "Decides or registers"),
                            ("observer", "Observes"),
                        ],
                        max_length=10,
                        verbose_name="what it does",
                    ),
                ),
                ("starts_on", models.DateField(verbose_name="since")),
                (
                    "ends_on",
                    models.DateField(blank=True, null=True, verbose_name="first day without"),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="roles",
                        to="casework.organisation",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["role", "-starts_on"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ends_on", None)),
                        fields=("office", "organisation", "role"),
                        name="one_running_role_of_a_kind",
                        violation_error_message="This is recorded already and still runs.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on", None),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="role_ends_after_it_starts",
                        violation_error_message="The end is before the start.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OutsideInterview",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "visitor",
                    models.CharField(
                        choices=[
                            ("organisation", "Human rights or aid organisation"),
                            ("journalist", "Journalist"),
                            ("researcher", "Researcher"),
                            ("authority", "Authority"),
                            ("other", "Somebody else"),
                        ],
                        max_length=12,
                        verbose_name="who asked",
                    ),
                ),
                (
                    "visitor_name",
                    vault.fields.EncryptedTextField(
                        max_length=200, verbose_name="name of who asked"
                    ),
                ),
                ("purpose", vault.fields.EncryptedTextField(verbose_name="what for")),
                ("on", models.DateField(verbose_name="day")),
                ("logged_at", models.DateTimeField(auto_now_add=True)),
                (
                    "logged_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-logged_at"],
            },
        ),
        migrations.CreateModel(
            name="InterviewedPerson",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "contact_shared_on",
                    models.DateField(blank=True, null=True, verbose_name="contact shared on"),
                ),
                (
                    "contact_shared_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outside_interviews",
                        to="casework.individual",
                    ),
                ),
                (
                    "interview",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="people",
                        to="casework.outsideinterview",
                    ),
                ),
            ],
            options={
                "ordering": ["individual__number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("interview", "individual"), name="interviewed_once_per_interview"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("contact_shared_by", None), ("contact_shared_on", None)),
                            models.Q(
                                ("contact_shared_by__isnull", False),
                                ("contact_shared_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="shared_contact_says_when_and_who",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairDecision",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "To decide"),
                            ("same", "Same person"),
                            ("different", "Not the same"),
                            ("merged", "Merged"),
                        ],
                        max_length=9,
                    ),
                ),
                (
                    "reason",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="reason"),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decisions",
                        to="casework.duplicatepair",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="Participation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("takes_part", "Takes part"),
                            ("wary", "Wary"),
                            ("declined", "Declined to take part"),
                            ("ended", "No longer takes part"),
                        ],
                        max_length=10,
                        verbose_name="takes part",
                    ),
                ),
                ("on", models.DateField(verbose_name="said on")),
                (
                    "reason",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="reason"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="participations",
                        to="casework.organisation",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="PartnerContact",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "post",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=120, null=True, verbose_name="position"
                    ),
                ),
                (
                    "name",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=150, null=True, verbose_name="name"
                    ),
                ),
                (
                    "phone",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=40, null=True, verbose_name="phone"
                    ),
                ),
                (
                    "email",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=254, null=True, verbose_name="e-mail"
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer since"),
                ),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "changed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="contacts",
                        to="casework.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["organisation__name", "changed_at"],
            },
        ),
        migrations.CreateModel(
            name="PartnerRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("cash", "Cash aid"),
                            ("funds", "Funds for the work"),
                            ("items", "Household items"),
                            ("lodging", "Lodging"),
                            ("relocation", "Moving people to another place"),
                            ("staff", "Staff or services"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                        verbose_name="asked for",
                    ),
                ),
                ("on", models.DateField(verbose_name="asked on")),
                (
                    "words",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="what exactly"
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("open", "Not answered"),
                            ("granted", "Granted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="answer",
                    ),
                ),
                (
                    "answered_on",
                    models.DateField(blank=True, null=True, verbose_name="answered on"),
                ),
                (
                    "reason",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="reason given"
                    ),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="asked by",
                    ),
                ),
                (
                    "asked_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="asked of",
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("asked_by__isnull", False),
                            ("asked_of__isnull", False),
                            _connector="OR",
                        ),
                        name="request_names_a_partner",
                        violation_error_message="Name who asked, or who was asked.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("asked_by", None),
                            ("asked_of", None),
                            models.Q(("asked_by", models.F("asked_of")), _negated=True),
                            _connector="OR",
                        ),
                        name="request_goes_to_somebody_else",
                        violation_error_message="Nobody asks this of themselves.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answered_on", None), ("outcome", "open")),
                            models.Q(
                                models.Q(("outcome", "open"), _negated=True),
                                ("answered_on__gte", models.F("on")),
                                ("answered_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="answered_request_has_a_day",
                        violation_error_message="The answer is before the request.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Phone",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("number", vault.fields.EncryptedTextField(verbose_name="number")),
                ("token", vault.fields.ExactTokenField(db_index=True, editable=False, null=True)),
                (
                    "country",
                    models.CharField(
                        blank=True, help_text="ISO 3166-1", max_length=2, verbose_name="country"
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        choices=[
                            ("own", "Own phone"),
                            ("shared", "Shared phone"),
                            ("relative", "A relative's phone"),
                            ("friend", "A friend's phone"),
                            ("work", "Phone at work"),
                            ("other", "Another phone"),
                        ],
                        default="own",
                        max_length=8,
                        verbose_name="whose phone",
                    ),
                ),
                ("may_be_called", models.BooleanField(default=False, verbose_name="may be called")),
                (
                    "asks_first",
                    models.BooleanField(default=False, verbose_name="ask before calling"),
                ),
                (
                    "is_message_only",
                    models.BooleanField(default=False, verbose_name="messages only"),
                ),
                (
                    "takes_no_voicemail",
                    models.BooleanField(default=False, verbose_name="no voicemail"),
                ),
                ("call_from", models.TimeField(blank=True, null=True, verbose_name="call from")),
                ("call_until", models.TimeField(blank=True, null=True, verbose_name="call until")),
                (
                    "who_may_answer",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="who may answer"
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer used since"),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="phones",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="PlanGoal",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "Planned"),
                            ("under_way", "Under way"),
                            ("reached", "Reached"),
                            ("partly", "Partly reached"),
                            ("dropped", "Dropped"),
                        ],
                        default="planned",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "outcome",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="what came of it"
                    ),
                ),
                ("set_at", models.DateTimeField(auto_now_add=True)),
                (
                    "area",
                    models.CharField(
                        choices=[
                            ("shelter", "Shelter"),
                            ("papers", "Papers and legal status"),
                            ("health", "Health"),
                            ("income", "Work and income"),
                            ("school", "School and training"),
                            ("protection", "Protection"),
                            ("family", "Family"),
                            ("other", "Something else"),
                        ],
                        max_length=12,
                        verbose_name="area",
                    ),
                ),
                ("need", vault.fields.EncryptedTextField(verbose_name="need")),
                ("goal", vault.fields.EncryptedTextField(verbose_name="goal")),
                ("target_on", models.DateField(verbose_name="to be reached by")),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.case",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plan_goals",
                        to="casework.individual",
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="goals",
                        to="casework.caseplan",
                    ),
                ),
                (
                    "responsible",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who is responsible",
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["target_on", "set_at"],
            },
        ),
        migrations.CreateModel(
            name="PlanReview",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="reviewed on")),
                ("next_on", models.DateField(verbose_name="next review on")),
                ("is_agreed", models.BooleanField(verbose_name="agreed with the family")),
                (
                    "remarks",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="remarks"),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "plan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews",
                        to="casework.caseplan",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-at"],
            },
        ),
        migrations.CreateModel(
            name="PlanStep",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "Planned"),
                            ("under_way", "Under way"),
                            ("reached", "Reached"),
                            ("partly", "Partly reached"),
                            ("dropped", "Dropped"),
                        ],
                        default="planned",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "outcome",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="what came of it"
                    ),
                ),
                ("set_at", models.DateTimeField(auto_now_add=True)),
                ("what", vault.fields.EncryptedTextField(verbose_name="step")),
                (
                    "doer",
                    models.CharField(
                        choices=[
                            ("family", "The family"),
                            ("staff", "The team"),
                            ("partner", "Another organisation"),
                        ],
                        default="staff",
                        max_length=8,
                        verbose_name="who does it",
                    ),
                ),
                ("due_on", models.DateField(verbose_name="by")),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.case",
                    ),
                ),
                (
                    "goal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="casework.plangoal",
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["due_on", "set_at"],
            },
        ),
        migrations.CreateModel(
            name="PlanMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "Planned"),
                            ("under_way", "Under way"),
                            ("reached", "Reached"),
                            ("partly", "Partly reached"),
                            ("dropped", "Dropped"),
                        ],
                        max_length=10,
                    ),
                ),
                ("on", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "goal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moves",
                        to="casework.plangoal",
                    ),
                ),
                (
                    "step",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moves",
                        to="casework.planstep",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("goal", None), ("step__isnull", False)),
                            models.Q(("goal__isnull", False), ("step", None)),
                            _connector="OR",
                        ),
                        name="plan_move_is_of_a_goal_or_of_a_step",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PublicHoliday",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "country",
                    models.CharField(help_text="ISO 3166-1", max_length=2, verbose_name="country"),
                ),
                ("on", models.DateField(verbose_name="date")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
            ],
            options={
                "ordering": ["on"],
                "constraints": [
                    models.UniqueConstraint(fields=("country", "on"), name="one_holiday_per_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="Referral",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "service",
                    models.CharField(
                        choices=[
                            ("health", "Health"),
                            ("mental_health", "Mental health"),
                            ("legal", "Legal help outside the house"),
                            ("education", "Education"),
                            ("livelihood", "Livelihood"),
                            ("shelter", "Shelter"),
                            ("cash", "Cash"),
                            ("tracing", "Family tracing"),
                            ("other", "Another service"),
                        ],
                        max_length=16,
                        verbose_name="service",
                    ),
                ),
                (
                    "urgency",
                    models.CharField(
                        choices=[("normal", "Normal"), ("soon", "Soon"), ("urgent", "At once")],
                        default="normal",
                        max_length=8,
                        verbose_name="urgency",
                    ),
                ),
                ("reason", vault.fields.EncryptedTextField(verbose_name="reason")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("sent", "Sent"),
                            ("accepted", "Accepted"),
                            ("refused", "Declined"),
                            ("completed", "Completed"),
                            ("revoked", "Taken back"),
                        ],
                        default="draft",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("status_on", models.DateField(verbose_name="since")),
                ("sent_on", models.DateField(blank=True, null=True, verbose_name="sent on")),
                ("due_on", models.DateField(blank=True, null=True, verbose_name="due")),
                (
                    "is_consent_overridden",
                    models.BooleanField(default=False, verbose_name="sent without consent"),
                ),
                (
                    "override_reason",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="why without consent"
                    ),
                ),
                ("written_at", models.DateTimeField(auto_now_add=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outside_referrals",
                        to="casework.case",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outside_referrals",
                        to="casework.individual",
                        verbose_name="person",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.organisation",
                        verbose_name="organisation",
                    ),
                ),
                (
                    "written_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "referral",
                "ordering": ["-written_at"],
                "indexes": [
                    models.Index(fields=["status", "due_on"], name="referrals_by_state_and_day")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["accepted", "draft", "sent"])),
                        fields=("individual", "service"),
                        name="one_open_referral_per_person_and_service",
                        violation_error_message="This person is referred to that service already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("due_on", None), ("sent_on", None), ("status", "draft")),
                            ("status", "revoked"),
                            models.Q(
                                models.Q(("status", "draft"), _negated=True),
                                ("due_on__isnull", False),
                                ("sent_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="sent_referral_has_its_days",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_consent_overridden", False),
                            ("override_reason__isnull", False),
                            _connector="OR",
                        ),
                        name="referral_without_consent_says_why",
                        violation_error_message="Say why it is sent without consent.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReferralStep",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("sent", "Sent"),
                            ("accepted", "Accepted"),
                            ("refused", "Declined"),
                            ("completed", "Completed"),
                            ("revoked", "Taken back"),
                        ],
                        max_length=10,
                    ),
                ),
                ("on", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "remark",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="remark"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "referral",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="steps",
                        to="casework.referral",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="RegionalDirectorate",
            fields=[
                (
                    "name_en",
                    models.CharField(
                        blank=True,
                        help_text="Where it has another one.",
                        max_length=80,
                        verbose_name="name in English",
                    ),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer offered since"),
                ),
                (
                    "code",
                    models.CharField(
                        max_length=20, primary_key=True, serialize=False, verbose_name="code"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "departments",
                    models.ManyToManyField(
                        blank=True, related_name="directorates", to="casework.department"
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Relationship",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("parent", "parent of"),
                            ("grandparent", "grandparent of"),
                            ("sibling", "sibling of"),
                            ("partner", "partner of"),
                            ("guardian", "guardian of"),
                            ("apart", "must not share a room with"),
                        ],
                        max_length=12,
                        verbose_name="relation",
                    ),
                ),
                ("starts_on", models.DateField(blank=True, null=True, verbose_name="from")),
                ("ends_on", models.DateField(blank=True, null=True, verbose_name="until")),
                (
                    "reason",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="reason"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "individual_a",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="relationships_as_first",
                        to="casework.individual",
                    ),
                ),
                (
                    "individual_b",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="relationships_as_second",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "relation of two people",
                "verbose_name_plural": "relations of two people",
                "ordering": ["individual_a__number", "individual_b__number", "recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("individual_a", models.F("individual_b")), _negated=True
                        ),
                        name="nobody_is_related_to_themselves",
                        violation_error_message="Nobody is related to themselves.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ends_on", None)),
                        fields=("individual_a", "individual_b", "kind"),
                        name="one_open_relationship_of_a_kind",
                        violation_error_message="This is on file already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("starts_on", None),
                            ("ends_on", None),
                            ("ends_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="relationship_ends_after_it_starts",
                        violation_error_message="The end is before the beginning.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RelativeAbroad",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "name",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="name"),
                ),
                (
                    "relation",
                    models.CharField(
                        choices=[
                            ("SPO", "Spouse"),
                            ("PAR", "Partner"),
                            ("SON", "Son"),
                            ("DAU", "Daughter"),
                            ("STC", "Stepchild"),
                            ("FOC", "Foster child"),
                            ("FAT", "Father"),
                            ("MOT", "Mother"),
                            ("BRO", "Brother"),
                            ("SIS", "Sister"),
                            ("GRP", "Grandparent"),
                            ("GRC", "Grandchild"),
                            ("UNC", "Uncle"),
                            ("AUN", "Aunt"),
                            ("NEP", "Nephew"),
                            ("NIE", "Niece"),
                            ("COU", "Cousin"),
                            ("INL", "In-law"),
                            ("OTR", "Other relative"),
                            ("NON", "Not related"),
                        ],
                        default="OTR",
                        max_length=3,
                        verbose_name="relation",
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        default="VE", help_text="ISO 3166-1", max_length=2, verbose_name="country"
                    ),
                ),
                (
                    "risk",
                    models.CharField(
                        choices=[
                            ("unknown", "Not known"),
                            ("low", "Low"),
                            ("medium", "Medium"),
                            ("high", "High"),
                        ],
                        default="unknown",
                        max_length=8,
                        verbose_name="risk",
                    ),
                ),
                (
                    "is_dependant",
                    models.BooleanField(
                        default=False, verbose_name="lives on what this person earns"
                    ),
                ),
                ("is_ailing", models.BooleanField(default=False, verbose_name="ailing")),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "ended_on",
                    models.DateField(blank=True, null=True, verbose_name="no longer at home since"),
                ),
                (
                    "ended_as",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("joined", "Came out to join the family"),
                            ("safe", "Lives elsewhere in safety"),
                            ("lost_contact", "Contact lost"),
                            ("died", "Died"),
                            ("mistake", "Recorded by mistake"),
                        ],
                        max_length=12,
                        verbose_name="reason",
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="relatives_abroad",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "state",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.state",
                        verbose_name="state",
                    ),
                ),
            ],
            options={
                "verbose_name": "relative at home",
                "verbose_name_plural": "relatives at home",
                "ordering": ["individual__number", "recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_as", ""), ("ended_on", None)),
                            models.Q(
                                ("ended_on__isnull", False),
                                models.Q(("ended_as", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="relative_gone_has_day_and_reason",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportedFigure",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        blank=True, editable=False, max_length=40, null=True, unique=True
                    ),
                ),
                (
                    "metric",
                    models.CharField(
                        choices=[
                            ("former_members", "Former members of a force who arrived"),
                            ("relatives", "Relatives who arrived"),
                            ("hotels", "Hotels in use"),
                            (
                                "expelled",
                                "Expelled from the forces by the decree of 27 February 2019",
                            ),
                            ("force_size", "Size of the armed forces"),
                            ("venezuelans", "Venezuelans in the host country"),
                        ],
                        max_length=16,
                        verbose_name="what is counted",
                    ),
                ),
                ("on", models.DateField(verbose_name="on")),
                (
                    "is_day_approximate",
                    models.BooleanField(default=False, verbose_name="the day is approximate"),
                ),
                (
                    "operator",
                    models.CharField(
                        choices=[
                            ("exactly", "exactly"),
                            ("more_than", "more than"),
                            ("at_least", "at least"),
                            ("about", "about"),
                            ("nearly", "nearly"),
                            ("between", "between"),
                        ],
                        max_length=10,
                        verbose_name="the source says",
                    ),
                ),
                ("value", models.PositiveIntegerField(verbose_name="figure")),
                (
                    "value_to",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="up to"),
                ),
                (
                    "source",
                    models.CharField(
                        help_text="Title, publisher and day; no link.",
                        max_length=200,
                        verbose_name="source",
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="note")),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "recorded_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["metric", "on", "value"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("operator", "between"), ("value_to__gt", models.F("value"))),
                            models.Q(
                                models.Q(("operator", "between"), _negated=True), ("value_to", None)
                            ),
                            _connector="OR",
                        ),
                        name="only_a_range_has_two_ends",
                        violation_error_message="“Between” needs both ends, the lower first.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OriginSanction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("expulsion", "Expulsion from the force"),
                            ("treason_charge", "Charge of treason"),
                            ("discharge", "Dishonourable discharge"),
                            ("arrest_warrant", "Arrest warrant"),
                            ("other", "Another sanction"),
                        ],
                        max_length=16,
                        verbose_name="type",
                    ),
                ),
                ("on", models.DateField(blank=True, null=True, verbose_name="date")),
                (
                    "names_person",
                    models.CharField(
                        choices=[("yes", "Yes"), ("no", "No"), ("unknown", "Not known")],
                        default="unknown",
                        max_length=8,
                        verbose_name="names the person",
                    ),
                ),
                (
                    "charge",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="charge"),
                ),
                (
                    "evidence",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="evidence"),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sanctions",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="casework.originsanction",
                    ),
                ),
                (
                    "instrument",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sanctions",
                        to="casework.sanctioninstrument",
                        verbose_name="decree or order",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="ServiceRecord",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "rank_band",
                    models.CharField(
                        choices=[
                            ("enlisted", "Enlisted troops"),
                            ("professional", "Professional troops"),
                            ("officer", "Officers"),
                            ("general", "Generals"),
                            ("police", "Police and intelligence bodies"),
                            ("unknown", "Not known"),
                        ],
                        default="unknown",
                        max_length=12,
                        verbose_name="rank band",
                    ),
                ),
                (
                    "rank",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="rank"),
                ),
                (
                    "unit",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="unit"),
                ),
                (
                    "role",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="last role"
                    ),
                ),
                (
                    "people_commanded",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="people under command"
                    ),
                ),
                (
                    "years_of_service",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="years of service"
                    ),
                ),
                (
                    "served_from",
                    models.DateField(blank=True, null=True, verbose_name="served from"),
                ),
                (
                    "served_until",
                    models.DateField(blank=True, null=True, verbose_name="served until"),
                ),
                (
                    "ending",
                    models.CharField(
                        choices=[
                            ("deserted", "Left without leave"),
                            ("discharged", "Discharged"),
                            ("expelled", "Expelled"),
                            ("retired", "Retired"),
                            ("unknown", "Not known"),
                        ],
                        default="unknown",
                        max_length=12,
                        verbose_name="how it ended",
                    ),
                ),
                (
                    "force",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="casework.force",
                        verbose_name="force",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="service_records",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="casework.servicerecord",
                    ),
                ),
            ],
            options={
                "ordering": [
                    models.OrderBy(models.F("served_until"), descending=True, nulls_last=True),
                    "-recorded_at",
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("served_from", None),
                            ("served_until", None),
                            ("served_until__gte", models.F("served_from")),
                            _connector="OR",
                        ),
                        name="service_ends_after_it_starts",
                        violation_error_message="The service ends before it starts.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SpecificNeed",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("starts_on", models.DateField(verbose_name="since")),
                ("ended_on", models.DateField(blank=True, null=True, verbose_name="until")),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("own_account", "The person said so"),
                            ("family", "The family said so"),
                            ("observed", "Seen by staff"),
                            ("paper", "A paper says so"),
                            ("health", "A health worker said so"),
                            ("partner", "Another organisation said so"),
                        ],
                        max_length=12,
                        verbose_name="known from",
                    ),
                ),
                (
                    "review_on",
                    models.DateField(blank=True, null=True, verbose_name="look at it again on"),
                ),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "code",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.needcode",
                        verbose_name="need",
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="needs",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_on", "code"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_on", None),
                            ("ended_on__gte", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="need_ends_after_it_starts",
                        violation_error_message="The need ends before it starts.",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_on", None)),
                        fields=("individual", "code"),
                        name="one_open_need_per_code",
                        violation_error_message="This need is on file already.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HomeIncident",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("house_marked", "House marked"),
                            ("detained", "Detained"),
                            ("beaten", "Beaten"),
                            ("questioned", "Questioned"),
                            ("forced_to_sign", "Forced to sign"),
                            ("dismissed", "Dismissed from work"),
                            ("threatened", "Threatened"),
                            ("tortured", "Tortured"),
                            ("property_taken", "Property taken"),
                        ],
                        max_length=16,
                        verbose_name="what happened",
                    ),
                ),
                ("happened_on", models.DateField(blank=True, null=True, verbose_name="when")),
                (
                    "precision",
                    models.CharField(
                        choices=[
                            ("day", "Exact day"),
                            ("month", "Month only"),
                            ("year", "Year only"),
                            ("unknown", "Not known"),
                        ],
                        default="day",
                        max_length=8,
                        verbose_name="day known by",
                    ),
                ),
                (
                    "actor",
                    models.CharField(
                        choices=[
                            ("unknown", "Not known"),
                            ("colectivos", "Armed civilian groups (colectivos)"),
                            ("military", "Military"),
                            ("police", "Police"),
                            ("intelligence", "Intelligence service"),
                            ("other", "Others"),
                        ],
                        default="unknown",
                        max_length=12,
                        verbose_name="by whom",
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("client", "The person in the case"),
                            ("relative", "A relative"),
                            ("press", "Press"),
                            ("partner", "A partner organisation"),
                        ],
                        default="client",
                        max_length=8,
                        verbose_name="who told it",
                    ),
                ),
                (
                    "certainty",
                    models.CharField(
                        choices=[
                            ("unchecked", "As told, not checked"),
                            ("plausible", "Fits what else is known"),
                            ("confirmed", "Confirmed by a second source"),
                        ],
                        default="unchecked",
                        max_length=10,
                        verbose_name="how certain",
                    ),
                ),
                (
                    "paper_signed",
                    models.CharField(
                        choices=[("unknown", "Not known"), ("yes", "Yes"), ("no", "No")],
                        default="unknown",
                        max_length=8,
                        verbose_name="had to sign a paper",
                    ),
                ),
                (
                    "account",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="account"),
                ),
                (
                    "consent_given_on",
                    models.DateField(blank=True, null=True, verbose_name="consent given on"),
                ),
                (
                    "is_mistake",
                    models.BooleanField(default=False, verbose_name="recorded by mistake"),
                ),
                (
                    "case",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="home_incidents",
                        to="casework.case",
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="home_incidents",
                        to="casework.individual",
                    ),
                ),
                (
                    "relative",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="home_incidents",
                        to="casework.relativeabroad",
                        verbose_name="to whom",
                    ),
                ),
                (
                    "state",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.state",
                        verbose_name="state",
                    ),
                ),
            ],
            options={
                "verbose_name": "incident at home",
                "verbose_name_plural": "incidents at home",
                "ordering": [
                    models.OrderBy(models.F("happened_on"), descending=True, nulls_last=True),
                    "-recorded_at",
                ],
                "indexes": [
                    models.Index(fields=["happened_on", "type"], name="incidents_by_month")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("case", None), ("consent_given_on", None)),
                            models.Q(("case__isnull", False), ("consent_given_on__isnull", False)),
                            _connector="OR",
                        ),
                        name="incident_of_a_case_has_consent",
                        violation_error_message="An incident joins the case only with consent.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("happened_on", None), ("precision", "unknown")),
                            models.Q(
                                models.Q(("precision", "unknown"), _negated=True),
                                ("happened_on__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="incident_has_a_day_unless_unknown",
                        violation_error_message="Give the day, or say that it is not known.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Detention",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("since", models.DateField(blank=True, null=True, verbose_name="detained since")),
                (
                    "precision",
                    models.CharField(
                        choices=[
                            ("day", "Exact day"),
                            ("month", "Month only"),
                            ("year", "Year only"),
                            ("unknown", "Not known"),
                        ],
                        default="day",
                        max_length=8,
                        verbose_name="day known by",
                    ),
                ),
                (
                    "authority",
                    models.CharField(
                        choices=[
                            ("unknown", "Not known"),
                            ("colectivos", "Armed civilian groups (colectivos)"),
                            ("military", "Military"),
                            ("police", "Police"),
                            ("intelligence", "Intelligence service"),
                            ("other", "Others"),
                        ],
                        default="unknown",
                        max_length=12,
                        verbose_name="held by",
                    ),
                ),
                (
                    "note",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                ("review_on", models.DateField(blank=True, null=True, verbose_name="ask again on")),
                ("ended_on", models.DateField(blank=True, null=True, verbose_name="ended on")),
                (
                    "ended_as",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("released", "Released"),
                            ("escaped", "Escaped"),
                            ("died", "Died in detention"),
                            ("mistake", "Recorded by mistake"),
                        ],
                        max_length=8,
                        verbose_name="how it ended",
                    ),
                ),
                (
                    "changed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "relative",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="detentions",
                        to="casework.relativeabroad",
                    ),
                ),
                (
                    "state",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.state",
                        verbose_name="state",
                    ),
                ),
            ],
            options={
                "verbose_name": "detention",
                "verbose_name_plural": "detentions",
                "ordering": [models.OrderBy(models.F("since"), nulls_last=True), "recorded_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_on", None)),
                        fields=("relative",),
                        name="one_open_detention_per_relative",
                        violation_error_message="This relative is on file as detained already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_as", ""), ("ended_on", None)),
                            models.Q(
                                ("ended_on__isnull", False),
                                models.Q(("ended_as", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="ended_detention_has_day_and_way",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("since", None),
                            ("ended_on", None),
                            ("ended_on__gte", models.F("since")),
                            _connector="OR",
                        ),
                        name="detention_ends_after_it_starts",
                        violation_error_message="The end is before the beginning.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("precision", "unknown"), ("since", None)),
                            models.Q(
                                models.Q(("precision", "unknown"), _negated=True),
                                ("since__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="detention_has_a_day_unless_unknown",
                        violation_error_message="Give the day, or say that it is not known.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SubjectRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("access", "Access: what is held about me"),
                            ("correction", "Correction"),
                            ("erasure", "Erasure"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("received_on", models.DateField(verbose_name="received on")),
                (
                    "asked",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="what was asked"
                    ),
                ),
                (
                    "due_on",
                    models.DateField(blank=True, null=True, verbose_name="to be answered by"),
                ),
                ("is_extended", models.BooleanField(default=False, verbose_name="term extended")),
                (
                    "answered_on",
                    models.DateField(blank=True, null=True, verbose_name="answered on"),
                ),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("granted", "Granted"),
                            ("partly", "Partly granted"),
                            ("refused", "Refused, with reasons"),
                        ],
                        max_length=8,
                        verbose_name="result",
                    ),
                ),
                (
                    "answer",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="answer"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="subject_requests",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rule",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casework.deadlinerule",
                    ),
                ),
            ],
            options={
                "ordering": ["-received_on", "-recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answered_on", None), ("result", "")),
                            models.Q(
                                ("answered_on__isnull", False),
                                models.Q(("result", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="answered_request_has_day_and_result",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TaskMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("done", "Done"),
                            ("not_needed", "Not needed"),
                            ("no_show", "Did not come"),
                            ("moved", "Moved to another day"),
                        ],
                        max_length=10,
                    ),
                ),
                ("on", models.DateField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moves",
                        to="casework.casetask",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="TensionEvent",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="date")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("complaint", "Complaint of neighbours"),
                            ("jealousy", "Resentment over aid"),
                            ("statement", "Hostile words in public"),
                            ("protest", "Protest"),
                            ("threat", "Threat"),
                            ("violence", "Violence"),
                            ("other", "Something else"),
                        ],
                        max_length=10,
                        verbose_name="what happened",
                    ),
                ),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "Low"), (2, "Medium"), (3, "High")], verbose_name="level"
                    ),
                ),
                (
                    "source",
                    vault.fields.EncryptedTextField(
                        blank=True, null=True, verbose_name="who told it"
                    ),
                ),
                (
                    "account",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="account"),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "municipality",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="casework.municipality",
                        verbose_name="municipality",
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
            },
        ),
        migrations.CreateModel(
            name="WellbeingNote",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("on", models.DateField(verbose_name="day")),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "feeling",
                    models.CharField(
                        choices=[
                            ("1", "Very bad"),
                            ("2", "Bad"),
                            ("3", "So-so"),
                            ("4", "Well"),
                            ("5", "Very well"),
                            ("0", "Not asked"),
                        ],
                        default="0",
                        max_length=1,
                        verbose_name="how the last two weeks felt",
                    ),
                ),
                (
                    "support",
                    models.CharField(
                        choices=[
                            ("not_offered", "Not offered"),
                            ("accepted", "Offered and accepted"),
                            ("later", "Offered; the person will think about it"),
                            ("declined", "Offered and declined"),
                        ],
                        default="not_offered",
                        max_length=12,
                        verbose_name="psychosocial support",
                    ),
                ),
                (
                    "text",
                    vault.fields.EncryptedTextField(blank=True, null=True, verbose_name="note"),
                ),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="wellbeing_notes",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "referral",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="offers",
                        to="casework.referral",
                        verbose_name="referral that followed",
                    ),
                ),
            ],
            options={
                "ordering": ["-on", "-recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("referral", None), ("support", "accepted"), _connector="OR"
                        ),
                        name="referral_follows_an_offer_that_was_accepted",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WordMemory",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("force", "Force"),
                            ("rank", "Rank"),
                            ("relation", "Relation to the head"),
                            ("sex", "Sex"),
                        ],
                        max_length=8,
                    ),
                ),
                ("word_token", models.BigIntegerField()),
                ("meaning", models.CharField(max_length=30)),
                ("confirmed_at", models.DateTimeField(auto_now=True)),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="accounts.office",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("office", "kind", "word_token"), name="one_meaning_per_word"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WorkAuthorisation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "rule",
                    models.CharField(
                        choices=[
                            ("sc2_silent", "SC-2 that does not mention work"),
                            ("pep_2019", "Special permit for former members (2019)"),
                            ("ppt", "Temporary protection permit (from 2021)"),
                            ("sc2_2025", "SC-2 under Decreto 0089 of 2025"),
                            ("visa", "Visa"),
                            ("other", "Another rule"),
                        ],
                        max_length=12,
                        verbose_name="rests on",
                    ),
                ),
                (
                    "allows",
                    models.CharField(
                        choices=[
                            ("yes", "Allows work"),
                            ("no", "Does not allow work"),
                            ("contested", "Sources contradict each other"),
                        ],
                        max_length=10,
                        verbose_name="allows work",
                    ),
                ),
                ("starts_on", models.DateField(verbose_name="from")),
                (
                    "ends_on",
                    models.DateField(blank=True, null=True, verbose_name="first day without"),
                ),
                (
                    "paper",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=120, null=True, verbose_name="paper"
                    ),
                ),
                (
                    "source",
                    vault.fields.EncryptedTextField(
                        blank=True, max_length=300, null=True, verbose_name="who says so"
                    ),
                ),
                ("recorded_at", models.DateTimeField(auto_now_add=True)),
                (
                    "individual",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="work_authorisations",
                        to="casework.individual",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_on", "-recorded_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_on", None),
                            ("ends_on__gt", models.F("starts_on")),
                            _connector="OR",
                        ),
                        name="work_right_ends_after_it_starts",
                        violation_error_message="The end is before the start.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ArrivalDraft",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                (
                    "submission",
                    models.UUIDField(help_text="Token of the form that is being filled in."),
                ),
                ("typed", vault.fields.EncryptedJSONField()),
                ("people", models.PositiveSmallIntegerField(default=0, verbose_name="people")),
                ("is_group", models.BooleanField(default=False, verbose_name="several families")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("saved_at", models.DateTimeField(auto_now=True, db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-saved_at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "submission"), name="one_draft_per_open_form"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ArrivalSlip",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key_id", models.UUIDField(editable=False)),
                ("token", vault.fields.EncryptedTextField(verbose_name="code of the slip")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("issued_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "arrival",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="slips",
                        to="casework.arrival",
                    ),
                ),
                (
                    "issued_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revoked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-issued_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("arrival",),
                        name="one_valid_slip_per_arrival",
                        violation_error_message="This arrival has a valid slip.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("revoked_at", None), ("revoked_by", None)),
                            models.Q(("revoked_at__isnull", False), ("revoked_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="revoked_slip_has_moment_and_person",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="familymember",
            name="individual",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="memberships",
                to="casework.individual",
            ),
        ),
        migrations.AddField(
            model_name="consent",
            name="individual",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="consents",
                to="casework.individual",
            ),
        ),
        migrations.AddField(
            model_name="casedocument",
            name="individual",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="documents",
                to="casework.individual",
                verbose_name="person",
            ),
        ),
        migrations.AddField(
            model_name="crossingpoint",
            name="municipality",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="casework.municipality",
            ),
        ),
        migrations.AddField(
            model_name="importbatch",
            name="directorate",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="casework.regionaldirectorate",
                verbose_name="regional directorate",
            ),
        ),
        migrations.AddField(
            model_name="arrival",
            name="directorate",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="casework.regionaldirectorate",
                verbose_name="regional directorate",
            ),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=models.UniqueConstraint(
                fields=("individual", "purpose"), name="one_consent_per_person_and_purpose"
            ),
        ),
        migrations.AddIndex(
            model_name="arrival",
            index=models.Index(fields=["on", "directorate"], name="arrivals_by_day_and_place"),
        ),
        migrations.AddConstraint(
            model_name="familymember",
            constraint=django.contrib.postgres.constraints.ExclusionConstraint(
                expressions=[
                    ("individual", "="),
                    (casework.models.case.DateRange("joined_on", "left_on"), "&&"),
                ],
                name="one_case_per_person_and_day",
                violation_error_message="This person is in another case on these days.",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="case",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "casework_caseevent" ("changed_at", "changed_by_id", "closed_on", "end_reason", "id", "is_restricted", "key_id", "number", "office_id", "opened_on", "people_numbered", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "status", "team_id", "version") VALUES (NEW."changed_at", NEW."changed_by_id", NEW."closed_on", NEW."end_reason", NEW."id", NEW."is_restricted", NEW."key_id", NEW."number", NEW."office_id", NEW."opened_on", NEW."people_numbered", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'insert\', NEW."id", NEW."status", NEW."team_id", NEW."version"); RETURN NULL;',
                    hash="bbb6210d9db04b0867ea62fc5194ad18cff062e4",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_825cb",
                    table="casework_case",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="case",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "casework_caseevent" ("changed_at", "changed_by_id", "closed_on", "end_reason", "id", "is_restricted", "key_id", "number", "office_id", "opened_on", "people_numbered", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "status", "team_id", "version") VALUES (NEW."changed_at", NEW."changed_by_id", NEW."closed_on", NEW."end_reason", NEW."id", NEW."is_restricted", NEW."key_id", NEW."number", NEW."office_id", NEW."opened_on", NEW."people_numbered", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'update\', NEW."id", NEW."status", NEW."team_id", NEW."version"); RETURN NULL;',
                    hash="b4190e67141bd065fe4bbdb9dadc87b35d453757",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_6bba9",
                    table="casework_case",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="caseevent",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="e62aeed980899ece2f7957affeda17bcdbd5a468",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_0416e",
                    table="casework_caseevent",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="familymemberevent",
            trigger=pgtrigger.compiler.Trigger(
                name="append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="6b1400fca962e8e12ff91ea20dbec56723e232ab",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_append_only_5efb2",
                    table="casework_familymemberevent",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="familymember",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "casework_familymemberevent" ("case_id", "id", "individual_id", "joined_on", "left_on", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "relation_to_principal") VALUES (NEW."case_id", NEW."id", NEW."individual_id", NEW."joined_on", NEW."left_on", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'insert\', NEW."id", NEW."relation_to_principal"); RETURN NULL;',
                    hash="0a3480a5ba53a68b446285de8646978aff7ee4d0",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_46f2a",
                    table="casework_familymember",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="familymember",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "casework_familymemberevent" ("case_id", "id", "individual_id", "joined_on", "left_on", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "relation_to_principal") VALUES (NEW."case_id", NEW."id", NEW."individual_id", NEW."joined_on", NEW."left_on", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'update\', NEW."id", NEW."relation_to_principal"); RETURN NULL;',
                    hash="20154e433d0ae74f2415fee7ab3e95bde69d772a",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_26d5d",
                    table="casework_familymember",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="note",
            trigger=pgtrigger.compiler.Trigger(
                name="sealed_after_a_day",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n                    IF NEW.author_id <> OLD.author_id OR NEW.written_at <> OLD.written_at\n                        OR ((NEW.text IS DISTINCT FROM OLD.text OR NEW.kind <> OLD.kind)\n                            AND OLD.written_at < now() - interval '24 hours')\n                    THEN\n                        RAISE EXCEPTION 'a note is sealed a day after it was written'\n                            USING ERRCODE = 'check_violation', CONSTRAINT = 'sealed_after_a_day';\n                    END IF;\n                    RETURN NEW;\n                ",
                    hash="9d51178f459b6e5b7bec4adf967c5b269d0acd9f",
                    operation='UPDATE OF "text", "kind", "author_id", "written_at"',
                    pgid="pgtrigger_sealed_after_a_day_cc178",
                    table="casework_note",
                    when="BEFORE",
                ),
            ),
        ),
    ]
