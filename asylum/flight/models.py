"""How somebody fled, and what happened before: read and written by legal officers alone."""

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.flight.choices import Motive
from asylum.flight.querysets import FlightQuerySet
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class FlightAccount(SealedRow):
    """One person's account of the flight and of earlier events. It never changes; a newer one corrects it.

    It has no case, so that readers of a case's history do not learn about it."""

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="flight_accounts", verbose_name=_("person")
    )
    told_on = models.DateField(_("day of the account"))
    motives = ArrayField(
        models.CharField(max_length=12, choices=Motive.choices),
        verbose_name=_("why the person left"),
        default=list,
        blank=True,
    )
    circumstances = EncryptedTextField(_("how the person fled"), blank=True)
    past_events = EncryptedTextField(_("what happened before"), blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)
    corrects = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="corrected_by"
    )

    objects = FlightQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "individual",
            "told_on",
            "recorded_by",
            "recorded_at",
            "corrects",
        }
        counted = {"motives"}
        sealed = {"circumstances", "past_events"}

    class Meta:
        verbose_name = _("account of the flight")
        verbose_name_plural = _("accounts of the flight")
        ordering = ["-told_on", "-recorded_at"]
        triggers = [
            # The person may change when two records of one person are merged; what was told may not.
            pgtrigger.Trigger(
                name="account_never_changes",
                when=pgtrigger.Before,
                operation=pgtrigger.UpdateOf("circumstances", "motives", "past_events", "told_on"),
                func="""
                    -- As with tables that only grow, the wall is for the application's role.
                    IF current_user = (
                        SELECT tableowner FROM pg_tables
                        WHERE schemaname = TG_TABLE_SCHEMA AND tablename = TG_TABLE_NAME
                    ) THEN
                        RETURN NEW;
                    END IF;
                    IF NEW.circumstances IS DISTINCT FROM OLD.circumstances
                        OR NEW.past_events IS DISTINCT FROM OLD.past_events
                        OR NEW.motives <> OLD.motives
                        OR NEW.told_on <> OLD.told_on
                    THEN
                        RAISE EXCEPTION 'an account of flight never changes'
                            USING ERRCODE = 'check_violation', CONSTRAINT = 'account_never_changes';
                    END IF;
                    RETURN NEW;
                """,
            )
        ]

    def get_absolute_url(self) -> str:
        return reverse("flight-detail", args=[self.pk])

    @property
    def motives_in_words(self) -> list[str]:
        return [str(motive.label) for motive in Motive if motive in self.motives]
