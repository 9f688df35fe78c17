"""Tables of the projection of what falls due. They exist for speed; the sources are the truth."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class KeptDue(models.Model):
    """One row that a source returns for a day (`accounts.due.Source.rows`).

    Only `worklist.projection` writes and deletes these rows. They have no foreign keys: the row of an erased subject
    disappears with the next update. Team and office of the case are copied here, because readers who see all cases of a
    team or an office then need no look-up of the case.
    """

    is_kept = True

    day = models.DateField()
    kind = models.CharField(max_length=40)
    due_on = models.DateField()
    about_type = models.CharField(max_length=60)
    about_id = models.CharField(max_length=40)
    case_id = models.UUIDField(null=True)
    permission = models.CharField(max_length=40)
    office_id = models.UUIDField(null=True)
    severity = models.CharField(max_length=10)
    warn_days = models.JSONField(null=True)
    person_id = models.UUIDField(null=True)
    case_team_id = models.UUIDField(null=True)
    case_office_id = models.UUIDField(null=True)
    case_is_restricted = models.BooleanField(null=True)

    class Privacy:
        open = {
            "day",
            "kind",
            "due_on",
            "about_type",
            "about_id",
            "case_id",
            "permission",
            "office_id",
            "severity",
            "warn_days",
            "person_id",
            "case_team_id",
            "case_office_id",
            "case_is_restricted",
        }

    class Meta:
        indexes = [
            models.Index(
                fields=["day", "due_on", "case_id", "kind", "about_id"], name="kept_by_day"
            ),
            models.Index(
                fields=["day", "kind", "due_on", "case_id", "about_id"],
                include=["id", "office_id", "case_team_id", "case_office_id", "case_is_restricted"],
                name="kept_of_a_kind",
            ),
            models.Index(fields=["case_id"], name="kept_of_a_case"),
            models.Index(fields=["person_id"], name="kept_of_a_person"),
            models.Index(fields=["kind", "about_id"], name="kept_about"),
        ]


class KeptAhead(models.Model):
    """A family in which somebody has no aid, or loses aid within the days that Today looks ahead (`aid.loss_sql`).

    `lost` holds a day and a kind of essential aid for each loss that nothing replaces within these days.
    """

    is_kept = True

    day = models.DateField()
    case_id = models.UUIDField()
    has_nothing_now = models.BooleanField()
    is_left_with_nothing = models.BooleanField()
    first_loss_on = models.DateField(null=True)
    lost = ArrayField(models.CharField(max_length=30))
    case_team_id = models.UUIDField()
    case_office_id = models.UUIDField()
    case_is_restricted = models.BooleanField()

    class Privacy:
        open = {"day", "case_id", "case_team_id", "case_office_id", "case_is_restricted"}
        counted = {"has_nothing_now", "is_left_with_nothing", "first_loss_on", "lost"}

    class Meta:
        indexes = [
            models.Index(
                fields=["day", "has_nothing_now", "is_left_with_nothing"],
                include=["case_id", "case_team_id", "case_office_id", "case_is_restricted"],
                name="ahead_with_nothing",
            ),
            models.Index(
                fields=["day", "first_loss_on"],
                condition=models.Q(first_loss_on__isnull=False),
                name="ahead_losing",
            ),
            models.Index(fields=["case_id"], name="ahead_of_a_case"),
        ]


class KeptKind(models.Model):
    """Records that the rows of this kind are computed for this day.

    `tables` are the tables that the query of the kind read. An empty list means that it may read any table."""

    day = models.DateField()
    kind = models.CharField(max_length=40)
    tables = ArrayField(models.CharField(max_length=63), default=list, db_default=[])

    class Privacy:
        open = {"day", "kind", "tables"}

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "kind"], name="kind_kept_once")]


class TouchedDue(models.Model):
    """A change that the projection does not contain yet.

    It concerns a case, a person, a site or a whole kind; without any of these it concerns everything. `table_name` is
    the table that changed. Triggers write these rows in the transaction of the change, whatever code made the change.
    """

    case_id = models.UUIDField(null=True)
    person_id = models.UUIDField(null=True)
    site_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=40, db_default="")
    table_name = models.CharField(max_length=63, db_default="")

    class Privacy:
        open = {"case_id", "person_id", "site_id", "kind", "table_name"}
