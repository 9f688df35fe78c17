"""Records who cares and signs for a child, and reports to the authority; plans the usual steps."""

import datetime

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.children.choices import CareKind, MaySign
from casework.children.models import AuthorityTold, Caregiver
from casework.children.querysets import surely_adult
from casework.children.rules import best_interests_steps
from casework.plan.actions import add_goal, add_step, draw_up_plan
from casework.plan.choices import PlanArea
from casework.plan.models import CasePlan, PlanGoal
from casework.register.actions import end_row, record_about_person, save_new_row, withdraw
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused

REVIEW_DAYS = 30


def _refuse_adult(individual: Individual, by: User) -> None:
    if surely_adult(individual, by.today()):
        raise ActionRefused(_("This person is of age on file: correct the birth first."))


@transaction.atomic
def record_caregiver(
    individual: Individual,
    *,
    kind: str,
    may_sign: str,
    starts_on: datetime.date,
    by: User,
    adult: Individual | None = None,
    name: str = "",
    reached_by: str = "",
    act: str = "",
) -> Caregiver:
    """Records who cares for the child and whether they may sign, and returns the row. Earlier care continues."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    _refuse_adult(individual, by)
    refuse_future(starts_on, by=by, field="starts_on")
    if bool(adult) == bool(name.strip()):
        raise ActionRefused(
            _("Choose who is on file, or write a name: one of the two."), field="name"
        )
    if adult and (adult.pk == individual.pk or not surely_adult(adult, by.today())):
        raise ActionRefused(_("Who cares for a child is of age beyond doubt."), field="adult")
    if may_sign == MaySign.YES:
        if not act.strip():
            raise ActionRefused(
                _("Write by which act they may sign: care alone gives no such right."), field="act"
            )
        if individual.caregivers.standing().in_use(by.today()).filter(may_sign=may_sign).exists():
            raise ActionRefused(
                _("Somebody else signs for this child: end that first."), field="may_sign"
            )
    caregiver = save_new_row(
        Caregiver,
        individual,
        by=by,
        kind=CareKind(kind).value,
        may_sign=MaySign(may_sign).value,
        starts_on=starts_on,
        adult=adult,
        name=name,
        reached_by=reached_by,
        act=act,
    )
    record_about_person("caregiver.recorded", caregiver, by=by)
    return caregiver


@transaction.atomic
def end_caregiver(caregiver: Caregiver, *, ended_on: datetime.date, by: User) -> Caregiver:
    """Records the day on which the care ended."""
    if ended_on < caregiver.starts_on:
        raise ActionRefused(_("The end is before the beginning."), field="ended_on")
    permission = Permission.INDIVIDUAL_CHANGE
    return end_row(caregiver, permission, "caregiver.ended", ended_on=ended_on, by=by)


@transaction.atomic
def withdraw_caregiver(caregiver: Caregiver, *, reason: str, by: User) -> Caregiver:
    """Marks the caregiver as a mistake."""
    return withdraw(
        caregiver,
        Permission.INDIVIDUAL_CHANGE,
        reason=reason,
        by=by,
        verb="caregiver.withdrawn",
    )


@transaction.atomic
def tell_authority(
    individual: Individual,
    *,
    on: datetime.date,
    authority: str,
    by: User,
    reference: str = "",
    note: str = "",
) -> AuthorityTold:
    """Records that the child-protection authority was told; the term of that duty ends."""
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    _refuse_adult(individual, by)
    refuse_future(on, by=by)
    if not authority.strip():
        raise ActionRefused(_("Write which office was told."), field="authority")
    report = save_new_row(
        AuthorityTold,
        individual,
        by=by,
        on=on,
        authority=authority,
        reference=reference,
        note=note,
    )
    record_about_person("authority.told", report, by=by)
    return report


@transaction.atomic
def withdraw_told(report: AuthorityTold, *, reason: str, by: User) -> AuthorityTold:
    """Marks the report to the authority as a mistake: the term to tell it runs again."""
    return withdraw(
        report, Permission.INDIVIDUAL_CHANGE, reason=reason, by=by, verb="authority.told_withdrawn"
    )


@transaction.atomic
def plan_best_interests(individual: Individual, *, by: User) -> PlanGoal:
    """Adds a goal with the usual steps to the plan of the child's case, and returns it. Opens a plan if there is none."""
    individual = lock_for(individual, Permission.PLAN_CHANGE, by=by)
    _refuse_adult(individual, by)
    case = case_of(individual, by.today())
    if case is None:
        raise ActionRefused(_("This person belongs to no case."))
    today = by.today()
    plan = CasePlan.objects.filter(case=case).first() or draw_up_plan(
        case, next_on=today + datetime.timedelta(days=REVIEW_DAYS), by=by
    )
    if has_best_interests(individual):
        raise ActionRefused(_("The plan has a goal of protection for this child: add steps there."))
    goal = add_goal(
        plan,
        area=PlanArea.PROTECTION,
        need=gettext("A child without an adult of the family"),
        goal=gettext("What is best for the child is found out, decided and looked at again"),
        target_on=today + datetime.timedelta(days=REVIEW_DAYS),
        individual=individual,
        by=by,
    )
    for step in best_interests_steps():
        due_on = today + datetime.timedelta(days=step.days)
        add_step(goal, what=step.what, due_on=due_on, doer=step.doer, by=by)
    return goal


def has_best_interests(individual: Individual) -> bool:
    """Returns whether the child has an open goal of protection."""
    goals = PlanGoal.objects.filter(individual=individual, area=PlanArea.PROTECTION)
    return bool(goals.open().exists())
