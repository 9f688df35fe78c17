"""What falls due in aid: commitments and agreements that end."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import CharField, F, OuterRef, Q, Subquery, UUIDField, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from aid.choices import AidKind
from aid.models import Agreement, Commitment
from casework.models import FamilyMember

# What every entry of DUE_SOURCES gives, in this order.
COLUMNS = (
    "kind",
    "on",
    "about_type",
    "about_id",
    "case_id",
    "permission",
    "office_id",
    "severity",
)
SHOWN_AFTERWARDS = datetime.timedelta(days=7)


class CommitmentsEnding:
    """A promise of aid ends by itself, not with its agreement."""

    kind = "commitment_ends"
    title = gettext_lazy("Aid ends")
    permission = Permission.AID_READ

    def rows(self, today: datetime.date) -> Any:
        """Firm commitments that end from a week ago on, with the case of whoever gets them."""
        case_today = FamilyMember.objects.on(today).filter(individual=OuterRef("individual"))
        # After values() an annotation may bear the name of a field: the model has a kind of its own.
        return (
            Commitment.objects.filter(is_firm=True, until__gt=today - SHOWN_AFTERWARDS)
            .filter(Q(agreement__ends_on=None) | Q(until__lt=F("agreement__ends_on")))
            .exclude(until=F("starts_on"))
            .order_by()
            .values("pk")
            .annotate(
                kind=Value(self.kind, CharField()),
                on=F("until"),
                about_type=Value("aid.commitment", CharField()),
                about_id=F("id"),
                case_id=Coalesce(
                    "case", Subquery(case_today.values("case")[:1]), output_field=UUIDField()
                ),
                permission=Value(str(self.permission), CharField()),
                severity=Value("warn", CharField()),
            )
            .filter(Q(site__isnull=False) | Q(case_id__isnull=False))
            .values_list(*COLUMNS)
        )

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """What ends and for whom, without a name."""
        found = Commitment.objects.filter(pk__in=about_ids).select_related(
            "site", "case", "individual"
        )
        return {
            commitment.pk: _("%(kind)s ends: %(target)s")
            % {"kind": AidKind(commitment.kind).label, "target": str(commitment.target)}
            for commitment in found
        }


class AgreementsEnding:
    """A payer stops paying."""

    kind = "agreement_ends"
    title = gettext_lazy("Agreement ends")
    permission = Permission.AGREEMENT_READ

    def rows(self, today: datetime.date) -> Any:
        """Agreements that end from a week ago on."""
        return (
            Agreement.objects.filter(ends_on__gt=today - SHOWN_AFTERWARDS)
            .order_by()
            .annotate(
                kind=Value(self.kind, CharField()),
                on=F("ends_on"),
                about_type=Value("aid.agreement", CharField()),
                about_id=F("id"),
                case_id=Value(None, UUIDField()),
                permission=Value(str(self.permission), CharField()),
                severity=Value("warn", CharField()),
            )
            .values_list(*COLUMNS)
        )

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose agreement, and what it pays for."""
        found = Agreement.objects.filter(pk__in=about_ids).select_related("payer")
        return {
            agreement.pk: _("%(payer)s stops paying: %(kinds)s (%(reference)s)")
            % {
                "payer": agreement.payer,
                "kinds": ", ".join(agreement.kind_labels),
                "reference": agreement.reference,
            }
            for agreement in found
        }


commitments_ending = CommitmentsEnding()
agreements_ending = AgreementsEnding()
