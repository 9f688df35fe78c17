"""People as offices make them: logged at the bridge, read from a sheet, and told more of through every form of their pages.

Builders write what a test needs. Here only forms write, so that a page meets what they really leave on file.
"""

import datetime
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models import Q
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from casework.duplicates.models import DuplicatePair
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from tests.cast import Cast, log_in
from tests.imports.sheets import HEADINGS, as_xlsx, checked, put_on_file
from tests.page import page_of
from tests.test_url_permissions import addresses

SAID = "Lo dijo la persona"
WIFE = {"given_names": "Marleny", "family_names": "Suárez", "sex": "f", "birth": "24"}
# Nobody has named it yet; the form fills in the family name.
BABY = {"family_names": "Suárez", "relation": "SON", "birth": "3 meses", "sex": "m"}
# What may be strange about the first person of a family, and what the form says of it.
ODD: dict[str, dict[str, str]] = {
    "with everything": {
        "given_names": "Yorman José",
        "family_names": "Rodríguez Peña",
        "sex": "m",
        "birth": "12/4/1991",
        "document": "V-19.345.678",
        "force": "gnb",
        "rank": "sargento-2",
        "phone": "0414-1234567",
    },
    "with nothing": {"given_names": "Zulay"},
    "one name": {"family_names": "Uriana", "sex": "f", "birth": "31", "force": "none"},
    "no age": {"given_names": "Wilmer", "family_names": "Contreras", "sex": "m"},
    "foreign card": {
        "given_names": "Óscar",
        "family_names": "Niño Gélvez",
        "birth": "1988",
        "document": "1.090.123.456",
        "document_type": "stay_paper",
    },
    "sex other": {"given_names": "Alex", "family_names": "Barrios", "sex": "x", "birth": "19"},
    "alone at 15": {"given_names": "Deivis", "family_names": "Parra", "birth": "15", "sex": "m"},
    "anonymous": {
        "is_anonymous": "on",
        "alias": "Persona del puente",
        "sex": "m",
        "birth": "40",
        "force": "gnb",
    },
    "is merged": {
        "given_names": "Yorman José",
        "family_names": "Rodríguez Peña",
        "birth": "12/4/1991",
        "document": "V-19345678",
        "force": "gnb",
    },
    "dies": {"given_names": "Eliécer", "family_names": "Mora", "birth": "67", "sex": "m"},
    "is erased": {"given_names": "Nerio", "family_names": "Bravo", "birth": "33", "sex": "m"},
    "is split off": {"given_names": "Josefa", "family_names": "Leal", "birth": "52", "sex": "f"},
}
ON_A_SHEET = [
    ["1", "Gregorio", "Sequera", "M", "3/5/1989", "", "V-18.222.333", "titular", "GNB", "S/2", "0416-7654321", "23/02/2019"],
    ["1", "Nohemí", "Pacheco", "F", "", "27 años", "", "esposa", "", "", "", ""],
    ["1", "Samuel", "Sequera Pacheco", "M", "", "8 meses", "", "hijo", "", "", "", ""],
]  # fmt: skip
# How long ago they came: the ages above are those of today, and the baby was born before that.
AGO = datetime.timedelta(days=30)
ALONE = {"alone at 15", "with nothing", "is merged", "is erased"}
# Who is logged a second time, as a record that ends in this one.
TWICE = "with everything"
# What these forms want said otherwise than each field by itself would.
SAID_TO: dict[str, dict[str, Any]] = {
    "member-add": {"birth": "19"},
    "task-set": {"kind": "appointment"},
    "permit-record": {"has_no_number": ""},
    "interview-log": {"numbers": ""},
    "referral-write": {"searched": ""},
    "phone-add": {"number": "0416 5551234", "is_message_only": ""},
    "work-right-record": {"ends_on": ""},
    "need-record": {"review_on": ""},
    "incident-record": {"state": ""},
}
# Acts after which somebody's file ends, or a page is of no use to the crawl. Each oddity has those that make it.
ENDS = {
    "anonymity-wish",
    "case-close",
    "case-move",
    "case-restrict",
    "exit-record",
    "individual-erase",
    "loss-report",
    "family-split",
    "principal-change",
    "extract-make",
    "legal-referral-take-back",
}


@dataclass
class Journeys:
    """Who was logged, by what is odd about them; which forms took what was typed, and why others refused it."""

    people: dict[str, Individual] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    refused: dict[str, list[str]] = field(default_factory=dict)


def travel(cast: Cast) -> Journeys:
    """Logs everybody, and has everything told about those with everything."""
    journeys, ana, sonia, lucia = (
        Journeys(),
        log_in(cast.ana),
        log_in(cast.sonia),
        log_in(cast.lucia),
    )
    for oddity, head in ODD.items():
        members = [WIFE | {"relation": "SPO"}, BABY]
        known = journeys.people[TWICE].number if oddity == "is merged" else ""
        journeys.people[oddity] = log(ana, cast, head, [] if oddity in ALONE else members, known)
    journeys.people["from a sheet"] = read_from_a_sheet(ana, cast)
    for person in journeys.people.values():
        send(ana, reverse("referral-make", args=[case_of(person).number]), journeys)
    for client in (ana, lucia, sonia):
        tell_everything(client, journeys.people["with everything"], journeys)
    end_as_they_end(journeys, ana, sonia)
    return journeys


def log(
    client: Client, cast: Cast, head: dict[str, str], members: list[dict[str, str]], is_same_as: str
) -> Individual:
    """Through the form of arrivals; gives the first of the family."""
    known = set(Individual.objects.values_list("pk", flat=True))
    sent = {
        "team": cast.norte.pk,
        "on": (timezone.localdate() - AGO).isoformat(),
        "entry_mode": "bridge",
        "submission": uuid.uuid4(),
    }
    sent |= {f"head-{name}": value for name, value in ({"force": "none"} | head).items()}
    sent |= {"member-TOTAL_FORMS": len(members), "member-INITIAL_FORMS": 0}
    for place, member in enumerate(members):
        sent |= {f"member-{place}-{name}": value for name, value in member.items()}
    if is_same_as:
        sent["duplicate"] = f"head apart {is_same_as}"
    answer = client.post(reverse("arrival-log"), sent)
    assert answer.status_code == 302, (head, faults_of(answer))
    new = Individual.objects.exclude(pk__in=known).order_by("number")
    return new[0]


def read_from_a_sheet(client: Client, cast: Cast) -> Individual:
    known = set(Individual.objects.values_list("pk", flat=True))
    put_on_file(
        client, checked(client, as_xlsx([HEADINGS, *ON_A_SHEET]), "puente.xlsx", cast.norte)
    )
    return Individual.objects.exclude(pk__in=known).order_by("number")[0]


def case_of(person: Individual) -> Case:
    case: Case = person.memberships.get(is_latest=True).case
    return case


def keys_of(person: Individual) -> dict[tuple[str, str], Any]:
    """What stands for this person and the case in an address that takes one key: by its first word and the key's name."""
    case = case_of(person)
    return {
        ("people", "number"): person.number,
        ("cases", "number"): case.number,
        ("", "number"): person.number,
        ("", "individual_id"): person.pk,
        ("", "individual"): person.pk,
        ("", "person_id"): person.pk,
        ("", "case_id"): case.pk,
        ("", "case_number"): case.number,
    }


def addresses_of(person: Individual) -> dict[str, str]:
    """Every address that takes this person or the case alone, by name."""
    keys, found = keys_of(person), {}
    for route, pattern in addresses():
        names = key_names(pattern)
        first = route.split("/")[0]
        if len(names) == 1 and pattern.name and not route.startswith("api/"):
            key = keys.get((first, names[0]), keys.get(("", names[0])))
            if key is not None:
                found[pattern.name] = reverse(pattern.name, kwargs={names[0]: key})
    return found


def key_names(pattern: URLPattern) -> list[str]:
    return list(pattern.pattern.converters)


def tell_everything(client: Client, person: Individual, journeys: Journeys) -> None:
    """Sends every form that a page of this person or the case shows, each field filled."""
    for name, address in addresses_of(person).items():
        if name not in ENDS:
            send(client, address, journeys, **SAID_TO.get(name, {}))


def send(client: Client, address: str, journeys: Journeys, **said: Any) -> Any:
    """Opens the page and sends its form as somebody does who fills in each field."""
    page = client.get(address)
    form = (page.context or {}).get("form") if page.status_code == 200 else None
    if not isinstance(form, forms.BaseForm):
        return None
    with transaction.atomic():
        answer = client.post(address, filled(form) | said)
    assert answer.status_code < 500, address
    if answer.status_code == 302:
        journeys.taken.add(address)
        journeys.refused.pop(address, None)
    elif address not in journeys.taken:
        journeys.refused[address] = faults_of(answer)
    return answer


def faults_of(answer: Any) -> list[str]:
    return page_of(answer, whatever_status=True).refusals


def filled(form: forms.BaseForm) -> dict[str, Any]:
    return {
        form.add_prefix(name): value
        for name, each in form.fields.items()
        for value in [value_for(each, form[name].value())]
        if value not in (None, "")
    }


def value_for(field_: forms.Field, initial: Any) -> Any:
    """Something that may be said in the field; what stands in it already stays."""
    if isinstance(field_, forms.FileField):
        return SimpleUploadedFile("nota.txt", SAID.encode())
    if initial not in (None, "", []):
        return initial
    if isinstance(field_.widget, forms.HiddenInput):
        return None
    if isinstance(field_, forms.MultipleChoiceField | forms.ModelMultipleChoiceField):
        return list(choices_of(field_))[:1]
    if hasattr(field_, "choices"):
        return next(choices_of(field_), None)
    if isinstance(field_, forms.BooleanField):
        return "on"
    if isinstance(field_, forms.DateField | forms.DateTimeField):
        return timezone.localdate().isoformat()
    if isinstance(field_, forms.TimeField):
        return "10:30"
    if isinstance(field_, forms.IntegerField):
        return 1
    return SAID[: getattr(field_, "max_length", None) or None]


def choices_of(field_: Any) -> Iterator[Any]:
    """The values that may be chosen, also within groups, without the empty one."""
    for value, label in field_.choices:
        if isinstance(label, list | tuple):
            yield from (inner for inner, _words in label if inner not in ("", None))
        elif value not in ("", None):
            yield getattr(value, "value", value)


def end_as_they_end(journeys: Journeys, ana: Client, sonia: Client) -> None:
    """Who died, who was logged twice, who left the family for a case of their own, and who is erased."""
    people = journeys.people
    send(ana, reverse("loss-report", args=[people["dies"].number]), journeys, kind="death")
    twice = people["is merged"]
    [pair] = DuplicatePair.objects.filter(Q(first=twice) | Q(second=twice))
    merge = reverse("individual-merge", args=[pair.pk])
    send(sonia, merge, journeys, survivor=people[TWICE].number, grounds="papers")
    case = case_of(people["is split off"])
    wife = case.members.get(relation_to_principal="SPO")
    split = reverse("family-split", args=[case.number])
    ana.post(
        split, {f"goes_{wife.pk}": "on", "on": timezone.localdate().isoformat(), "sure": "yes"}
    )
    people["is split off"] = wife.individual
    gone = people["is erased"]
    send(ana, reverse("case-close", args=[case_of(gone).number]), journeys)
    send(ana, reverse("subject-request-record", args=[gone.number]), journeys, kind="erasure")
    send(sonia, reverse("individual-erase", args=[gone.number]), journeys)
