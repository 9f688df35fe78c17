"""Service, sanctions and disarmament on the file, on the person's page, in timeline, extract, API and audit log."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.register.choices import Category, YesNo
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today, with_people_of
from casework.service.models import Disarmament, OriginSanction, ServiceRecord
from casework.service.rules import YOUNGEST_WHO_SERVED
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.extract import ExtractPart
from casework.slots.holdings import holds, holds_about
from casework.slots.sections import AT_ANY_AGE
from casework.slots.timeline import Event, TimelineSource, event_source_of_members
from pages.questions import PLACEHOLDER, cached_rows
from reference.models import Rank

service_records_resource = Resource(
    "service-records",
    ServiceRecord,
    P.SERVICE_READ,
    "individual",
    (
        *PERSON_FIELDS,
        "force",
        "rank_band",
        "served_from",
        "served_until",
        "years_of_service",
        "ending",
        "replaces",
        "withdrawn_at",
    ),
    ("force", "rank_band", "ending"),
    "recorded_at",
)

sanctions_resource = Resource(
    "sanctions",
    OriginSanction,
    P.SERVICE_READ,
    "individual",
    (*PERSON_FIELDS, "type", "on", "instrument", "names_person", "replaces", "withdrawn_at"),
    ("type", "instrument", "names_person"),
    "on__first",
)

disarmament_extract = ExtractPart(
    Disarmament, _("What was handed over"), ["receipt_number"], permission=P.SERVICE_READ
)

service_record_extract = ExtractPart(
    ServiceRecord,
    _("Service in a force"),
    first=[
        "force",
        "rank_band",
        "rank",
        "unit",
        "role",
        "years_of_service",
        "served_from",
        "served_until",
        "ending",
        "people_commanded",
        "withdrawn_because",
    ],
    permission=P.SERVICE_READ,
)

origin_sanction_extract = ExtractPart(
    OriginSanction,
    _("Sanctions at home"),
    first=["type", "instrument", "on", "names_person", "charge", "evidence", "withdrawn_because"],
    permission=P.SERVICE_READ,
)


def things_handed_over(individual: Individual) -> list[str]:
    """Returns a sentence if the person carried or handed over anything; such a person cannot become a relative."""
    answers = ("arms_carried", "arms_surrendered", "uniform_handed_over", "vehicle_surrendered")
    if any(
        getattr(row, name) == YesNo.YES for row in individual.disarmaments.all() for name in answers
    ):
        return [
            gettext("It is on file that this person handed something over: correct that first.")
        ]
    return []


class ServicePanel:
    slug, title = "service", gettext_lazy("Service in a force")
    permission = P.SERVICE_READ
    page = "people"
    template = "casework/service/service_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        if not holds(case, ServiceRecord):
            return {"services": []}
        people = people_today(case, user)
        person_keys = {PLACEHOLDER: [person.pk for person in people]}
        records = with_people_of(cached_rows(_current_records, values=person_keys), people)
        ranks = cached_rows(_ranks) if records else []
        return {"services": [(service, service.rank_of(ranks)) for service in records]}


def _current_records() -> Any:
    return (
        ServiceRecord.objects.current().filter(individual__in=[PLACEHOLDER]).select_related("force")
    )


def _records_of_person() -> Any:
    records = ServiceRecord.objects.filter(individual=PLACEHOLDER)
    return records.select_related("force", "recorded_by", "replaced_by")


def _ranks() -> Any:
    return Rank.objects.all()


service_panel = ServicePanel()


class DisarmamentPanel:
    slug, title = "disarmament", gettext_lazy("Handed over on arrival")
    permission = P.SERVICE_READ
    page = "people"
    template = "casework/service/disarmament_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = [
            person
            for person in people_today(case, user)
            if person.category == Category.FORMER_MEMBER
        ]
        outcomes: dict[Any, list[Disarmament]] = {}
        if people and holds(case, Disarmament):
            rows = Disarmament.objects.filter(individual__in=people)
            for row in rows.select_related("received_by"):
                outcomes.setdefault(row.individual_id, []).append(row)
        return {
            "people": [(person, outcomes.get(person.pk, [])) for person in people],
            "may_record": case.is_open and can(user, P.SERVICE_CHANGE, about=case),
        }


disarmament_panel = DisarmamentPanel()


class ServiceSection:
    slug, title = "service", _("Service in a force")
    permission, change = P.SERVICE_READ, P.SERVICE_CHANGE
    template = "casework/service/service_section.html"
    is_aside = False
    folded_below_age = YOUNGEST_WHO_SERVED

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        if not holds_about(individual, user, ServiceRecord):
            return {"services": [], "former": []}
        records = cached_rows(_records_of_person, values={PLACEHOLDER: individual.pk})
        ranks = cached_rows(_ranks) if records else []
        with_ranks = [(record, record.rank_of(ranks)) for record in records]
        return {
            "services": [each for each in with_ranks if not is_former(each[0])],
            "former": [each for each in with_ranks if is_former(each[0])],
        }


def is_former(record: Any) -> bool:
    """Whether the record was replaced or withdrawn."""
    return hasattr(record, "replaced_by") or bool(record.is_withdrawn)


class SanctionsSection:
    slug, title = "sanctions", _("Sanctions by the state of origin")
    permission, change = P.SERVICE_READ, P.SERVICE_CHANGE
    template = "casework/service/sanctions_section.html"
    is_aside = False
    folded_below_age = AT_ANY_AGE

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        if not holds_about(individual, user, OriginSanction):
            return {"sanctions": [], "former": []}
        sanctions = list(
            individual.sanctions.select_related("instrument", "recorded_by", "replaced_by")
        )
        return {
            "sanctions": [row for row in sanctions if not is_former(row)],
            "former": [row for row in sanctions if is_former(row)],
        }


def _event_of_disarmament(row: Disarmament) -> Event:
    return Event(
        row.on or row.recorded_at,
        gettext("What was handed over is on file"),
        sentence=gettext("%(who)s put on file what %(whom)s handed over"),
    )


def _event_of_sanction(sanction: OriginSanction) -> Event:
    return Event(
        sanction.on or sanction.recorded_at,
        gettext("Sanction at home"),
        new=sanction.get_type_display(),
        sentence=gettext("%(whom)s was sanctioned at home: %(new)s"),
    )


_VALID: dict[str, Any] = {"replaced_by": None, "withdrawn_at": None}

service_timeline = TimelineSource(
    "service",
    gettext_lazy("Service and disarmament"),
    P.SERVICE_READ,
    (
        event_source_of_members(Disarmament, P.SERVICE_READ, "on__first", _event_of_disarmament),
        event_source_of_members(
            Disarmament,
            P.SERVICE_READ,
            "recorded_at",
            _event_of_disarmament,
            fields=("on",),
            on__isnull=True,
        ),
        event_source_of_members(
            OriginSanction, P.SERVICE_READ, "on__first", _event_of_sanction, **_VALID
        ),
        event_source_of_members(
            OriginSanction,
            P.SERVICE_READ,
            "recorded_at",
            _event_of_sanction,
            fields=("on", "type"),
            on__isnull=True,
            **_VALID,
        ),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "disarmament.corrected": _("corrected what was handed over"),
    "disarmament.recorded": _("recorded what was handed over"),
    "sanction.corrected": _("corrected a sanction by the state of origin"),
    "sanction.day_moved": _("moved the day of a sanction with that of the decree"),
    "sanction.recorded": _("recorded a sanction by the state of origin"),
    "sanction.withdrawn": _("took back a sanction that was a mistake"),
    "service.answered": _("recorded whether somebody was asked about service in a force"),
    "service.corrected": _("corrected service in a force"),
    "service.recorded": _("recorded service in a force"),
    "service.withdrawn": _("took back a record of service that was a mistake"),
}
