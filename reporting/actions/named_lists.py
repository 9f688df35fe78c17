"""Lists with names for somebody outside: only people who agreed, checked when the list is made and when it is downloaded."""

from collections import Counter
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import add_and_record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from casework.asking.sharing import who_may_be_shared
from casework.consents.choices import ConsentStatus, Purpose
from casework.consents.models import Consent
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.service.categories import category_in_words, marked_principals
from pages.refusals import ActionRefused
from pages.sheets import as_csv
from partners.models import Organisation
from reporting.actions.making import make_once
from reporting.choices import TableStatus, Unshared
from reporting.models import NamedList, NamedListLine
from vault.files import store_file
from vault.keys import issue_key


@transaction.atomic
def prepare_named_list(
    *, office: Office, recipient: Organisation, purpose: str, reason: str, by: User
) -> NamedList:
    """Queues the list of everybody in open cases of the office whose data may be shared for this purpose."""
    require(by, Permission.NAMED_LIST_MAKE)
    if office.pk not in by.office_ids(Permission.NAMED_LIST_MAKE):
        raise ActionRefused(_("You make lists of your own office only."), field="office")
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    named_list = NamedList(
        key_id=issue_key(),
        office=office,
        recipient=recipient,
        purpose=Purpose(purpose),
        reason=reason.strip(),
        prepared_by=by,
    )
    details = {"purpose": named_list.purpose}
    return add_and_record(named_list, "named_list.prepared", by=by, details=details)


def make_named_list(list_id: Any) -> NamedList | None:
    """Makes one queued list, with the people who agree now. Returns None if the list is not queued."""
    lists = NamedList.objects.select_related("office", "prepared_by", "recipient")
    return make_once(lists, list_id, Permission.NAMED_LIST_MAKE, _fill_list)


@transaction.atomic
def _fill_list(named_list: NamedList) -> None:
    people = visible_members(named_list)
    shared, named = keys_of_people_who_agreed(people, named_list)
    chosen = list(marked_principals(people.filter(pk__in=shared)))
    NamedListLine.objects.bulk_create(
        NamedListLine(named_list=named_list, individual=person, is_named=person.pk in named)
        for person in chosen
    )
    named_list.left_out = count_left_out(people.exclude(pk__in=shared), named_list)
    store_file(
        as_csv(_cells(chosen, named, named_list)),
        key_id=named_list.key_id,
        row_id=named_list.pk,
        name=named_list.file_name,
    )
    named_list.status, named_list.made_at = TableStatus.READY, timezone.now()
    details = {"people": len(chosen), "named": len(named), "left_out": named_list.left_out}
    save_and_record(named_list, verb="named_list.made", by=named_list.prepared_by, details=details)


def visible_members(named_list: NamedList) -> QuerySet[Individual]:
    """Members of open cases of the office today whom the maker sees."""
    user = named_list.prepared_by
    cases = Case.objects.open().filter(office=named_list.office)
    members = FamilyMember.objects.on(named_list.office.today()).filter(case__in=cases)
    people = Individual.objects.visible_to(user).filter(erased_on=None)
    return people.filter(pk__in=members.values("individual"))


def keys_of_people_who_agreed(
    people: QuerySet[Individual], named_list: NamedList
) -> tuple[frozenset[Any], frozenset[Any]]:
    """Two sets of primary keys: people who may be shared with the recipient today, and those of them who may be named.

    People who asked for anonymity are never named.
    """
    today = named_list.office.today()
    shared = who_may_be_shared(people, named_list.purpose, today)
    named = who_may_be_shared(shared, Purpose.NAMED_EXPORT, today).filter(is_anonymous=False)
    return (
        frozenset(shared.values_list("pk", flat=True)),
        frozenset(named.values_list("pk", flat=True)),
    )


def count_left_out(people: QuerySet[Individual], named_list: NamedList) -> dict[str, int]:
    """How many of these people, who may not be shared, are left out, by the value of Unshared."""
    answers = Consent.objects.counting().filter(individual__in=people, purpose=named_list.purpose)
    # Leaves out consents in force: since the person may not be shared, somebody else gave them.
    answers = answers.exclude(
        Q(expires_on=None) | Q(expires_on__gte=named_list.office.today()),
        status=ConsentStatus.GIVEN,
    )
    reasons: dict[str | None, Unshared] = {
        ConsentStatus.GIVEN: Unshared.EXPIRED,
        ConsentStatus.REFUSED: Unshared.REFUSED,
        ConsentStatus.WITHDRAWN: Unshared.WITHDRAWN,
    }
    status_by_person = dict(answers.values_list("individual", "status"))
    counts = Counter(
        reasons.get(status_by_person.get(pk), Unshared.NOT_AGREED)
        for pk in people.values_list("pk", flat=True)
    )
    return {reason.value: counts[reason] for reason in Unshared if counts[reason]}


def is_out_of_date(named_list: NamedList) -> bool:
    """Whether the file contains more about somebody than may be shared today."""
    shared, named = keys_of_people_who_agreed(visible_members(named_list), named_list)
    return any(
        line.individual_id not in (named if line.is_named else shared)
        for line in named_list.lines.all()
    )


def _cells(
    people: list[Individual], named: frozenset[Any], named_list: NamedList
) -> list[list[str | int]]:
    """Heading and one row per person, with as few columns as possible."""
    today = named_list.office.today()
    rows: list[list[str | int]] = [
        [_("Number"), _("Name or alias"), _("Sex"), _("Age"), _("Category")]
    ]
    for person in people:
        age = person.age_on(today)
        name = person.full_name if person.pk in named else person.alias or person.number
        sex, category = str(person.get_sex_display()), str(category_in_words(person, today))
        rows.append([person.number, name, sex, "" if age is None else age, category])
    return rows
