"""Corrects applications, and the term that runs from the entry, after the day of an arrival was corrected."""

import datetime
from collections import Counter
from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.claims.corrections import ARRIVAL_PUT_RIGHT, update_late_claim_task
from asylum.filing.days import filing_day
from asylum.filing.querysets import to_lodge, to_lodge_for_children
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.counting import recount_terms
from asylum.procedure.models.application import AsylumApplication
from asylum.rule_tasks.actions import add_task_once
from asylum.rule_tasks.choices import RuleTask
from casework.corrections.actions import apply_correction
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.slots.followers import DayFollower
from pages.dates import short_date


class ApplicationFollower(DayFollower):
    """Gives the new day to applications whose day of entry is the day of arrival."""

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
            apply_correction(
                application, {"entered_on": on}, reason=_("The arrival was put right"), by=by
            )
            application.save(update_fields=["entered_on"])
            moved = (term for term in recount_terms(application) if term.kind == DeadlineKind.FILE)
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
                _add_tasks(application, by=by)

    def expected_changes(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> list[str]:
        """Returns sentences with the last day to apply before and after the correction.

        They count claims that have the day of arrival as their day of entry, and people without a claim.
        """
        today, moves = by.today(), list[tuple[bool, datetime.date, datetime.date, int]]()

        def move(is_claim: bool, country: str, done_on: datetime.date | None) -> None:
            last, now = (filing_day(day, country=country) for day in (was, on))
            if last and now and last != now:
                moves.append((is_claim, last, now, max(((done_on or today) - now).days, 0)))

        made = AsylumApplication.objects.visible_to(by).made().filter(individual__in=people)
        for claim in made.filter(entered_on=was).select_related("individual"):
            if not claim.is_of_national:
                move(True, claim.country, claim.lodged_on)
        visible_people = Individual.objects.visible_to(by, Permission.APPLICATION_READ).filter(
            pk__in=[person.pk for person in people]
        )
        cases = FamilyMember.objects.marked_latest().filter(individual__in=visible_people)
        in_cases = list(cases.values_list("case", flat=True))
        for members in (to_lodge(today, in_cases), to_lodge_for_children(today)):
            for member in members.filter(individual__in=visible_people).select_related(
                "individual__office"
            ):
                move(False, member.individual.office.country, None)
        return [_move_in_words(*each, number) for each, number in sorted(Counter(moves).items())]


def _move_in_words(
    is_claim: bool, was: datetime.date, now: datetime.date, late: int, number: int
) -> str:
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


def _add_tasks(application: AsylumApplication, *, by: User) -> None:
    """Adds a task for the owner of the claim's last term: the claim is late now, or only its day of entry moved."""
    if update_late_claim_task(application, ARRIVAL_PUT_RIGHT, by=by):
        return
    person, last = application.individual, application.deadlines.exclude(owner=None).last()
    title = _("The arrival was put right, and with it the entry in a claim: %(number)s")
    owner = last.owner if last else None
    add_task_once(person, RuleTask.ENTRY_MOVED, title, by=by, assigned_to=owner)


applications = ApplicationFollower()
