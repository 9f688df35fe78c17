# ruff: noqa: SIM905 - a list of names reads better as one text
"""Copies the rows of families' files to other families in bulk, with other people, keys, numbers and days.

Creating a file through actions takes a second, copying it takes milliseconds. A test compares copy and original."""

import datetime
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model, Q

from accounts.models import Office
from asylum.claims.references import REFERENCE
from asylum.papers.models.permit import Permit
from asylum.permits.actions import NUMBER
from asylum.procedure.models.application import AsylumApplication
from casework.contact.models import Phone
from casework.papers.rules.numbers import bare_number
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.rules import tail_of
from casework.service.models import ServiceRecord
from casework.uploads.models import HoldsFile
from vault.files import open_file, store_file
from vault.search import exact_token

ORIGINALS = 60
# `log_arrival` creates rows of these models for every family; copied rows refer to them.
CREATED_WITH_ARRIVAL: tuple[type[Model], ...] = (Case, Individual, Arrival)
# In the order of their foreign keys.
COPIED: tuple[type[Model], ...] = tuple(
    apps.get_model(label)
    for label in """
    casework.LegalReferral casework.PrivacyNotice casework.FileBasis casework.Consent casework.ConsentStep
    casework.Phone casework.Alias casework.IdentityDocument casework.ServiceRecord casework.Disarmament
    casework.OriginSanction casework.Relationship casework.RelativeAbroad casework.HomeIncident casework.Detention
    casework.MediaRestriction casework.ContactAbroad casework.OnwardPlan casework.Livelihood casework.SpecificNeed
    casework.Note casework.CaseDocument casework.DocumentVersion casework.CasePlan casework.PlanReview
    casework.PlanGoal casework.PlanStep casework.PlanMove casework.Referral casework.ReferralStep casework.CaseTask
    casework.TaskMove casework.Activity casework.WellbeingNote casework.HealthScreening casework.HealthVisit
    casework.Caregiver casework.AuthorityTold casework.LossReport casework.InformalWork casework.CaseAssignment
    casework.WorkAuthorisation casework.InformationGiven casework.JobApplication casework.InterviewedPerson
    asylum.AsylumApplication asylum.ApplicationStatusChange asylum.LegalDeadline asylum.TermExtension
    asylum.ClaimInterview asylum.StandingReview asylum.Evidence asylum.EvidenceReply asylum.Renunciation
    asylum.RenunciationStatusChange asylum.RenunciationDemand asylum.IndividualReview asylum.Permit
    asylum.Measure asylum.MeasureReview asylum.Observation asylum.ObservationReview asylum.IdentificationContest
    asylum.FlightAccount asylum.RecruitmentApproach asylum.ChecklistMark asylum.TermMove aid.Commitment
    aid.ItemDistribution
    """.split()
)
# Models whose rows stay in a closed case.
STAYING_IN_CLOSED_CASES = frozenset(
    apps.get_model(f"casework.{name}")
    for name in """
    PrivacyNotice FileBasis Alias ServiceRecord Disarmament RelativeAbroad HomeIncident OnwardPlan Note
    CaseDocument DocumentVersion Activity WellbeingNote
    """.split()
)
# `log_arrival` creates the first row of these models for each person, so the first one is not copied.
FIRST_CREATED_WITH_ARRIVAL = (IdentityDocument, ServiceRecord)
# Models with search tokens: the field of the number; by field of a token, the function applied first and the purpose.
TOKENS: dict[type[Model], tuple[str, dict[str, tuple[Any, str]]]] = {
    Phone: ("number", {"token": (str, "phone"), "tail_token": (tail_of, "phone tail")}),
    IdentityDocument: (
        "number",
        {"number_token": (bare_number, "document"), "tail_token": (tail_of, "document tail")},
    ),
    Permit: ("number", {"number_token": (bare_number, NUMBER)}),
    AsylumApplication: ("reference", {"reference_token": (str, REFERENCE)}),
}

Rows = dict[type[Model], list[Any]]


@dataclass
class Original:
    """A family whose file is copied; `people` begins with the principal, `rows` has the decrypted rows by model."""

    case: Case
    people: list[Individual]
    arrivals: list[Arrival]
    rows: Rows = field(default_factory=lambda: defaultdict(list))


def originals(office: Office) -> list[Original]:
    """The first ORIGINALS open, unrestricted cases of an office, with all rows of their files."""
    cases = Case.objects.open().filter(office=office, is_restricted=False)
    originals_by_case = {
        case.pk: Original(case, [], []) for case in cases.order_by("number")[:ORIGINALS]
    }
    members = FamilyMember.objects.filter(case__in=originals_by_case, left_on=None).select_related(
        "individual"
    )
    for member in members.order_by("individual__number"):
        originals_by_case[member.case_id].people.append(member.individual)
    for arrival in Arrival.objects.filter(case__in=originals_by_case):
        originals_by_case[arrival.case_id].arrivals.append(arrival)
    families = list(originals_by_case.values())
    _read_rows(families)
    return families


def _read_rows(families: Sequence[Original]) -> None:
    """Reads rows model by model, and assigns those that refer to one family only to that family."""
    owners: dict[type[Model], dict[Any, Original]] = defaultdict(dict)
    for family in families:
        for head in (family.case, *family.people, *family.arrivals):
            owners[type(head)][head.pk] = family
    for model in COPIED:
        links, logged = _links(model), set[Any]()
        pointing = Q()
        for link in links:
            pointing |= Q(**{f"{link.name}__in": list(owners[link.related_model])})
        rows: Any = model._default_manager.filter(pointing)
        for row in rows.order_by("recorded_at" if model in FIRST_CREATED_WITH_ARRIVAL else "pk"):
            keys = {link: getattr(row, link.attname) for link in links}
            families_of_row = [
                owners[link.related_model].get(key) for link, key in keys.items() if key
            ]
            if (
                any(owner is not families_of_row[0] for owner in families_of_row)
                or families_of_row[0] is None
            ):
                continue
            if model in FIRST_CREATED_WITH_ARRIVAL and row.individual_id not in logged:
                logged.add(row.individual_id)
                continue
            owners[model][row.pk] = families_of_row[0]
            families_of_row[0].rows[model].append(row)


@cache
def _links(model: type[Model]) -> list[Any]:
    """The foreign keys of a model to models that are copied or created with an arrival."""
    ours = {*CREATED_WITH_ARRIVAL, *COPIED}
    return [
        each
        for each in model._meta.concrete_fields
        if isinstance(each, ForeignKey) and each.related_model in ours
    ]


@dataclass
class FileCopy:
    """Copies one file to one logged family. Future days are moved by `ahead` days."""

    original: Original
    case: Case
    people: Sequence[Individual]
    arrival: Arrival
    today: datetime.date
    ahead: int
    dice: random.Random

    def __post_init__(self) -> None:
        original = self.original
        self.back = original.case.opened_on - self.case.opened_on
        pairs: list[tuple[Any, Any]] = [(original.case, self.case)]
        pairs += zip(original.people, self.people, strict=False)
        self.keys = {old.key_id: new.key_id for old, new in pairs}
        pairs += [(old, self.arrival) for old in original.arrivals[:1]]
        self.new_rows: dict[tuple[Any, Any], Any] = {(type(old), old.pk): new for old, new in pairs}

    def rows(self, among: frozenset[type[Model]] | None = None) -> Iterator[Any]:
        """Unsaved rows in the order of saving; a smaller family gets only rows about people it has."""
        for model in COPIED:
            if among is not None and model not in among:
                continue
            for old in self.original.rows.get(model, ()):
                if new := self._copy(model, old):
                    self.new_rows[model, old.pk] = new
                    yield new

    def _copy(self, model: type[Model], old: Any) -> Any:
        """The unsaved copy; None if the row is about a person whom the smaller family lacks."""
        values: dict[str, Any] = {}
        if hasattr(old, "key_id") and old.key_id not in self.keys:
            return None
        for each in model._meta.concrete_fields:
            if each.primary_key:
                continue
            value = getattr(old, each.attname)
            if each in _links(model) and value is not None:
                value = self.new_rows.get((each.related_model, value))
                if value is None:
                    return None
                values[each.name] = value
            else:
                values[each.attname] = self._converted(each, value)
        if model in TOKENS:
            self._set_random_number(values, *TOKENS[model])
        new = model(**values)
        if isinstance(new, HoldsFile):
            self._copy_files(old, new)
        return new

    def _converted(self, each: Any, value: Any) -> Any:
        if each.name == "key_id":
            return self.keys[value]
        return self.moved_day(value) if isinstance(value, datetime.date) else value

    def moved_day(self, day: datetime.date) -> datetime.date:
        """A date or datetime of the original, moved for this family: a past one back, a future one ahead."""
        if isinstance(day, datetime.datetime) or day <= self.today:
            return day - self.back
        return day + datetime.timedelta(self.ahead)

    def _set_random_number(
        self, values: dict[str, Any], name: str, tokens: dict[str, tuple[Any, str]]
    ) -> None:
        """Sets a random number of the same form, because two families share no phone or paper. Keeps the country code
        of a phone."""
        number = values[name]
        if not number:
            return
        prefix = 4 if number.startswith("+") else 0
        number = number[:prefix] + re.sub(
            r"\d", lambda _: self.dice.choice("0123456789"), number[prefix:]
        )
        values[name] = number
        for token, (shaped, purpose) in tokens.items():
            values[token] = exact_token(shaped(number), purpose=purpose)

    def _copy_files(self, old: HoldsFile, new: HoldsFile) -> None:
        for name in ("file_name", "preview_name"):
            if stored := getattr(old, name):
                with open_file(stored, key_id=old.key_id, row_id=old.pk) as content:
                    copied = store_file(content.read(), key_id=new.key_id, row_id=new.pk)
                setattr(new, name, copied)
