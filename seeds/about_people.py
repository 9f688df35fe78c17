"""Records that caseworkers write about people: contacts, needs, service, family relations, requests."""

import datetime
from typing import Any

from accounts.models import User
from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.claims.choices import SubjectRequestKind
from casework.contact.actions import add_phone
from casework.identity.actions.aliases import add_alias, record_languages
from casework.identity.actions.exposure import restrict_media
from casework.identity.actions.onward import add_contact_abroad, record_onward_plan
from casework.identity.choices import MediaReason, OnwardStatus
from casework.needs.actions import record_livelihood, record_need
from casework.needs.rules import fits
from casework.register.choices import Category, Language, PhoneLabel, Relation, YesNo
from casework.register.models.individual import Individual
from casework.rights.actions import record_subject_request
from casework.service.actions import record_sanction, record_service
from casework.service.choices import SanctionType, ServiceEnd
from reference.choices import NeedSource
from reference.models import Force, NeedCode, Rank, SanctionInstrument
from seeds.staff import Staff
from seeds.tasks_and_plans import caseworker_of
from seeds.this_month import Family

CHILDREN = {Relation.SON, Relation.DAUGHTER}
PARTNERS = {Relation.SPOUSE, Relation.PARTNER}
# Nobody has these numbers: they repeat one digit.
PHONES: list[dict[str, Any]] = [
    {"number": "+573000000{:03}", "may_be_called": True},
    {"number": "+573010000{:03}", "is_message_only": True, "takes_no_voicemail": True},
    {
        "number": "+584120000{:03}",
        "label": PhoneLabel.RELATIVE,
        "asks_first": True,
        "takes_no_voicemail": True,
        "who_may_answer": "Su mamá. Decir que llama «Marta, la de la costura».",
    },
    {
        "number": "+573020000{:03}",
        "label": PhoneLabel.SHARED,
        "may_be_called": True,
        "call_from": datetime.time(18),
        "call_until": datetime.time(20),
    },
]
NICKNAMES = ["El Chamo", "La Negra", "Cheo", "Catire"]
NEEDS_OF_ADULTS = [
    ("SM-CI", NeedSource.PAPER, "Insulina dos veces al día; le queda para una semana."),
    ("SP-CG", NeedSource.FAMILY, "Cuida a sus padres desde aquí."),
    ("DS-PM", NeedSource.OBSERVED, "Camina con muleta."),
    ("SM-MI", NeedSource.HEALTH, "No duerme. La psicóloga lo ve los jueves."),
]
NEEDS_OF_CHILDREN = [
    ("CR-NE", NeedSource.FAMILY, "Sin cupo en el colegio desde que llegaron."),
    ("SM-MN", NeedSource.HEALTH, "Bajo de peso para su edad."),
]
ONWARD_PLANS = [
    (OnwardStatus.WANTS, "PE", "Un hermano le ofrece trabajo en un taller."),
    (OnwardStatus.NONE, "", ""),
    (OnwardStatus.PLANNING, "CL", "Espera que le envíen para el pasaje."),
]


def record_facts_about_people(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Records phones of most people, needs of every third family, and second services and sanctions of some."""
    codes = {code.code: code for code in NeedCode.objects.all()}
    for number, family in enumerate(families):
        by, person = caseworker_of(family.case, staff), family.principal
        if number % 5 != 4:
            _record_contacts(person, number, by=by)
        if number % 3 == 1:
            _record_needs(family, number, codes, today, by=by)
            record_livelihood(
                person,
                dependants_abroad=number % 4,
                is_sole_breadwinner=number % 2 == 1,
                note="Manda a casa lo que puede." if number % 4 else "",
                by=by,
            )
        if number % 4 == 2:
            _plan_onward(person, number, by=by)
        _record_relationships(family, by=by)
        if person.category == Category.FORMER_MEMBER:
            _record_service(person, number, today, by=by)
    _record_requests(families, staff, today)


def _record_contacts(person: Individual, number: int, *, by: User) -> None:
    rules = PHONES[number % len(PHONES)]
    add_phone(person, **rules | {"number": rules["number"].format(number)}, by=by)
    if number % 8 == 0:
        spare = PHONES[2]
        add_phone(person, **spare | {"number": spare["number"].format(100 + number)}, by=by)
    spoken = [Language.SPANISH, Language.WAYUU] if number % 9 == 3 else [Language.SPANISH]
    record_languages(person, languages=spoken, needs_interpreter=number % 18 == 3, by=by)
    if number % 6 == 0:
        add_alias(person, name=NICKNAMES[number // 6 % len(NICKNAMES)], by=by)


def _record_needs(
    family: Family, number: int, codes: dict[str, NeedCode], today: datetime.date, *, by: User
) -> None:
    """Records one need of an adult and one of a child; some are due for review within days."""
    people = [(family.principal, NEEDS_OF_ADULTS)]
    if len(family.people) > 2:
        people.append((family.people[-1], NEEDS_OF_CHILDREN))
    for person, needs in people:
        turn = number // 3 % len(needs)
        age = person.age_on(family.case.opened_on)
        code, source, note = next(
            each
            for each in (*needs[turn:], *needs[:turn])
            if fits(each[0], age=age, sex=person.sex)
        )
        record_need(
            person,
            code=codes[code],
            starts_on=family.case.opened_on,
            source=source,
            review_on=today + datetime.timedelta(days=1 + number) if number % 4 else None,
            note=note,
            by=by,
        )


def _plan_onward(person: Individual, number: int, *, by: User) -> None:
    status, country, note = ONWARD_PLANS[number // 4 % len(ONWARD_PLANS)]
    record_onward_plan(person, status=status, country=country, note=note, by=by)
    if country:
        add_contact_abroad(
            person,
            country=country,
            relation=Relation.BROTHER if number % 8 == 2 else Relation.AUNT,
            name="Prueba Ejemplo" if number % 8 == 2 else "",
            phone="+56 2 0000 0000" if country == "CL" else "",
            by=by,
        )


def _record_relationships(family: Family, *, by: User) -> None:
    """Records siblings in families with two children, and the partner as the children's other parent."""
    members = family.case.members.select_related("individual")
    children = [each.individual for each in members if each.relation_to_principal in CHILDREN]
    partner = next((e.individual for e in members if e.relation_to_principal in PARTNERS), None)
    if len(children) > 1:
        relate(children[0], other=children[1], kind=Bond.SIBLING, by=by)
        if partner:
            relate(partner, other=children[0], kind=Bond.PARENT, by=by)


def _record_service(person: Individual, number: int, today: datetime.date, *, by: User) -> None:
    """Every fifth person who was an adult then served elsewhere before; every sixth was sanctioned, with or without
    evidence."""
    if number % 5 == 1 and (person.age_on(today) or 0) >= 30:
        record_service(
            person,
            force=Force.objects.get(code="milicia"),
            rank=Rank.objects.get(code="soldado"),
            role="Guardia de depósito",
            served_from=datetime.date(today.year - 12, 3, 1),
            served_until=datetime.date(today.year - 10, 2, 28),
            ending=ServiceEnd.DISCHARGED,
            by=by,
        )
    if number % 6 == 2:
        record_sanction(
            person,
            type=SanctionType.EXPULSION if number % 12 == 2 else SanctionType.ARREST_WARRANT,
            instrument=SanctionInstrument.objects.first() if number % 12 == 2 else None,
            on=None if number % 12 == 2 else today - datetime.timedelta(days=5),
            names_person=YesNo.YES if number % 12 == 2 else YesNo.UNKNOWN,
            charge="Traición a la patria" if number % 12 == 2 else "",
            evidence="Foto de la lista, que le mandó un compañero." if number % 12 == 2 else "",
            by=by,
        )
    if number % 11 == 6:
        restrict_media(person, reason=MediaReason.OWN_WISH, on=today, by=by)


def _record_requests(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Records requests of two people about their own data."""
    for family, kind, days, words in (
        (
            families[4],
            SubjectRequestKind.ACCESS,
            6,
            "Quiere una copia de todo lo que hay sobre él.",
        ),
        (families[7], SubjectRequestKind.CORRECTION, 2, "La fecha de nacimiento está mal."),
    ):
        record_subject_request(
            family.principal,
            kind=kind,
            received_on=today - datetime.timedelta(days=days),
            asked=words,
            by=caseworker_of(family.case, staff),
        )
