"""Tasks that rules add about a person: each is open once, and is closed when its rule no longer applies.

The row's `CaseTask.rule` identifies it, because its title is in the author's language.
"""

import datetime
from collections.abc import Callable

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from asylum.filing.days import is_late_unsaid
from asylum.papers.models.permit import Permit
from asylum.papers.models.renunciation import Renunciation
from asylum.papers.standing import standing_of
from asylum.pathways.choices import GRANTS, NEEDS_STANDING, OPEN_APPLICATION, PermitType
from asylum.pathways.rules import VISA_REGISTRATION_RULE
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.steps import Step
from asylum.rule_tasks.choices import RuleTask
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.tasks.actions import reopen_task, set_task, settle_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask, TaskMove
from pages.dates import short_date
from reference.calendar import computed_day

SCAN_DAYS = 14
REVIEW_DAYS = 3
# Tasks are closed in the same action as the step that ends them.
ONE_ACT = datetime.timedelta(minutes=1)


def set_once(
    person: Individual,
    rule: RuleTask,
    title: str,
    *,
    by: User,
    days: int = REVIEW_DAYS,
    assigned_to: User | None = None,
) -> None:
    """Adds one task in the person's current or last case, unless the same one is open or the case is closed.

    Assigned to `assigned_to` while that colleague sees the case. `title` names the person as `number`.
    """
    case = _latest_case(person)
    if case is None or case.closed_on:
        return
    if CaseTask.objects.open().filter(individual=person, rule=rule).exists():
        return
    is_theirs = assigned_to and can(assigned_to, Permission.TASK_CHANGE, case)
    set_task(
        case,
        title=title % {"number": person.number},
        due_on=by.today() + datetime.timedelta(days=days),
        individual=person,
        assigned_to=assigned_to if is_theirs else by,
        rule=rule,
        by=by,
    )


def _latest_case(person: Individual) -> Case | None:
    """The person's current or last case."""
    membership = FamilyMember.objects.marked_latest().filter(individual=person).first()
    return membership.case if membership else None


def settle_rule(
    person: Individual, rule: RuleTask, *, by: User, status: str = TaskStatus.DONE
) -> None:
    """Settles the open task of this rule, as far as `by` reaches it."""
    tasks = CaseTask.objects.visible_to(by).open().filter(individual=person, rule=rule)
    for task in tasks.order_by("pk"):
        settle_task(task, status=status, by=by)


def let_tasks_fall(person: Individual, *, by: User) -> None:
    """Closes tasks about this person whose rule no longer applies."""
    for rule in _rules_of_open_tasks(person):
        if not holds(rule, person, by.today()):
            settle_rule(person, rule, status=TaskStatus.NOT_NEEDED, by=by)


def _rules_of_open_tasks(person: Individual) -> list[RuleTask]:
    tasks = CaseTask.objects.open().filter(individual=person).exclude(rule="")
    return [*map(RuleTask, tasks.order_by().values_list("rule", flat=True).distinct())]


def let_tasks_stand_again(person: Individual, step: Step, *, by: User) -> None:
    """The step was a mistake: reopens the tasks that it closed and whose rule applies again."""
    fell = TaskMove.objects.filter(
        task__individual=person,
        task__status=TaskStatus.NOT_NEEDED,
        task__case__closed_on=None,
        status=TaskStatus.NOT_NEEDED,
        by=step.by,
        at__range=(step.at, step.at + ONE_ACT),
    )
    tasks = CaseTask.objects.visible_to(by).filter(pk__in=fell.values("task")).exclude(rule="")
    for task in tasks.order_by("-set_at"):
        is_open = CaseTask.objects.open().filter(individual=person, rule=task.rule).exists()
        if not is_open and holds(RuleTask(task.rule), person, by.today()):
            reopen_task(task, by=by)


def holds(rule: RuleTask, person: Individual, today: datetime.date) -> bool:
    """Whether the rule of this task applies."""
    return HOLDS[rule](person, today)


def _went_on_without(person: Individual, today: datetime.date) -> bool:
    """A claim continued as if a renunciation were verified or not needed, although it is needed and not verified."""
    admitted = person.applications.under_a_renunciation()
    return admitted.exists() and not standing_of(person, today).may_go_on


def _was_verified_later(person: Individual, _today: datetime.date) -> bool:
    """A claim went on without a reason before the day of verification."""
    steps = ApplicationStatusChange.objects.standing().with_day().select_related("application")
    went_on = steps.filter(
        application__in=person.applications.under_a_renunciation(),
        status__in=NEEDS_STANDING,
        is_override=False,
    )
    return any(not standing_of(person, each.day).may_go_on for each in went_on)


def _is_verified(person: Individual, _today: datetime.date) -> bool:
    return Renunciation.objects.filter(individual=person).verified().exists()


def _is_late(person: Individual, _today: datetime.date) -> bool:
    return any(map(is_late_unsaid, person.applications.made()))


def _has_claim(person: Individual, _today: datetime.date) -> bool:
    return person.applications.made().exists()


def _has_two_claims(person: Individual, _today: datetime.date) -> bool:
    return person.applications.made().count() > 1


def _has_two_papers(person: Individual, _today: datetime.date) -> bool:
    standing = Renunciation.objects.standing().filter(individual=person)
    papers = standing.order_by().values("wording").annotate(number=Count("pk"))
    return bool(papers.filter(number__gt=1).exists())


def _has_late_act(person: Individual, _today: datetime.date) -> bool:
    terms = LegalDeadline.objects.filter(application__in=person.applications.made())
    return any(term.days_late for term in terms)


def _has_two_permits(person: Individual, today: datetime.date) -> bool:
    held: int = Permit.objects.held_on(today).filter(individual=person).count()
    return held > 1


def _is_of_two_records(person: Individual, _today: datetime.date) -> bool:
    return Individual.objects.filter(merged_into=person).exists()


def _rests_on_what_ended(person: Individual, _today: datetime.date) -> bool:
    """An open or granted claim depends on one that is neither open nor granted."""
    stands = OPEN_APPLICATION | GRANTS
    mine = person.applications.made().filter(status__in=stands).exclude(depends_on=None)
    return mine.exclude(depends_on__status__in=stands).exists()


def follow_principal(application: AsylumApplication, *, by: User) -> None:
    """For this claim and each that depends on it: one task to check it if its principal claim ended.

    Closes the task if the principal claim is open again. Skips people out of the sight of `by`.
    """
    people = Individual.objects.filter(applications__depends_on=application).distinct()
    title = _("The claim on which this one depends ended: look at it: %(number)s")
    for person in [application.individual, *people]:
        has_ended = holds(RuleTask.PRINCIPAL_ENDED, person, by.today())
        if not has_ended and not _rules_of_open_tasks(person):
            continue
        case = _latest_case(person)
        if case is None or not can(by, Permission.TASK_CHANGE, case):
            continue
        if has_ended:
            last = person.applications.made().order_by("-recorded_at").first()
            set_once(person, RuleTask.PRINCIPAL_ENDED, title, by=by, assigned_to=_follows(last))
        let_tasks_fall(person, by=by)


def follow_visa(permit: Permit, *, by: User) -> None:
    """A visa adds one task to register it by the day of the rule; the foreigner's card settles it."""
    person = permit.individual
    if permit.type == PermitType.CE and permit.is_current:
        settle_rule(person, RuleTask.VISA_TO_REGISTER, by=by)
    let_tasks_fall(person, by=by)
    case = _latest_case(person)
    if permit.type != PermitType.VISA or case is None or not can(by, Permission.TASK_CHANGE, case):
        return
    country = person.office.country
    _rule, last_day = computed_day(VISA_REGISTRATION_RULE, permit.issued_on, country=country)
    if last_day is None or not holds(RuleTask.VISA_TO_REGISTER, person, by.today()):
        return
    title = _("Register the visa and ask for the foreigner's card by %(day)s: %(number)s")
    title %= {"day": short_date(last_day), "number": person.number}
    days = max(0, (last_day - by.today()).days)
    set_once(person, RuleTask.VISA_TO_REGISTER, title, by=by, days=days)


def _has_visa_alone(person: Individual, today: datetime.date) -> bool:
    """Holds a visa, and no foreigner's card that was issued since."""
    held = Permit.objects.held_on(today).filter(individual=person)
    visa = held.filter(type=PermitType.VISA).order_by("-issued_on").first()
    return bool(
        visa and not held.filter(type=PermitType.CE, issued_on__gte=visa.issued_on).exists()
    )


def _follows(application: AsylumApplication | None) -> User | None:
    """The colleague who follows the terms of the claim."""
    last = application and application.deadlines.exclude(owner=None).last()
    return last.owner if last else None


HOLDS: dict[RuleTask, Callable[[Individual, datetime.date], bool]] = {
    RuleTask.NO_RENUNCIATION: _went_on_without,
    RuleTask.VERIFIED_LATER: _was_verified_later,
    RuleTask.SCAN_FOLLOWS: _is_verified,
    RuleTask.LATE_UNSAID: _is_late,
    RuleTask.ENTRY_MOVED: _has_claim,
    RuleTask.LATE_NOW: _has_late_act,
    RuleTask.TWO_WORDS: _is_of_two_records,
    RuleTask.TWO_PAPERS: _has_two_papers,
    RuleTask.TWO_CLAIMS: _has_two_claims,
    RuleTask.TWO_PERMITS: _has_two_permits,
    RuleTask.PRINCIPAL_ENDED: _rests_on_what_ended,
    RuleTask.VISA_TO_REGISTER: _has_visa_alone,
}
