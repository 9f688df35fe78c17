"""One invented concern, handed in and screened: content for the exclusion compartment."""

import datetime

from asylum.exclusion.actions import keep_paper, open_screening, write_step
from asylum.exclusion.choices import Outcome, StepKind
from casework.compartments.actions import read_account, write_account
from casework.compartments.choices import AccountKind, AccountSource
from casework.compartments.models import SealedAccount
from casework.register.models.individual import Individual
from seeds.staff import Staff
from seeds.this_month import Family


def record_screening(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Hands in two concerns: the conclusion on one waits for a second person, the other is unread."""
    screened, unread = families[2].principal, families[4].principal
    _record_concern(
        screened, "Una vecina lo reconoció: dice que mandaba en un puesto donde golpeaban.", staff
    )
    account = SealedAccount.objects.get(individual=screened)
    read_account(account, by=staff.elvira)
    screening = open_screening(
        screened,
        referred_by=staff.sonia.full_name,
        referred_on=today,
        account=account,
        by=staff.elvira,
    )
    for kind, outcome, text in (
        (StepKind.LAWYER, "", "Dra. Nubia Cáceres, consultorio jurídico"),
        (
            StepKind.HEARD,
            "",
            "Estuvo allí tres semanas, de guardia en la puerta, y pidió traslado.",
        ),
        (StepKind.REVIEWED, Outcome.UNDER_REVIEW, "Libro de guardias pedido a la abogada."),
        (
            StepKind.CONCLUDED,
            Outcome.NOT_EXCLUDED,
            "Nada lo une a los golpes; su relato es coherente.",
        ),
    ):
        write_step(screening, kind=kind, on=today, outcome=outcome, said=text, by=staff.elvira)
    keep_paper(
        screening,
        name="libro.txt",
        content=b"Libro de guardias (inventado)\n3 de febrero: puerta norte\n",
        said="Libro de guardias, copia de la abogada",
        on=today,
        by=staff.elvira,
    )
    _record_concern(unread, "Otro residente dice que tuvo una condena por armas.", staff)


def _record_concern(person: Individual, text: str, staff: Staff) -> None:
    write_account(
        person, kind=AccountKind.CONCERN, source=AccountSource.OTHERS, text=text, by=staff.sonia
    )
