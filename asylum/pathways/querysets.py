"""Which kinds of papers a person of an office can hold."""

from asylum.choices import PermitType
from asylum.pathways.models import PermitKind
from asylum.rules.permits import is_offered
from casework.children.querysets import surely_adult
from casework.register.models.individual import Individual


def permit_types_for(individual: Individual) -> list[tuple[str, str]]:
    """Codes and names: those of the country of the office, without the regimes that were closed before the entry.

    Where a country has none on file, every kind.
    """
    kinds = list(PermitKind.objects.filter(country=individual.office.country))
    if not kinds:
        return [(code, str(label)) for code, label in PermitType.choices]
    entered_on = individual.arrival.on if individual.arrival else None
    is_adult = surely_adult(individual, individual.office.today())
    return [
        (each.kind, str(PermitType(each.kind).label))
        for each in kinds
        if is_offered(each, entered_on=entered_on, is_adult=is_adult)
    ]
