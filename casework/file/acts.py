"""Menus of actions for a family and for one person; only those that fit the age, the case and the user's permissions."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.cases.offers import Offer, offers_for
from casework.file.counts import Holdings
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.wellbeing.rules import too_young_to_be_asked
from casework.work.rules import too_young_to_work
from pages.addresses import fast_reverse
from pages.context import address

Age = int | None


@dataclass(frozen=True)
class OfferGroup:
    """A heading with the actions below it."""

    title: str | Promise
    offers: list[Offer]


@dataclass(frozen=True)
class PersonAction:
    """An action for one person: label, URL name, permission, and whether it fits the age. The URL takes
    the number of the person, or the primary key if `takes_key`."""

    label: str | Promise
    page: str
    permission: P
    fits: Callable[[Age], bool] = lambda _age: True
    takes_key: bool = False


def _may_work(age: Age) -> bool:
    return not too_young_to_work(age)


def _may_be_asked(age: Age) -> bool:
    return not too_young_to_be_asked(age)


EXIT_PAGE = "exit-record"
# Frequent actions first, exits last.
PERSON_ACTIONS = (
    PersonAction(_("Record a need"), "need-record", P.NEED_CHANGE),
    PersonAction(_("Record a visit of care"), "visit-record", P.WELLBEING_CHANGE),
    PersonAction(_("Record a consent"), "consent-record", P.CONSENT_CHANGE),
    PersonAction(_("Commit aid"), "aid-commit", P.AID_CHANGE, takes_key=True),
    PersonAction(_("Ask how they are"), "wellbeing-write", P.WELLBEING_CHANGE, _may_be_asked),
    PersonAction(_("Record a first look at health"), "screening-record", P.WELLBEING_CHANGE),
    PersonAction(_("Record an activity"), "activity-record", P.WELLBEING_CHANGE),
    PersonAction(_("Work and rights"), "case-part", P.WORK_CHANGE, _may_work),
    PersonAction(_("Record that somebody leaves"), EXIT_PAGE, P.EXIT_RECORD),
)


def offers_on_record(individual: Individual, user: User, *, may_compare: bool) -> list[Offer]:
    """Returns actions on the person's data on file."""
    offers = []
    if not individual.erased_on and can(user, P.INDIVIDUAL_CHANGE, about=individual):
        offers.append(Offer(_("Correct"), address("individual-correct", individual.number), ""))
    if may_compare:
        duplicates_url = address("duplicates-of", individual.number)
        offers.append(Offer(_("Same as another record…"), duplicates_url, ""))
    return offers


def offers_for_person(
    individual: Individual,
    case: Case | None,
    user: User,
    member: FamilyMember | None = None,
    *,
    is_away: bool,
) -> list[Offer]:
    """Returns actions for this person now; none for an erased person or a closed case.

    A person who is away cannot leave again: the last person of a family stays in the case until it is closed.
    """
    if individual.erased_on or case is None or not case.is_open:
        return []
    age = individual.age_on(user.today())
    offers = [
        Offer(act.label, url, "")
        for act in PERSON_ACTIONS
        if act.fits(age)
        and not (is_away and act.page == EXIT_PAGE)
        and can(user, act.permission, about=case)
        and (url := _url(act, individual, case))
    ]
    if member and not is_away and can(user, P.CASE_CHANGE, about=case):
        url = fast_reverse("member-end", case.number, member.pk)
        offers.append(Offer(_("Leaves the family"), url, ""))
    return offers


def _url(act: PersonAction, individual: Individual, case: Case) -> str:
    if act.page == "case-part":
        return f"{fast_reverse(act.page, case.number, 'support')}#work"
    if act.takes_key:
        return address(act.page, "individual", individual.pk)
    return address(act.page, individual.number)


def offers_for_case(case: Case, user: User, holdings: Holdings) -> list[OfferGroup]:
    """Returns the groups "record", "family" and "case" of actions on the file, without empty groups."""
    record_offers = [
        Offer(each.kind.action_label, each.url, "") for each in holdings.counts if each.may_record
    ]
    record_offers += [
        Offer(words, url, "")
        for words, permission, url in (
            (_("Record a need"), P.NEED_CHANGE, _needs_url(case)),
            (_("Ask the whole family"), P.CONSENT_CHANGE, fast_reverse("family-ask", case.number)),
            (_("Commit aid"), P.AID_CHANGE, address("aid-commit", "case", case.pk)),
        )
        if url and case.is_open and case.people_today and can(user, permission, about=case)
    ]
    family: list[Offer] = []
    if case.is_open and can(user, P.CASE_CHANGE, about=case):
        if case.people_today:
            family.append(Offer(_("Add somebody"), fast_reverse("member-add", case.number), ""))
        if len(case.people_today) > 1:
            principal = fast_reverse("principal-change", case.number)
            family.append(Offer(_("Change the principal"), principal, ""))
        family.append(Offer(_("Join or split"), fast_reverse("family-builder", case.number), ""))
    groups = [
        OfferGroup(_("Record"), record_offers),
        OfferGroup(_("Family"), family),
        OfferGroup(
            _("Case"),
            [*_slip_offers(case, user, holdings), *offers_for(case, user, holdings.offer_facts)],
        ),
    ]
    return [group for group in groups if group.offers]


def _needs_url(case: Case) -> str:
    """Returns the URL of the form for a need if the case has one person, else of the panel with one link each."""
    if len(case.people_today) == 1:
        return address("need-record", case.people_today[0].individual.number)
    return f"{fast_reverse('case-part', case.number, 'people')}#needs"


def _slip_offers(case: Case, user: User, holdings: Holdings) -> list[Offer]:
    """Returns a link to the slip of the last arrival if the user may read its people; none for a closed case."""
    if not (holdings.last_arrival and case.is_open and can(user, P.INDIVIDUAL_READ, about=case)):
        return []
    return [Offer(_("Arrival slip"), fast_reverse("arrival-slip", holdings.last_arrival), "")]
