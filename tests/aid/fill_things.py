"""Things handed out to a family; the remark carries the family's word. Pledges belong to the office.

Cash comes under an agreement of the office that makes it depend on the renunciation.
"""

import datetime
from decimal import Decimal
from typing import Any

from accounts.models import User
from aid.actions.agreements import record_agreement
from aid.actions.commitments import commit_aid
from aid.actions.distributions import distribute
from aid.actions.gaps import record_gap
from aid.actions.pledges import record_pledge, state_need
from aid.choices import AidKind, RenunciationAsked
from aid.models import Agreement, Pledge
from partners.models import Organisation
from tests.cast import Cast


def fill(family: Any, cast: Cast, by: User) -> None:
    circle, _ = Organisation.objects.get_or_create(
        name="Red de Barrio", defaults={"kind": "volunteers"}
    )
    today = cast.cucuta.today()
    distribute(
        family.case,
        provider=circle,
        article="hygiene",
        quantity=2,
        on=today,
        remark=f"Para {family.named} {family.sealed}",
        by=by,
    )
    record_gap(
        family.case,
        "meals",
        today + datetime.timedelta(days=5),
        on=today,
        said=f"No hay dinero para {family.named} {family.sealed}",
        told=family.sealed,
        by=by,
    )
    agreement = Agreement.objects.filter(condition=RenunciationAsked.SIGNED).first()
    commit_aid(
        family.case,
        kind=AidKind.CASH,
        starts_on=today,
        is_firm=True,
        agreement=agreement or _agreed(circle, cast, today),
        by=by,
    )
    if not Pledge.objects.exists():
        record_pledge(
            funder=circle,
            kinds=["meals"],
            amount=Decimal(900),
            currency="COP",
            first_month=today,
            months=3,
            by=cast.sonia,
        )
        state_need(
            kind="meals",
            first_month=today,
            months=1,
            amount=Decimal(500),
            currency="COP",
            by=cast.sonia,
        )


def _agreed(payer: Organisation, cast: Cast, today: datetime.date) -> Agreement:
    return record_agreement(
        office=cast.cucuta,
        payer=payer,
        reference="RDB-EFE-1",
        kinds=[AidKind.CASH],
        starts_on=today,
        condition=RenunciationAsked.SIGNED,
        condition_text="Cláusula 6: tras la firma de la renuncia.",
        by=cast.adela,
    )
