"""What an office keeps about its partners. It belongs to no case, so it betrays no family."""

import datetime

from accounts.models import User
from partners.actions import (
    add_contact,
    give_role,
    make_request,
    record_participation,
    record_tension,
    report_figure,
)
from partners.models import Organisation, OrganisationRole, ReportedFigure
from reference.models import DeadlineRule, Department, Municipality
from tests.cast import Cast


def fill(family: object, cast: Cast, by: User) -> None:
    """Once for the office, by its supervisor."""
    if OrganisationRole.objects.exists():
        return
    today = cast.cucuta.today()
    circle, _ = Organisation.objects.get_or_create(
        name="Red de Barrio", defaults={"kind": "volunteers"}
    )
    give_role(circle, role="health", starts_on=today, by=cast.sonia)
    record_participation(circle, status="wary", on=today, reason="Teme salir", by=cast.sonia)
    add_contact(circle, post="Médica", name="Inés", phone="3000000000", by=cast.sonia)
    make_request(kind="cash", asked_of=circle, on=today, words="Dos meses", by=cast.sonia)
    norte, _ = Department.objects.get_or_create(code="54", defaults={"name": "Norte de Santander"})
    town, _ = Municipality.objects.get_or_create(
        code="54001", defaults={"name": "Cúcuta", "department": norte}
    )
    record_tension(
        on=today,
        municipality=town,
        kind="complaint",
        level=1,
        source="Vecinos",
        account="Ruido",
        by=cast.sonia,
    )
    DeadlineRule.objects.get_or_create(
        code="ejemplo", country="XX", unit="month", source="Nadie", confidence="M"
    )
    if not ReportedFigure.objects.exists():
        report_figure(
            metric="former_members",
            on=datetime.date(2019, 2, 28),
            operator="more_than",
            value=500,
            source="Prensa",
            by=cast.sonia,
        )
