"""What falls due, kept so that nobody waits for it to be worked out. Never the truth: that are the sources."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from aid.querysets.cover import DateMultiRangeField


class KeptDue(models.Model):
    """One row that a source of what falls due has on a day, as `accounts.due.Source.rows` gives it.

    Written and removed by `worklist.kept` alone. It has no keys of other tables: what is erased is gone from here
    with the next look. Where the case belongs stands beside it, for whoever sees all cases of a team or an office.
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
    """A family of which somebody loses aid on whatever day, or has none, as `aid.loss_sql` says it of a day.

    Kept as what falls due is. `lacking` is how many of its people have nothing essential; `is_left_with_nothing` says it of
    somebody after the days that Today looks ahead; `lost` are days and kinds of essential aid that does not come back
    within them. `essential` are all days on which everybody of it has something essential, `losses` the first day on
    which each of those who lose something does.
    """

    is_kept = True

    day = models.DateField()
    case_id = models.UUIDField()
    number = models.CharField(max_length=16)
    has_nothing_now = models.BooleanField()
    is_left_with_nothing = models.BooleanField()
    first_loss_on = models.DateField(null=True)
    lost = ArrayField(models.CharField(max_length=30))
    lacking = models.PositiveSmallIntegerField()
    essential = DateMultiRangeField(null=True)
    losses = ArrayField(models.DateField())
    case_team_id = models.UUIDField()
    case_office_id = models.UUIDField()
    case_is_restricted = models.BooleanField()

    class Privacy:
        open = {"day", "case_id", "number", "case_team_id", "case_office_id", "case_is_restricted"}
        counted = {
            "has_nothing_now",
            "is_left_with_nothing",
            "first_loss_on",
            "lost",
            "lacking",
            "essential",
            "losses",
        }

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


class KeptLoss(models.Model):
    """That somebody loses a kind of aid on a day because of an agreement, or of none: kept together with `KeptAhead`."""

    is_kept = True

    day = models.DateField()
    case_id = models.UUIDField()
    case_office_id = models.UUIDField()
    individual_id = models.UUIDField()
    agreement_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=10)
    ends_on = models.DateField()

    class Privacy:
        open = {"day", "case_id", "case_office_id", "individual_id", "agreement_id"}
        counted = {"kind", "ends_on"}

    class Meta:
        indexes = [
            models.Index(fields=["day", "case_office_id"], name="losses_of_an_office"),
            models.Index(fields=["case_id"], name="losses_of_a_case"),
        ]


class KeptStretch(models.Model):
    """How many people of a family have a kind of aid on the same days, of those that the forecast draws: kept together with
    `KeptAhead`. What goes on after the last day drawn has no end."""

    is_kept = True

    day = models.DateField()
    case_id = models.UUIDField()
    kind = models.CharField(max_length=10)
    starts_on = models.DateField()
    ends_on = models.DateField(null=True)
    people = models.PositiveSmallIntegerField()
    case_team_id = models.UUIDField()
    case_office_id = models.UUIDField()
    case_is_restricted = models.BooleanField()

    class Privacy:
        open = {"day", "case_id", "case_team_id", "case_office_id", "case_is_restricted"}
        counted = {"kind", "starts_on", "ends_on", "people"}

    class Meta:
        indexes = [
            models.Index(
                fields=["day", "kind", "starts_on", "ends_on"],
                include=[
                    "people",
                    "case_id",
                    "case_team_id",
                    "case_office_id",
                    "case_is_restricted",
                ],
                name="stretches_alike",
            ),
            models.Index(fields=["case_id"], name="stretches_of_a_case"),
        ]


class KeptKind(models.Model):
    """That the rows of this kind are kept for this day, and which tables were read for them; none where any may have been."""

    day = models.DateField()
    kind = models.CharField(max_length=40)
    tables = ArrayField(models.CharField(max_length=63), default=list, db_default=[])

    class Privacy:
        open = {"day", "kind", "tables"}

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "kind"], name="kind_kept_once")]


class TouchedDue(models.Model):
    """What changed since the rows were kept: a case, a person, a site, a whole kind, or with none of these everything; and
    in which table.

    Triggers write it in the transaction of the change, whatever made the change.
    """

    case_id = models.UUIDField(null=True)
    person_id = models.UUIDField(null=True)
    site_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=40, db_default="")
    table_name = models.CharField(max_length=63, db_default="")

    class Privacy:
        open = {"case_id", "person_id", "site_id", "kind", "table_name"}
