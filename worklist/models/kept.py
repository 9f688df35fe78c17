"""What falls due, kept so that nobody waits for it to be worked out. Never the truth: that are the sources."""

from django.db import models


class KeptDue(models.Model):
    """One row that a source of what falls due has on a day, as `accounts.due.Source.rows` gives it.

    Written and removed by `worklist.kept` alone. It has no keys of other tables: what is erased is gone from here
    with the next look.
    """

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
        }

    class Meta:
        indexes = [
            models.Index(
                fields=["day", "due_on", "case_id", "kind", "about_id"], name="kept_by_day"
            ),
            models.Index(fields=["case_id"], name="kept_of_a_case"),
            models.Index(fields=["kind", "about_id"], name="kept_about"),
        ]


class KeptKind(models.Model):
    """That the rows of this kind are kept for this day."""

    day = models.DateField()
    kind = models.CharField(max_length=40)

    class Privacy:
        open = {"day", "kind"}

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "kind"], name="kind_kept_once")]


class TouchedDue(models.Model):
    """What changed since the rows were kept: a case, a person, a whole kind, or with none of these everything.

    Triggers write it in the transaction of the change, whatever made the change.
    """

    case_id = models.UUIDField(null=True)
    person_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=40, db_default="")

    class Privacy:
        open = {"case_id", "person_id", "kind"}
