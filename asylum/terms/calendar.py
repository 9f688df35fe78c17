"""Moves running terms when the working calendar or a rule changes, and the time to apply of people without a claim."""

import datetime
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from accounts.audit import record
from asylum.filing.querysets import to_lodge
from asylum.pathways.rules import FILING_RULE
from asylum.procedure.counting import set_computed_day
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.term_move import TermMove
from asylum.terms.moved import moved_days
from casework.register.models.individual import Individual
from reference.calendar import CalendarFollower, Cause, Law, Moved
from reference.models import DeadlineRule, PublicHoliday, TermSuspension


class Recounted(NamedTuple):
    """A term that today's law computes differently. Without `term`, the time to apply of a person without a claim."""

    individual: Individual
    term: LegalDeadline | None
    rule: DeadlineRule | None
    was: datetime.date
    now: datetime.date

    @property
    def is_moved(self) -> bool:
        """Whether the effective last day changes: a day that the authority stated stays."""
        is_stated = self.term is not None and self.term.due_on != self.term.computed_on
        return self.was != self.now and not is_stated


def _recounted(law: Law) -> Iterator[Recounted]:
    """Yields running terms, and times to apply, to which the law gives another day or another version of the rule."""
    terms = (
        LegalDeadline.objects.running()
        .filter(application__country=law.country, rule__isnull=False)
        .select_related("rule", "application__individual", "application__case")
        .order_by("starts_on", "pk")
    )
    for term in terms:
        rule, now = law.computed(term.rule.code, term.starts_on)
        if now and (now, rule) != (term.computed_on, term.rule):
            person = term.application.individual
            yield Recounted(person, term, rule, term.computed_on or term.due_on, now)
    members = to_lodge(timezone.localdate()).filter(individual__office__country=law.country)
    for member in members.exclude(last_day=None).select_related("individual__arrival"):
        rule, now = law.computed(FILING_RULE, member.individual.arrival.on)
        if now and rule and (now, rule.pk) != (member.last_day, member.rule_id):
            yield Recounted(member.individual, None, rule, member.last_day, now)


def _number_of_moves(law: Law) -> int:
    return sum(each.is_moved for each in _recounted(law))


def _move_terms(law: Law, cause: Cause, is_taken_back: bool) -> Moved:
    """Recomputes each running term by the version of the rule in force when the term began.

    A day that the authority stated stays. Stores each move with both days and the cause, and an audit event.
    """
    running = LegalDeadline.objects.running().filter(application__country=law.country)
    list(running.order_by("pk").select_for_update().values_list("pk"))
    # Whether a term moved is read before the row changes.
    recounted = [(each, each.is_moved) for each in _recounted(law)]
    moves = []
    for each, is_moved in recounted:
        if is_moved:
            move = TermMove.objects.create(
                deadline=each.term,
                individual=each.individual,
                was_on=each.was,
                is_on=each.now,
                suspension=cause if isinstance(cause, TermSuspension) else None,
                holiday=cause if isinstance(cause, PublicHoliday) else None,
                rule=cause if isinstance(cause, DeadlineRule) else None,
                is_taken_back=is_taken_back,
            )
            moves.append(move)
        if each.term:
            _save_recounted(each, each.term)
    return Moved(len(moves), len(recounted), partial(moved_days, moves))


def _save_recounted(recounted: Recounted, term: LegalDeadline) -> None:
    term.rule = recounted.rule
    set_computed_day(term, recounted.now)
    term.save(update_fields=["rule", "computed_on", "due_on"])
    if recounted.was != recounted.now:
        days = {"was": str(recounted.was), "is": str(recounted.now)}
        record(
            "deadline.moved",
            by=None,
            about=term,
            case=term.application.case,
            details={"kind": term.kind, **days},
        )


running_terms = CalendarFollower(_number_of_moves, _move_terms)
