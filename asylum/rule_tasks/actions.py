"""Tasks that rules add about a person. A rule has at most one open task, which is closed when the rule no longer applies.

`CaseTask.rule` identifies the task, because its title is in the author's language.
"""

import datetime
from collections.abc import Callable

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from asylum.filing.days import is_late_without_reason
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
# One action records a step and closes tasks: their times differ by this much at most.
ONE_ACT = datetime.timedelta(minutes=1)


def add_task_once(
    person: Individual,
    rule: RuleTask,
    title: str,
    *,
    by: User,
    days: int = REVIEW_DAYS,
    assigned_to: User | None = None,
) -> None:
    """Adds a task in the person's current or last case, unless a task of the rule is open or the case is closed.

    `title` contains `%(number)s`, the place of the person's number. The task is due in `days` days. It goes to
    `assigned_to` if that colleague may change tasks of the case, else to `by`.
    """
    case = _latest_case(person)
    if case is None or case.closed_on:
        return
    if CaseTask.objects.open().filter(individual=person, rule=rule).exists():
        return
    may_do = assigned_to and can(assigned_to, Permission.TASK_CHANGE, case)
    set_task(
        case,
        title=title % {"number": person.number},
        due_on=by.today() + datetime.timedelta(days=days),
        individual=person,
        assigned_to=assigned_to if may_do else by,
        rule=rule,
        by=by,
    )


def _latest_case(person: Individual) -> Case | None:
    """Returns the person's current or last case."""
    membership = FamilyMember.objects.marked_latest().filter(individual=person).first()
    return membership.case if membership else None


def settle_tasks_of_rule(
    person: Individual, rule: RuleTask, *, by: User, status: str = TaskStatus.DONE
) -> None:
    """Settles open tasks of this rule that `by` sees."""
    tasks = CaseTask.objects.visible_to(by).open().filter(individual=person, rule=rule)
    for task in tasks.order_by("pk"):
        settle_task(task, status=status, by=by)


def close_outdated_tasks(person: Individual, *, by: User) -> None:
    """Closes tasks about this person whose rule no longer applies, as not needed."""
    for rule in _rules_of_open_tasks(person):
        if not rule_applies(rule, person, by.today()):
            settle_tasks_of_rule(person, rule, status=TaskStatus.NOT_NEEDED, by=by)


def _rules_of_open_tasks(person: Individual) -> list[RuleTask]:
    tasks = CaseTask.objects.open().filter(individual=person).exclude(rule="")
    return [*map(RuleTask, tasks.order_by().values_list("rule", flat=True).distinct())]


def reopen_tasks_closed_by(person: Individual, step: Step, *, by: User) -> None:
    """Reopens tasks that this step closed and whose rule applies again, because the step was a mistake."""
    closings = TaskMove.objects.filter(
        task__individual=person,
        task__status=TaskStatus.NOT_NEEDED,
        task__case__closed_on=None,
        status=TaskStatus.NOT_NEEDED,
        by=step.by,
        at__range=(step.at, step.at + ONE_ACT),
    )
    tasks = CaseTask.objects.visible_to(by).filter(pk__in=closings.values("task")).exclude(rule="")
    for task in tasks.order_by("-set_at"):
        is_open = CaseTask.objects.open().filter(individual=person, rule=task.rule).exists()
        if not is_open and rule_applies(RuleTask(task.rule), person, by.today()):
            reopen_task(task, by=by)


def rule_applies(rule: RuleTask, person: Individual, today: datetime.date) -> bool:
    """Returns whether the rule of this task applies to the person."""
    return RULE_CHECKS[rule](person, today)


def _continued_without_renunciation(person: Individual, today: datetime.date) -> bool:
    """Returns whether a claim continued although the renunciation that it needs is not verified."""
    admitted = person.applications.under_a_renunciation()
    return admitted.exists() and not standing_of(person, today).may_go_on


def _was_verified_later(person: Individual, _today: datetime.date) -> bool:
    """Returns whether a claim continued without a reason before the day on which the renunciation was verified."""
    steps = ApplicationStatusChange.objects.standing().with_day().select_related("application")
    admissions = steps.filter(
        application__in=person.applications.under_a_renunciation(),
        status__in=NEEDS_STANDING,
        is_override=False,
    )
    return any(not standing_of(person, each.day).may_go_on for each in admissions)


def _is_verified(person: Individual, _today: datetime.date) -> bool:
    return Renunciation.objects.filter(individual=person).verified().exists()


def _is_late(person: Individual, _today: datetime.date) -> bool:
    return any(map(is_late_without_reason, person.applications.made()))


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
    number: int = Permit.objects.held_on(today).filter(individual=person).count()
    return number > 1


def _is_of_two_records(person: Individual, _today: datetime.date) -> bool:
    return Individual.objects.filter(merged_into=person).exists()


def _depends_on_ended_claim(person: Individual, _today: datetime.date) -> bool:
    """Returns whether an open or granted claim depends on a claim that is neither open nor granted."""
    valid = OPEN_APPLICATION | GRANTS
    claims = person.applications.made().filter(status__in=valid).exclude(depends_on=None)
    return claims.exclude(depends_on__status__in=valid).exists()


def review_dependent_claims(application: AsylumApplication, *, by: User) -> None:
    """Adds a task to check this claim, and each claim that depends on it, whose principal claim has ended.

    Closes the task if the principal claim is open again. Skips people in cases where `by` may not change tasks.
    """
    people = Individual.objects.filter(applications__depends_on=application).distinct()
    title = _("The claim on which this one depends ended: look at it: %(number)s")
    for person in [application.individual, *people]:
        has_ended = rule_applies(RuleTask.PRINCIPAL_ENDED, person, by.today())
        if not has_ended and not _rules_of_open_tasks(person):
            continue
        case = _latest_case(person)
        if case is None or not can(by, Permission.TASK_CHANGE, case):
            continue
        if has_ended:
            last = person.applications.made().order_by("-recorded_at").first()
            add_task_once(
                person,
                RuleTask.PRINCIPAL_ENDED,
                title,
                by=by,
                assigned_to=_owner_of_last_term(last),
            )
        close_outdated_tasks(person, by=by)


def update_visa_task(permit: Permit, *, by: User) -> None:
    """Adds a task to register a visa by the day of the rule; settles the task if the permit is a foreigner's card."""
    person = permit.individual
    if permit.type == PermitType.CE and permit.is_current:
        settle_tasks_of_rule(person, RuleTask.VISA_TO_REGISTER, by=by)
    close_outdated_tasks(person, by=by)
    case = _latest_case(person)
    if permit.type != PermitType.VISA or case is None or not can(by, Permission.TASK_CHANGE, case):
        return
    country = person.office.country
    _rule, last_day = computed_day(VISA_REGISTRATION_RULE, permit.issued_on, country=country)
    if last_day is None or not rule_applies(RuleTask.VISA_TO_REGISTER, person, by.today()):
        return
    title = _("Register the visa and ask for the foreigner's card by %(day)s: %(number)s")
    title %= {"day": short_date(last_day), "number": person.number}
    days = max(0, (last_day - by.today()).days)
    add_task_once(person, RuleTask.VISA_TO_REGISTER, title, by=by, days=days)


def _has_visa_alone(person: Individual, today: datetime.date) -> bool:
    """Returns whether the person holds a visa, and no foreigner's card that was issued since."""
    permits = Permit.objects.held_on(today).filter(individual=person)
    visa = permits.filter(type=PermitType.VISA).order_by("-issued_on").first()
    return bool(
        visa and not permits.filter(type=PermitType.CE, issued_on__gte=visa.issued_on).exists()
    )


def _owner_of_last_term(application: AsylumApplication | None) -> User | None:
    """Returns the owner of the claim's last term that has one."""
    last = application and application.deadlines.exclude(owner=None).last()
    return last.owner if last else None


RULE_CHECKS: dict[RuleTask, Callable[[Individual, datetime.date], bool]] = {
    RuleTask.NO_RENUNCIATION: _continued_without_renunciation,
    RuleTask.VERIFIED_LATER: _was_verified_later,
    RuleTask.SCAN_FOLLOWS: _is_verified,
    RuleTask.LATE_UNSAID: _is_late,
    RuleTask.ENTRY_MOVED: _has_claim,
    RuleTask.LATE_NOW: _has_late_act,
    RuleTask.TWO_WORDS: _is_of_two_records,
    RuleTask.TWO_PAPERS: _has_two_papers,
    RuleTask.TWO_CLAIMS: _has_two_claims,
    RuleTask.TWO_PERMITS: _has_two_permits,
    RuleTask.PRINCIPAL_ENDED: _depends_on_ended_claim,
    RuleTask.VISA_TO_REGISTER: _has_visa_alone,
}
