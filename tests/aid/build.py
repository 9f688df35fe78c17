"""Agreements and commitments for tests, made the way staff would make them."""

import datetime
from typing import Any

from accounts.models import User
from aid.actions.agreements import record_agreement
from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from aid.models import Agreement, Commitment
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.cast import Cast

STARTS_ON = datetime.date(2019, 2, 1)


def a_payer(name: str = "Fundación Puentes") -> Organisation:
    return Organisation.objects.get_or_create(name=name, defaults={"kind": OrganisationKind.NGO})[0]


def an_agreement(cast: Cast, *, by: User | None = None, **facts: Any) -> Agreement:
    """Pays for lodging and meals from 1 February 2019 on, without an end."""
    by = by or cast.adela
    number = Agreement.objects.count() + 1
    return record_agreement(
        by=by,
        **{
            "office": by.office,
            "payer": a_payer(),
            "reference": f"CONV-{number:03d}",
            "kinds": [AidKind.LODGING, AidKind.MEALS],
            "starts_on": STARTS_ON,
            **facts,
        },
    )


def a_commitment(target: Any, *, by: User, **facts: Any) -> Commitment:
    """Lodging from 1 February 2019 on, without an end."""
    return commit_aid(
        target, by=by, **{"kind": AidKind.LODGING, "starts_on": STARTS_ON, "is_firm": True, **facts}
    )
