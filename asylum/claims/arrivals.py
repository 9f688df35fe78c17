"""What a corrected day of arrival means for applications, and for the term that runs from the entry."""

import datetime
from collections import Counter
from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.claims.corrections import ARRIVAL_PUT_RIGHT, ask_why_late
from asylum.filing.days import filing_day
from asylum.filing.querysets import to_lodge, to_lodge_for_children
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.counting import count_terms
from asylum.procedure.models.application import AsylumApplication
from asylum.rule_tasks.actions import set_once
from asylum.rule_tasks.choices import RuleTask
from casework.corrections.actions import put_right
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.slots.followers import DayFollower
from pages.dates import short_date


class ApplicationsFollow(DayFollower):
    """An application whose day of entry came from the arrival gets the new one."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        earlier = AsylumApplication.objects.filter(
            Q(lodged_on__lt=on) | Q(status_on__lt=on), individual__in=people
        )
        return [_("An application for asylum is on file from before this day.")] if earlier else []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Saves the new day of entry, and recomputes the term to apply."""
        rows = AsylumApplication.objects.select_for_update(of=("self",)).filter(
            individual__in=people, entered_on=was
        )
        for application in rows:
            put_right(application, {"entered_on": on}, reason=_("The arrival was put right"), by=by)
            application.save(update_fields=["entered_on"])
            moved = (term for term in count_terms(application) if term.kind == DeadlineKind.FILE)
            for term in moved:
                details = {"kind": term.kind, "due_on": term.due_on.isoformat()}
                record(
                    "deadline.computed_anew",
                    by=by,
                    about=term,
                    case=application.case,
                    details=details,
                )
            if application.is_made:
                _tell(application, by=by)

    def expected_changes(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> list[str]:
        """The last day to apply before and after: for claims with the day of arrival, and for people without a claim."""
        today, moves = by.today(), list[tuple[bool, datetime.date, datetime.date, int]]()

        def move(is_claim: bool, country: str, done_on: datetime.date | None) -> None:
            last, now = (filing_day(day, country=country) for day in (was, on))
            if last and now and last != now:
                moves.append((is_claim, last, now, max(((done_on or today) - now).days, 0)))

        made = AsylumApplication.objects.visible_to(by).made().filter(individual__in=people)
        for claim in made.filter(entered_on=was).select_related("individual"):
            if not claim.is_of_national:
                move(True, claim.country, claim.lodged_on)
        seen = Individual.objects.visible_to(by, Permission.APPLICATION_READ).filter(
            pk__in=[person.pk for person in people]
        )
        cases = FamilyMember.objects.marked_latest().filter(individual__in=seen)
        in_cases = list(cases.values_list("case", flat=True))
        for waiting in (to_lodge(today, in_cases), to_lodge_for_children(today)):
            for member in waiting.filter(individual__in=seen).select_related("individual__office"):
                move(False, member.individual.office.country, None)
        return [_moved(*each, number) for each, number in sorted(Counter(moves).items())]


def _moved(is_claim: bool, was: datetime.date, now: datetime.date, late: int, number: int) -> str:
    if is_claim:
        words = ngettext(
            "%(number)d claim: last day to apply %(was)s → %(now)s",
            "%(number)d claims: last day to apply %(was)s → %(now)s",
            number,
        )
    else:
        words = ngettext(
            "%(number)d person without a claim: last day to apply %(was)s → %(now)s",
            "%(number)d people without a claim: last day to apply %(was)s → %(now)s",
            number,
        )
    days = {"number": number, "was": short_date(was), "now": short_date(now)}
    if not late:
        return words % days
    how_late = ngettext("late by %(days)d day", "late by %(days)d days", late)
    return f"{words % days}, {how_late % {'days': late}}"


def _tell(application: AsylumApplication, *, by: User) -> None:
    """One task for the colleague who follows the claim's terms: a term moved, or the claim was in fact late."""
    if ask_why_late(application, ARRIVAL_PUT_RIGHT, by=by):
        return
    person, last = application.individual, application.deadlines.exclude(owner=None).last()
    title = _("The arrival was put right, and with it the entry in a claim: %(number)s")
    doer = last.owner if last else None
    set_once(person, RuleTask.ENTRY_MOVED, title, by=by, assigned_to=doer)


applications = ApplicationsFollow()
